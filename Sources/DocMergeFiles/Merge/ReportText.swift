/// Bytes from anywhere as text that is safe to show.
enum ReportText {
  /// The bytes with control characters, invisible ones and what is not UTF-8 spelled out.
  ///
  ///     "a\nb"       a\nb        (a backslash and an n)
  ///     ESC [ 2 J    \u{1B}[2J
  ///     FF           \xFF
  static func escape(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var result = ""
    forEachScalar(in: bytes) { scalar, range in
      guard let scalar else {
        for byte in bytes[range] { result += "\\x" + hex(UInt32(byte), digits: 2) }
        return
      }
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\\": result += "\\\\"
      default:
        if isHidden(scalar) {
          result += "\\u{" + hex(scalar.value, digits: 1) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Calls `body` with each scalar and its bytes; with `nil` for bytes that are not UTF-8.
  static func forEachScalar(
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

  /// Whether a character could act on a terminal, or make one text look like another.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    case .format:
      scalar.value != 0x200C && scalar.value != 0x200D
        && !(0xE0020...0xE007F).contains(scalar.value)
    default: false
    }
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// The text in quotation marks, or what it is if there is nothing to see.
  static func named(
    _ bytes: some Sequence<UInt8>, isWholeLines: Bool = true, limit: Int = 40
  ) -> String {
    let bytes = Array(bytes)
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else {
      return quote(bytes, limit: limit)
    }
    let breaks = bytes.count { $0 == 0x0A }
    if isWholeLines { return breaks == 1 ? "a blank line" : "\(breaks) blank lines" }
    return "the end of a line (\(bytes.map { $0 == 0x0A ? "LF" : "CR" }.joined()))"
  }

  /// The text in quotation marks without line breaks at its end, cut after a few characters.
  static func quote(_ bytes: some Sequence<UInt8>, limit: Int = 40) -> String {
    var bytes = Array(bytes)
    // What a text says in a backslash and an n is no line break, so this comes before the spelling.
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let shown = start(of: bytes, characters: limit)
    return "\u{201C}\(escape(shown))\(shown.count < bytes.count ? "…" : "")\u{201D}"
  }

  /// The first characters; where some bytes are not UTF-8, the first scalars and runs of such bytes.
  private static func start(of bytes: [UInt8], characters limit: Int) -> ArraySlice<UInt8> {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes) { return bytes.prefix(text.prefix(limit).utf8.count) }
    var (count, end) = (0, 0)
    forEachScalar(in: bytes) { _, range in
      count += 1
      if count <= limit { end = range.upperBound }
    }
    return bytes[..<end]
  }

  /// A number and a noun.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
