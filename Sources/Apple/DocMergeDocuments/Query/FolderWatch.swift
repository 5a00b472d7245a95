import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Glibc
import Synchronization

/// Reports the folders with changes, by inotify, on a separate thread.
///
/// An overflow of the kernel's queue, which loses events, is reported as "all".
final class FolderWatch: Sendable {
  /// A change.
  enum Change: Sendable, Hashable {
    /// A change in this folder, or of the folder itself.
    case folder(SystemPath)
    /// An unknown change.
    case all
  }

  private struct State {
    /// The inotify file, and the end of a pipe that wakes the thread; `nil` once it has ended.
    var files: (notify: Int32, wake: Int32)?
    var folders: [Int32: SystemPath] = [:]
    var numbers: [SystemPath: Int32] = [:]
  }

  private let state = Mutex(State())

  /// The events to watch for in a folder; links are not followed.
  private static let mask =
    UInt32(
      IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)

  /// Starts a thread that calls `body` with every batch of changes until the watch is stopped.
  ///
  /// - Throws: `FileError` if the system has no more watches.
  init(_ body: @escaping @Sendable (Set<Change>) -> Void) throws(FileError) {
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
    // The thread holds no reference to the watch while it waits: the watch can be freed.
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

  /// Ends the thread; no new reports start after this.
  func stop() {
    state.withLock { state in
      if let files = state.files { close(files.wake) }
      state = State()
    }
  }

  /// Watches a folder, not the contents of its folders; `false` if that is not possible.
  @discardableResult
  func add(_ folder: SystemPath) -> Bool {
    state.withLock { state in
      guard let files = state.files else { return false }
      let number = inotify_add_watch(files.notify, folder.characters, FolderWatch.mask)
      guard number >= 0 else {
        if errno == ENOSPC { WatchShortage.tell(.noSpace) }
        return false
      }
      if let old = state.folders[number] { state.numbers[old] = nil }
      state.folders[number] = folder
      state.numbers[folder] = number
      return true
    }
  }

  /// Watches a folder that need not exist yet.
  ///
  /// - Returns: the nearest existing folder around it, which is watched until the folder is there; `nil` if it is there.
  func addWhenMade(_ folder: SystemPath) -> SystemPath? {
    var nearest: SystemPath?
    // A folder that is made between two attempts is found by the next one.
    for _ in 0..<8 {
      guard !add(folder) else { return nil }
      var (child, parent) = (folder, folder.parent)
      while !add(parent), parent != parent.parent { (child, parent) = (parent, parent.parent) }
      nearest = parent
      if (try? FileStatus.of(child)) == nil { break }
    }
    return nearest
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
          // The kernel reports -1 when its queue was full.
          number < 0 ? .all : state.folders[number].map { .folder($0) }
        })
    }
  }

  /// Waits for events; `false` when the watch has ended.
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

  /// The numbers of the watches that have events.
  private static func read(_ notify: Int32) -> Set<Int32> {
    // The event of a removed watch is no news.
    Set((FolderEvent.waiting(in: notify) ?? []).filter { !$0.isOne(of: IN_IGNORED) }.map(\.watch))
  }
}
