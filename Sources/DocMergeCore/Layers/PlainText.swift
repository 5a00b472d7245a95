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

  /// Whether there is a NUL or a `\r`.
  private static func holdsSpecial(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count {
        // Without a way out in its middle, the inner loop works on many bytes at once.
        let end = min(start + 4096, buffer.count)
        var isSpecial = false
        for index in start..<end {
          isSpecial = isSpecial || buffer[index] == 0 || buffer[index] == .carriageReturn
        }
        if isSpecial { return true }
        start = end
      }
      return false
    }
  }
}
