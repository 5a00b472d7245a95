import Glibc

/// Something that inotify tells of a folder that is watched (see inotify(7)).
package struct FolderEvent: Sendable, Hashable {
  /// The number of the watch; -1 when the queue of the kernel was full, and something was lost.
  package var watch: Int32
  /// What happened, as bits.
  package var mask: UInt32
  /// The same for both halves of a rename.
  package var cookie: UInt32
  /// The name in the folder; empty where it is about the folder itself.
  package var name: [UInt8]

  /// Whether one of the kinds happened, such as `IN_CREATE`.
  package func isOne(of kinds: Int32...) -> Bool {
    kinds.contains { mask & UInt32(bitPattern: $0) != 0 }
  }

  /// Whether the folder is watched no longer.
  package var isLast: Bool { isOne(of: IN_IGNORED) }

  /// Whether there is a folder in it that was not there before.
  package var isNewFolder: Bool { isOne(of: IN_ISDIR) && isOne(of: IN_CREATE, IN_MOVED_TO) }

  /// Reads the events that wait in an inotify file that does not block, in their order.
  ///
  /// - Returns: the events; `nil` when the file cannot be read.
  package static func waiting(in file: Int32) -> [FolderEvent]? {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      let head = MemoryLayout<inotify_event>.size
      let bytes = UnsafeRawBufferPointer(buffer)
      var events: [FolderEvent] = []
      while true {
        let count = read(file, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 || errno == EAGAIN ? events : nil }
        var offset = 0
        while offset + head <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = bytes[(offset + head)..<(offset + head + Int(event.len))].prefix { $0 != 0 }
          events.append(
            FolderEvent(
              watch: event.wd, mask: event.mask, cookie: event.cookie, name: Array(name)))
          offset += head + Int(event.len)
        }
      }
    }
  }
}
