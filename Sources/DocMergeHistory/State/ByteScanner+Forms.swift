package import DocMergeCore
import DocMergeSystem

/// Words and dates of states and versions, exactly as ``StateText`` and ``Trailers`` write them.
extension ByteScanner {
  private static let sign = UInt8(ascii: "%")

  /// The bytes that a word encodes; the blank behind it is skipped.
  package mutating func word() -> [UInt8]? {
    var result = Array(bytes(while: EscapedWord.isPlain))
    while let byte = next, byte != UInt8(ascii: " ") {
      guard byte == ByteScanner.sign else { return nil }
      _ = skip("%")
      // A sign alone is the empty word.
      if result.isEmpty, skip(" ") { return [] }
      guard let byte = hexadecimal(2).map({ UInt8($0) }), !EscapedWord.isPlain(byte) else {
        return nil
      }
      result.append(byte)
      result += bytes(while: EscapedWord.isPlain)
    }
    return !result.isEmpty && skip(" ") ? result : nil
  }

  /// Skips the word for these bytes, if it is next.
  package mutating func skip(word bytes: [UInt8]) -> Bool {
    let start = self
    if bytes.isEmpty { return skip(CollectionOfOne(ByteScanner.sign)) }
    for byte in bytes {
      let isRight =
        EscapedWord.isPlain(byte)
        ? skip(CollectionOfOne(byte))
        : skip(CollectionOfOne(ByteScanner.sign)) && hexadecimal(2) == UInt64(byte)
      guard isRight else {
        self = start
        return false
      }
    }
    return true
  }

  /// A moment since 1970; a moment beyond the range would not be written in the same way.
  package mutating func date() -> Timestamp? {
    guard let seconds = decimal().flatMap({ Int64(exactly: $0) }), skip("."),
      let rest = digits(9).map({ Int64($0) }),
      case let date = Timestamp(seconds: seconds, nanoseconds: rest), date.seconds == seconds,
      date.subsecond == rest
    else { return nil }
    return date
  }
}
