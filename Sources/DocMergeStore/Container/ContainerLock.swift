import DocMergePOSIX
import DocMergeSystem
import Glibc

/// A lock that a process holds on a container, and that falls when the process does.
///
/// The kernel keeps it (an open-file-description lock), so a dead owner never blocks anyone. The file
/// says who has it, and whether the last owner let go of it in good order: if not, or if the computer
/// was started anew since, the next owner mends what may be half done.
struct ContainerLock {
  let path: SystemPath
  /// The repository that git's housekeeping is kept out of meanwhile; `nil` for none.
  var repository: String?

  /// How many seconds to wait for another process before giving up.
  static let patience = 120.0

  /// Runs `body` while no other process, and no other thread, holds the lock, and no `git gc` runs.
  ///
  /// - Parameters:
  ///   - mends: whether `body` mends all that a crash left; otherwise the next owner still hears of it.
  ///   - body: gets whether the last owner died with the lock in hand.
  /// - Returns: what `body` returns.
  /// - Throws: ``ContainerError/busy(process:)`` when another process, or a gc, does not end for two
  ///   minutes, ``FileError``, and what `body` throws.
  func hold<Result>(
    mends: Bool = true, _ body: (_ isAfterCrash: Bool) throws -> Result
  ) throws -> Result {
    let file = open(path.characters, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileError("lock", path) }
    defer { close(file) }
    try wait(for: file)
    let boot = try ContainerLock.boot()
    let isAfterCrash = try read(file) != "free \(boot)\n"
    try note("held \(getpid()) \(boot)\n", in: file)
    do {
      let result = try keepingHousekeepingOut { try body(isAfterCrash) }
      if mends || !isAfterCrash { try note("free \(boot)\n", in: file) }
      return result
    } catch let error as ContainerError {
      // After a crash it may have come before that was mended.
      if !isAfterCrash { try note("free \(boot)\n", in: file) }
      throw error
    }
    // After any other failure the note stays: what broke off half way is mended like after a crash.
  }

  private func keepingHousekeepingOut<Result>(_ body: () throws -> Result) throws -> Result {
    guard let repository else { return try body() }
    do {
      return try HousekeepingLock(repository: repository).hold(body)
    } catch let error as HousekeepingLock.Busy {
      throw ContainerError.busy(process: error.process)
    }
  }

  /// Runs `body` if nobody holds the lock and nothing needs mending; otherwise does nothing.
  func holdIfFree(_ body: () throws -> Void) throws {
    let file = open(path.characters, O_RDWR | O_CLOEXEC)
    // No lock file, or no right to write: nothing can be noted, and nothing needs to be.
    guard file >= 0 else { return }
    defer { close(file) }
    guard docmerge_lock_exclusive(file) == 0, try read(file) == "free \(ContainerLock.boot())\n"
    else { return }
    try body()
  }

  /// Runs `body` while this process alone holds the lock; waits for nobody.
  ///
  /// - Throws: what `refusal` makes of the number of the process that holds it, ``FileError``, and what
  ///   `body` throws.
  func holdAlone<Result>(
    orThrow refusal: (_ process: Int32?) -> ContainerError, _ body: () throws -> Result
  ) throws -> Result {
    let file = open(path.characters, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileError("lock", path) }
    defer { close(file) }
    guard docmerge_lock_exclusive(file) == 0 else {
      throw refusal(try ContainerLock.owner(in: read(file)))
    }
    let boot = try ContainerLock.boot()
    try note("held \(getpid()) \(boot)\n", in: file)
    // A disk that is full must not hide how the work ended; the kernel drops the lock in any case.
    defer { try? note("free \(boot)\n", in: file) }
    return try keepingHousekeepingOut(body)
  }

  /// Who holds the lock now; `nil` when nobody does.
  ///
  /// - Returns: the number of the process; 0 when it is not known.
  func holder() throws -> Int32? {
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard docmerge_is_locked(file) == 1 else { return nil }
    return try ContainerLock.owner(in: read(file)) ?? 0
  }

  private static func owner(in note: String) -> Int32? {
    let words = note.split(separator: " ")
    return words.count > 1 ? Int32(words[1]) : nil
  }

  private func wait(for file: Int32) throws {
    var pause = 0.001
    var waited = 0.0
    while docmerge_lock_exclusive(file) != 0 {
      guard errno == EAGAIN || errno == EACCES || errno == EINTR else {
        throw FileError("lock", path)
      }
      guard waited < ContainerLock.patience else {
        throw ContainerError.busy(process: try ContainerLock.owner(in: read(file)))
      }
      usleep(UInt32(pause * 1_000_000))
      waited += pause
      pause = min(pause * 1.5, 0.05)
    }
  }

  private func read(_ file: Int32) throws -> String {
    guard lseek(file, 0, SEEK_SET) == 0 else { throw FileError("read", path) }
    return String(decoding: try Files.readAll(file, sizeHint: 64, path), as: UTF8.self)
  }

  private func note(_ text: String, in file: Int32) throws {
    let bytes = Array(text.utf8)
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count,
      ftruncate(file, off_t(bytes.count)) == 0
    else { throw FileError("lock", path) }
  }

  /// What tells one start of the computer from another.
  ///
  /// - Throws: ``FileError``.
  static func boot() throws -> String {
    let bytes = try Files.readUnsized("/proc/sys/kernel/random/boot_id")
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.prefix { $0 != "\n" })
  }
}
