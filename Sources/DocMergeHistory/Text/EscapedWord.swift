import DocMergeSystem

/// Bytes as one word of a line: those that a word cannot hold are percent-encoded as in URLs.
///
/// An empty word is `%`.
package enum EscapedWord {
  /// Bytes as a word: percent-encoded where a word cannot hold them.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends bytes as a word.
  package static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    let sign = UInt8(ascii: "%")
    if bytes.isEmpty { text.append(sign) }
    for byte in bytes {
      if isPlain(byte) {
        text.append(byte)
      } else {
        text.append(sign)
        Hex.append([byte], to: &text)
      }
    }
  }

  /// Whether a word holds a byte unchanged.
  package static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%")
  }

  /// The bytes of a word; `nil` when it is malformed.
  package static func bytes(_ word: some Collection<UInt8>) -> [UInt8]? {
    let sign = UInt8(ascii: "%")
    guard word.contains(sign) else { return Array(word) }
    if word.count == 1 { return [] }
    var result: [UInt8] = []
    var rest = word.makeIterator()
    while let byte = rest.next() {
      guard byte == sign else {
        result.append(byte)
        continue
      }
      guard let high = rest.next(), let low = rest.next(), let decoded = Hex.bytes([high, low])
      else { return nil }
      result += decoded
    }
    return result
  }
}
