import DocMergePOSIX
import Glibc

/// Waiting until open files can be read or written.
package enum FileWait {
  /// A file, and what to wait for.
  package struct Entry: Sendable {
    package var file: Int32
    package var isForWriting: Bool
    /// Whether it can be read or written now, or never will be again.
    package fileprivate(set) var isReady = false

    /// Waits for something to read, and for room to write if that is wanted; -1 is no file.
    package init(_ file: Int32, isForWriting: Bool = false) {
      (self.file, self.isForWriting) = (file, isForWriting)
    }
  }

  /// Waits until one of the files is ready, a signal arrives, or the time is over.
  ///
  /// Calls `poll`.
  ///
  /// - Parameters:
  ///   - entries: the files; those that are ready are marked there.
  ///   - milliseconds: the time limit; less than 0 for none.
  package static func wait(for entries: inout [Entry], milliseconds: Int32) {
    var files = entries.map { entry in
      pollfd(
        fd: entry.file, events: Int16(POLLIN | (entry.isForWriting ? POLLOUT : 0)), revents: 0)
    }
    let count = poll(&files, nfds_t(files.count), milliseconds)
    for index in entries.indices { entries[index].isReady = count > 0 && files[index].revents != 0 }
  }

  /// Waits until one of the files can be read, even if signals arrive.
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

  /// Waits until one of the first 64 files can be read, a signal arrives, or the time is over.
  ///
  /// Calls `ppoll`.
  package static func wait(for files: [Int32], nanoseconds: Int64) {
    docmerge_wait(files, Int32(files.count), nanoseconds)
  }
}

/// Wakes a thread of this process that waits for files.
package final class ThreadWaker: Sendable {
  /// The open file, which can be read once ``wake()`` was called.
  package let number: Int32
  private let other: Int32

  /// Makes a waker.
  ///
  /// Calls `pipe2`.
  package init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    try Errno.check(docmerge_pipe(&ends))
    (number, other) = (ends[0], ends[1])
  }

  deinit {
    close(number)
    close(other)
  }

  /// Wakes the waiting thread.
  package func wake() { write(other, [1], 1) }

  /// Resets the waker.
  package func reset() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(number, &bytes, bytes.count) > 0 {}
  }
}
