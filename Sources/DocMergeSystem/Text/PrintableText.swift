/// Text from anywhere, made safe to print on a terminal.
public enum PrintableText {
  /// `bytes` as text, with control characters and bytes that are not UTF-8 spelled out.
  ///
  ///     "a\nb"       a\nb        (a backslash and an n)
  ///     ESC [ 2 J    \u{1B}[2J
  ///     FF           \xFF
  ///
  /// Direction overrides and other invisible format characters are spelled out too, since they can
  /// make one name look like another; joiners of emoji and scripts stay.
  public static func escape(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var result = ""
    forEachScalar(in: bytes) { scalar, range in
      if let scalar {
        append(scalar, to: &result)
      } else {
        for byte in bytes[range] { result += "\\x" + Hex.text([byte]).uppercased() }
      }
    }
    return result
  }

  /// Calls `body` with each scalar and its bytes; with `nil` for bytes that are not UTF-8.
  package static func forEachScalar(
    in bytes: [UInt8], _ body: (Unicode.Scalar?, Range<Int>) -> Void
  ) {
    var position = 0
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        body(Unicode.UTF8.decode(encoded), position..<position + encoded.count)
        position += encoded.count
      case .error(let length):
        body(nil, position..<position + length)
        position += length
      case .emptyInput: return
      }
    }
  }

  /// Words that may contain escaped names already: only characters that could act on a terminal are spelled out.
  ///
  /// Backslashes stay, so that names are not escaped twice; line ends stay if `keepsLines`.
  public static func words(_ text: String, keepsLines: Bool = false) -> String {
    text.unicodeScalars.map { scalar in
      let stays = scalar == "\\" || (keepsLines && scalar == "\n")
      return stays ? String(scalar) : escape(String(scalar))
    }.joined()
  }

  /// The text, escaped like bytes.
  public static func escape(_ text: String) -> String { escape(text.utf8) }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\\": result += "\\\\"
    default:
      if isHidden(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a character could act on a terminal, or make one text look like another.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    case .format:
      scalar.value != 0x200C && scalar.value != 0x200D
        && !(0xE0020...0xE007F).contains(scalar.value)
    default: false
    }
  }
}
