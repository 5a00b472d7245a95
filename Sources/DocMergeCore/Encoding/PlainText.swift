/// A text whose layers are all as the engine works with them.
struct PlainText {
  /// Whether the text ends with `\n`; `nil` for an empty text.
  let hasFinalNewline: Bool?

  /// Fails unless the bytes are UTF-8 without byte-order mark, NUL and `\r`.
  ///
  /// - Complexity: O(*n*): one scan, nothing is copied.
  init?(_ bytes: [UInt8]) {
    guard !bytes.starts(with: TextEncoding.utf8.byteOrderMark), !Self.holdsSpecial(bytes),
      bytes[...].firstInvalidUTF8() == nil
    else { return nil }
    hasFinalNewline = bytes.last.map { $0 == .newline }
  }

  private static let carriageReturns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

  /// Whether one of the eight bytes is zero.
  @inline(__always)
  private static func holdsZero(_ chunk: UInt64) -> Bool {
    (chunk &- 0x0101_0101_0101_0101) & ~chunk & 0x8080_8080_8080_8080 != 0
  }

  /// Whether there is a NUL or a `\r`.
  private static func holdsSpecial(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset &+ 8 <= buffer.count {
        let chunk = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if holdsZero(chunk) || holdsZero(chunk ^ carriageReturns) { return true }
        offset &+= 8
      }
      return buffer[offset...].contains { $0 == 0 || $0 == .carriageReturn }
    }
  }
}
