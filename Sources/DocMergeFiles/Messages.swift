import Glibc

/// Words for the person, on standard error.
package enum Messages {
  /// Writes a text.
  package static func write(_ text: String) {
    write(Array(text.utf8))
  }

  static func write(_ bytes: [UInt8]) {
    // Nobody can be told that a message cannot be told.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
