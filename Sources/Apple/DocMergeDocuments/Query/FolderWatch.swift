import DocMerge
import DocMergeSystem
import Foundation
import Glibc
import Synchronization

/// Tells which folders something happened in, by inotify, on a thread of its own.
///
/// A queue that overflowed in the kernel, and with it what was lost, is told as "all".
final class FolderWatch: Sendable {
  /// What happened.
  enum Change: Sendable, Hashable {
    /// Something in this folder, or the folder itself.
    case folder(SystemPath)
    /// Nobody knows what.
    case all
  }

  private struct State {
    /// The inotify file, and the end of a pipe that wakes the thread; `nil` once it is over.
    var files: (notify: Int32, wake: Int32)?
    var folders: [Int32: SystemPath] = [:]
    var numbers: [SystemPath: Int32] = [:]
  }

  private let state = Mutex(State())

  /// What to listen for in a folder; links are not followed.
  private static let mask =
    UInt32(
      IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)

  /// Starts a thread that calls `body` with every batch of changes until the watch is stopped.
  ///
  /// - Throws: `FileError` when the system has no more watches to give.
  init(_ body: @escaping @Sendable (Set<Change>) -> Void) throws {
    let notify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard notify >= 0 else { throw FileError("watch", SystemPath("inotify")) }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      close(notify)
      throw FileError("watch", SystemPath("pipe"))
    }
    let (ear, wake) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    state.withLock { $0.files = (notify, wake) }
    // The thread holds no reference to the watch while it waits: the watch can go.
    Thread.detachNewThread { [weak self] in
      while FolderWatch.wait(notify, ear) {
        let numbers = FolderWatch.read(notify)
        guard let self else { break }
        let changes = self.changes(numbers)
        if !changes.isEmpty { body(changes) }
      }
      close(notify)
      close(ear)
    }
  }

  deinit {
    stop()
  }

  /// Ends the thread; nothing is told from then on but what is being told.
  func stop() {
    state.withLock { state in
      if let files = state.files { close(files.wake) }
      state = State()
    }
  }

  /// Watches a folder, not what is in its folders; `false` when that is not possible.
  @discardableResult
  func add(_ folder: SystemPath) -> Bool {
    state.withLock { state in
      guard let files = state.files else { return false }
      let number = inotify_add_watch(files.notify, folder.characters, FolderWatch.mask)
      guard number >= 0 else { return false }
      if let old = state.folders[number] { state.numbers[old] = nil }
      state.folders[number] = folder
      state.numbers[folder] = number
      return true
    }
  }

  /// Stops watching a folder.
  func remove(_ folder: SystemPath) {
    state.withLock { state in
      guard let files = state.files, let number = state.numbers.removeValue(forKey: folder) else {
        return
      }
      state.folders[number] = nil
      inotify_rm_watch(files.notify, number)
    }
  }

  private func changes(_ numbers: Set<Int32>) -> Set<Change> {
    state.withLock { state in
      Set(
        numbers.compactMap { number in
          // The kernel says -1 when its queue was full.
          number < 0 ? .all : state.folders[number].map { .folder($0) }
        })
    }
  }

  /// Waits for news; `false` when the watch is over.
  private static func wait(_ notify: Int32, _ ear: Int32) -> Bool {
    var files = [
      pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ear, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, 2, -1) < 0 {
      guard errno == EINTR else { return false }
    }
    return files[1].revents == 0
  }

  /// The numbers of the watches that have news.
  private static func read(_ notify: Int32) -> Set<Int32> {
    // A watch that was taken away says so: that is no news.
    Set((FolderEvent.waiting(in: notify) ?? []).filter { !$0.isOne(of: IN_IGNORED) }.map(\.watch))
  }
}
