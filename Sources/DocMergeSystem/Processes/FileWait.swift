import Glibc

/// Waiting until open files have something to read.
package enum FileWait {
  /// Waits until one of the files can be read, whatever signals come.
  ///
  /// Calls `poll`, again where a signal interrupts it.
  ///
  /// - Returns: `false` when the time is over.
  package static func isReadable(_ files: [Int32], within milliseconds: Int32) -> Bool {
    var files = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&files, nfds_t(files.count), milliseconds)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }
}
