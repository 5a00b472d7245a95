import DocMergePOSIX
import Glibc

/// One of the three files that a process is started with.
package enum StandardFile: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Writes what `body` hands over.
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

  /// Writes bytes in one call, so that the words of several processes do not mix.
  ///
  /// Calls `write` once: nobody can be told that a message cannot be told.
  package func say(_ bytes: [UInt8]) { _ = Glibc.write(rawValue, bytes, bytes.count) }

  /// What the file system says of it.
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
