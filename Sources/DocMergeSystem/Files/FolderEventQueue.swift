import Glibc

/// What the kernel saw in folders, one event after the other, until somebody asks.
package final class FolderEventQueue: Sendable {
  /// The open file, to be waited at.
  package let number: Int32

  /// What of a folder is told.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ kinds: Int32...) { rawValue = kinds.reduce(0) { $0 | UInt32(bitPattern: $1) } }

    /// The folder itself is removed or renamed.
    package static let itself = Kinds(IN_DELETE_SELF, IN_MOVE_SELF)
    /// Something in it is made, written, removed or renamed; that it is only opened or read is not told.
    package static let contents = Kinds(
      IN_CREATE, IN_DELETE, IN_MODIFY, IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVED_FROM, IN_MOVED_TO)
    /// Fails for a link.
    package static let isNoLink = Kinds(IN_DONT_FOLLOW)
  }

  /// Begins with no folder.
  ///
  /// Calls `inotify_init1`.
  package init() throws(Errno) {
    number = try Errno.check(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
  }

  deinit { close(number) }

  /// Watches a folder; to watch what is watched changes nothing.
  ///
  /// Calls `inotify_add_watch`.
  ///
  /// - Parameters:
  ///   - folder: where it is; other things are refused.
  ///   - kinds: what is told.
  /// - Returns: the number that its events have.
  /// - Throws: ``Errno``.
  package func watch(_ folder: SystemPath, _ kinds: Kinds) throws(Errno) -> Int32 {
    try Errno.check(
      inotify_add_watch(number, folder.characters, kinds.rawValue | UInt32(IN_ONLYDIR)))
  }

  /// Watches a folder no longer.
  ///
  /// Calls `inotify_rm_watch`.
  package func unwatch(_ watch: Int32) { inotify_rm_watch(number, watch) }

  /// The events that wait, in their order; none where they cannot be read.
  package func events() -> [FolderEvent] { FolderEvent.waiting(in: number) ?? [] }
}
