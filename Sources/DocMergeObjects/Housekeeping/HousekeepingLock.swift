import DocMergePOSIX
import DocMergeSystem
import Glibc
import Synchronization

/// Keeps git's housekeeping out of a repository while objects are written that no reference leads to yet.
///
/// `git gc --prune=now` removes such objects. It takes a lock first, the file `gc.pid`, and so does this, in the same
/// way: a running gc is waited for, and a new one refuses to start. All processes of docmerge share the lock. Each
/// marks the folder of the objects with its number, by a lock that ends with the process; the file names one of them,
/// and a process that leaves writes the name of another into it.
///
/// Nothing of it needs to be durable: git ignores a file that names a dead process.
package struct HousekeepingLock {
  /// Another process (its number, if known) is working in the repository and does not finish.
  package struct Busy: Error {
    package var process: Int32?
  }

  private let repository: String

  /// How many seconds to wait for others before giving up.
  package static let patience = 120.0

  package init(repository: String) { self.repository = repository }

  /// Called once for each wait for another program's housekeeping.
  private static let listener = Mutex<Listener?>(nil)

  /// A function that a lock guards: read from the lock itself, it would be wrapped once more each time.
  private struct Listener: Sendable {
    let call: @Sendable (_ process: Int32?) -> Void
  }

  /// Calls `listener` at each wait for git's housekeeping, with its process if that is known.
  package static func tell(_ listener: @escaping @Sendable (_ process: Int32?) -> Void) {
    self.listener.withLock { $0 = Listener(call: listener) }
  }

  /// Runs `body` while no `git gc` runs.
  ///
  /// A repository that cannot be written is left as it is: it can only be read anyway.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: ``Busy`` when a gc does not end for two minutes, ``FileError``, and what `body` throws.
  package func hold<Result>(_ body: () throws -> Result) throws -> Result {
    let folder = open("\(repository)/objects", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError("open", SystemPath("\(repository)/objects")) }
    let file = HousekeepingFile(repository: repository, folder: folder)
    let isHeld: Bool
    do {
      isHeld = try enter(file)
    } catch {
      close(folder)
      throw error
    }
    defer { if isHeld { leave(file) } else { close(folder) } }
    return try body()
  }

  /// Takes the lock, alone or with others; `false` if that is not possible now.
  private func enter(_ file: HousekeepingFile) throws -> Bool {
    // Where marks are not possible, every process is on its own.
    _ = docmerge_mark(file.folder, Int64(getpid()))
    let start = ContinuousClock.now
    var hasTold = false
    while true {
      let waited = start.duration(to: .now) / .seconds(1)
      // Checked first, so that a gc that is about to start does not block itself.
      let owner = try file.owner()
      if case .other(let process, let isOurs) = owner, waited < Self.patience || !isOurs {
        guard waited < Self.patience else { throw Busy(process: process) }
        if waited > 1, !hasTold {
          hasTold = true
          Self.listener.withLock { $0 }?.call(process)
        }
      } else {
        switch try file.change({ try take(file, evenFromOthers: waited >= Self.patience) }) {
        case .done(true): return true
        case .done(false): continue
        case .notAllowed: return false
        case .busy: if waited >= Self.patience { throw Busy(process: nil) }
        }
      }
      usleep(2_000)
    }
  }

  private func take(_ file: HousekeepingFile, evenFromOthers: Bool) throws -> HousekeepingFile.Next
  {
    switch try file.owner() {
    case .none: .ours(getpid())
    case .companion: .asItIs
    case .other(_, let isOurs): isOurs && evenFromOthers ? .ours(getpid()) : .later
    }
  }

  /// Passes the lock to another process that holds it, or removes the file.
  private func leave(_ file: HousekeepingFile) {
    for _ in 0..<1_000 {
      var isOpen = true
      // A full disk, for example: git ignores the rest once this process has ended.
      let change = try? file.change {
        let next = try self.next(after: file)
        // This process must not count as a holder of the lock any more.
        close(file.folder)
        isOpen = false
        return next
      }
      guard isOpen else { return }
      guard case .busy = change else { break }
      usleep(1_000)
    }
    close(file.folder)
  }

  private func next(after file: HousekeepingFile) throws -> HousekeepingFile.Next {
    guard try file.isOwned, file.companion(getpid()) == nil else { return .asItIs }
    return file.companion().map { .ours($0) } ?? .unowned
  }
}
