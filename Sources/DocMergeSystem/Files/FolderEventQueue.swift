import Glibc

/// A queue of the kernel's events in folders.
package final class FolderEventQueue: Sendable {
  /// The open file, to wait for.
  package let number: Int32

  /// Which events of a folder are reported.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ kinds: Int32...) { rawValue = kinds.reduce(0) { $0 | UInt32(bitPattern: $1) } }

    /// The folder itself is removed or renamed.
    package static let itself = Kinds(IN_DELETE_SELF, IN_MOVE_SELF)
    /// An item in it is made, written, removed or renamed; opening and reading are not reported.
    package static let contents = Kinds(
      IN_CREATE, IN_DELETE, IN_MODIFY, IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVED_FROM, IN_MOVED_TO)
    /// Fails for a link.
    package static let isNoLink = Kinds(IN_DONT_FOLLOW)
  }

  /// Makes a queue without folders.
  ///
  /// Calls `inotify_init1`.
  package init() throws(Errno) {
    number = try Errno.check(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
  }

  deinit { close(number) }

  /// Watches a folder; to watch it again changes nothing.
  ///
  /// Calls `inotify_add_watch`.
  ///
  /// - Parameters:
  ///   - folder: the path; other items are refused.
  ///   - kinds: the events to report.
  /// - Returns: the number of its events.
  /// - Throws: ``Errno``.
  package func watch(_ folder: SystemPath, _ kinds: Kinds) throws(Errno) -> Int32 {
    try Errno.check(
      inotify_add_watch(number, folder.characters, kinds.rawValue | UInt32(IN_ONLYDIR)))
  }

  /// Ends the watch of a folder.
  ///
  /// Calls `inotify_rm_watch`.
  package func unwatch(_ watch: Int32) { inotify_rm_watch(number, watch) }

  /// The waiting events, in their order; none if they cannot be read.
  package func events() -> [FolderEvent] { FolderEvent.waiting(in: number) ?? [] }
}
