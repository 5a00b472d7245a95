/// A text whose layers are already in the form that the engine works with.
struct PlainText {
  /// Whether the text ends with `\n`; `nil` for an empty text.
  let hasFinalNewline: Bool?

  /// Fails unless the bytes are UTF-8 without byte-order mark, NUL and `\r`.
  ///
  /// - Complexity: O(*n*): one scan, nothing is copied.
  init?(_ bytes: [UInt8]) {
    guard !bytes.starts(with: TextEncoding.utf8.byteOrderMark),
      let isASCII = bytes.withUnsafeBytes(Self.isASCII),
      isASCII || bytes[...].firstInvalidUTF8() == nil
    else { return nil }
    hasFinalNewline = bytes.last.map { $0 == .newline }
  }

  private static let carriageReturns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

  /// A bit is set if one of the eight bytes is zero.
  @inline(__always)
  private static func zero(in chunk: UInt64) -> UInt64 {
    (chunk &- 0x0101_0101_0101_0101) & ~chunk & 0x8080_8080_8080_8080
  }

  /// Whether all bytes are ASCII; `nil` if there is a NUL or a `\r`.
  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    var offset = 0
    var all: UInt64 = 0
    // Without a branch after each chunk the processor works on several at once.
    while offset &+ 64 <= bytes.count {
      var special: UInt64 = 0
      for place in 0..<8 {
        let chunk = bytes.loadUnaligned(fromByteOffset: offset &+ place &* 8, as: UInt64.self)
        special |= zero(in: chunk) | zero(in: chunk ^ carriageReturns)
        all |= chunk
      }
      if special != 0 { return nil }
      offset &+= 64
    }
    for byte in bytes[offset...] {
      if byte == 0 || byte == .carriageReturn { return nil }
      all |= UInt64(byte)
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
