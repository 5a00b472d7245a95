import DocMergePOSIX
import Glibc

/// One of the three standard files of a process.
package enum StandardFile: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Writes what `body` passes.
  ///
  /// Calls `write`, again where a signal interrupts it.
  package func write(_ body: (inout OutputFile) -> Void) throws(Errno) {
    var output = OutputFile(rawValue)
    body(&output)
    output.flush()
    if output.failure != 0 { throw Errno(output.failure) }
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    try write { output in bytes.withUnsafeBytes { output.append($0) } }
  }

  /// Fills a buffer; `false` if less is left than that, or it cannot be read.
  ///
  /// Calls `read`, again where a signal interrupts it.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      let place = UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress
      let count = Glibc.read(rawValue, place, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes bytes in one call, so that the messages of several processes do not mix.
  ///
  /// Calls `write` once: a message about a failed message would fail as well.
  package func say(_ bytes: [UInt8]) { _ = Glibc.write(rawValue, bytes, bytes.count) }

  /// Replaces it by another open file from now on.
  ///
  /// Calls `dup2`.
  package func become(_ file: borrowing OpenFile) { dup2(file.number, rawValue) }

  /// Closes it: a reader at the other end sees the end.
  ///
  /// Calls `close`.
  package func end() { close(rawValue) }

  /// The status of the file.
  ///
  /// Calls `statx`.
  package func status() throws(Errno) -> FileStatus {
    var raw = docmerge_status()
    try Errno.check(docmerge_status_of(rawValue, &raw))
    return FileStatus(raw)
  }

  /// Whether a terminal is at the other end.
  ///
  /// Calls `isatty`.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether a terminal with colours is at the other end (https://no-color.org).
  package var hasColour: Bool {
    guard isTerminal else { return false }
    if let none = getenv("NO_COLOR"), none.pointee != 0 { return false }
    if let terminal = getenv("TERM"), String(cString: terminal) == "dumb" { return false }
    return true
  }
}
