import Glibc

/// An inotify event of a watched folder (see inotify(7)).
package struct FolderEvent: Sendable, Hashable {
  /// The number of the watch; -1 when the queue of the kernel was full, and events were lost.
  package var watch: Int32
  /// The kinds of the event, as bits.
  package var mask: UInt32
  /// The same for both halves of a rename.
  package var cookie: UInt32
  /// The name in the folder; empty if it is about the folder itself.
  package var name: [UInt8]

  /// Whether it is one of the kinds, such as `IN_CREATE`.
  package func isOne(of kinds: Int32...) -> Bool {
    kinds.contains { mask & UInt32(bitPattern: $0) != 0 }
  }

  /// Whether the folder is no longer watched.
  package var isLast: Bool { isOne(of: IN_IGNORED) }

  /// Whether there is a new folder in it.
  package var isNewFolder: Bool { isOne(of: IN_ISDIR) && isOne(of: IN_CREATE, IN_MOVED_TO) }

  /// Reads the waiting events of a non-blocking inotify file, in their order.
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
