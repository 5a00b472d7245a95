import DocMerge
import DocMergeFiles
import DocMergeSystem

/// A name from the command line, in bytes that need not be text.
///
/// The parser replaces bytes that are not text, and would give another name.
struct GivenName: Hashable {
  /// The name, byte for byte.
  let bytes: [UInt8]

  /// Takes the parser's result for a word.
  init(_ text: String) {
    // This character is only in a repaired word, or in one that contains it itself.
    let isMended = text.unicodeScalars.contains("\u{FFFD}")
    let words = isMended ? commandLineWords() : []
    bytes = words.first { String(decoding: $0, as: UTF8.self) == text } ?? Array(text.utf8)
  }

  /// Takes bytes.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The name for people.
  var display: String { PrintableText.escape(bytes) }

  /// The name for git's notation `"caf\351.txt"`; `nil` if it is not written so.
  var unquoted: GivenName? {
    let quote = UInt8(ascii: "\"")
    guard bytes.count > 1, bytes.first == quote, bytes.last == quote else { return nil }
    var rest = bytes.dropFirst().dropLast()
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        name.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { return nil }
      if let plain = GivenName.escapes.first(where: { $0.letter == next })?.byte {
        name.append(plain)
        continue
      }
      let digits = [next] + rest.prefix(2)
      let text = String(decoding: digits, as: UTF8.self)
      guard digits.count == 3, let value = UInt8(text, radix: 8) else { return nil }
      rest = rest.dropFirst(2)
      name.append(value)
    }
    return GivenName(bytes: name)
  }

  /// The form of a path to type in a shell: unchanged, in quotes, or in git's notation.
  static func typed(_ path: [UInt8]) -> String {
    let spelled = spelled(path)
    guard spelled.hasPrefix("\"") else { return Shell.quoted(spelled) }
    return "'" + spelled.replacing("'", with: "'\\''") + "'"
  }

  /// The path, or, where it is not text or has a line break, git's notation for it.
  static func spelled(_ path: [UInt8]) -> String {
    if let text = String(validating: path, as: UTF8.self),
      !path.contains(where: { $0 < 0x20 || $0 == 0x7F }), path.first != UInt8(ascii: "\"")
    {
      return text
    }
    let quoted = path.map { byte -> String in
      if let letter = escapes.first(where: { $0.byte == byte })?.letter {
        return "\\" + String(UnicodeScalar(letter))
      }
      guard byte < 0x20 || byte > 0x7E else { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
    return "\"" + quoted + "\""
  }

  private static let escapes: [(letter: UInt8, byte: UInt8)] = zip(
    Array("abtnvfr\"\\".utf8), [7, 8, 9, 10, 11, 12, 13, 34, 92]
  ).map { ($0, $1) }
}
