import DocMergeObjects
package import DocMergeSystem

/// A lock that a process holds on a container, and that is released when the process ends.
///
/// The file names the owner, and whether the last owner released the lock in good order. If it did not, or if the
/// computer was restarted since, the next owner repairs what may be half done.
package struct ContainerLock {
  package let path: SystemPath
  /// The repository whose git housekeeping is kept out meanwhile; `nil` for none.
  package var repository: String?

  package init(path: SystemPath, repository: String? = nil) {
    self.path = path
    self.repository = repository
  }

  /// How many seconds to wait for another process before giving up.
  package static let patience = HousekeepingLock.patience

  /// Runs `body` while no other process, and no other thread, holds the lock, and no `git gc` runs.
  ///
  /// - Parameters:
  ///   - mends: whether `body` repairs everything that a crash left; otherwise the next owner repairs it.
  ///   - body: called with whether the last owner died while it held the lock.
  /// - Returns: what `body` returns.
  /// - Throws: ``ContainerError/busy(process:)`` when another process, or a gc, does not end for two
  ///   minutes, ``FileError``, and what `body` throws.
  package func hold<Result>(
    mends: Bool = true, _ body: (_ isAfterCrash: Bool) throws -> Result
  ) throws -> Result {
    let file = try LockFile(path)
    guard try file.take(waiting: ContainerLock.patience) else {
      throw ContainerError.busy(process: try file.owner())
    }
    let isAfterCrash = try !file.isFree()
    try file.noteHeld()
    do {
      let result = try keepingHousekeepingOut { try body(isAfterCrash) }
      if mends || !isAfterCrash { try file.noteFree() }
      return result
    } catch let error as ContainerError {
      // After a crash the failure may have happened before the repair.
      if !isAfterCrash { try file.noteFree() }
      throw error
    }
    // After any other failure the note stays: an interrupted change is repaired like after a crash.
  }

  private func keepingHousekeepingOut<Result>(_ body: () throws -> Result) throws -> Result {
    guard let repository else { return try body() }
    do {
      return try HousekeepingLock(repository: repository).hold(body)
    } catch let error as HousekeepingLock.Busy {
      throw ContainerError.busy(process: error.process)
    }
  }

  /// Runs `body` if the lock is free and nothing needs repair; otherwise does nothing.
  package func holdIfFree(_ body: () throws -> Void) throws {
    // Without a lock file, or the right to write it, there is nothing to note.
    guard let file = try? LockFile(path, makes: false), (try? file.take()) == true,
      try file.isFree()
    else {
      return
    }
    try body()
  }

  /// Runs `body` while this process alone holds the lock; never waits.
  ///
  /// - Throws: what `refusal` makes of the number of the process that holds it, ``FileError``, and what
  ///   `body` throws.
  package func holdAlone<Result>(
    orThrow refusal: (_ process: Int32?) -> ContainerError, _ body: () throws -> Result
  ) throws -> Result {
    let file = try LockFile(path)
    guard try file.take() else { throw refusal(try file.owner()) }
    try file.noteHeld()
    // A full disk must not hide the result of the work; the kernel releases the lock in any case.
    defer { try? file.noteFree() }
    return try keepingHousekeepingOut(body)
  }

  /// The process that holds the lock now; `nil` when it is free.
  ///
  /// - Returns: the number of the process; 0 when it is not known.
  package func holder() throws -> Int32? { try LockFile.holder(of: path) }
}
