import DocMergeLanguage
import DocMergeSystem

/// Arbitrary bytes as words of a report.
enum ReportText {
  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// The text in quotation marks, or its description if nothing of it is visible.
  static func named(
    _ bytes: some Sequence<UInt8>, isWholeLines: Bool = true, limit: Int = 40
  ) -> String {
    let bytes = Array(bytes)
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else {
      return quote(bytes, limit: limit)
    }
    let breaks = bytes.count { $0 == 0x0A }
    if isWholeLines { return breaks == 1 ? tr("a blank line") : counted(breaks, "blank line") }
    let signs = bytes.map { $0 == 0x0A ? "LF" : "CR" }.joined()
    return tr("the end of a line (\(signs))")
  }

  /// The text in quotation marks without line breaks at its end, cut after a few characters.
  static func quote(_ bytes: some Sequence<UInt8>, limit: Int = 40) -> String {
    var bytes = Array(bytes)
    // A backslash and an n in a text are no line break, so this precedes the escaping.
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let shown = start(of: bytes, characters: limit)
    let text = PrintableText.escape(shown) + (shown.count < bytes.count ? "…" : "")
    return tr("“\(text)”")
  }

  /// The first characters; where some bytes are not UTF-8, the first scalars and runs of such bytes.
  private static func start(of bytes: [UInt8], characters limit: Int) -> ArraySlice<UInt8> {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes) { return bytes.prefix(text.prefix(limit).utf8.count) }
    var (count, end) = (0, 0)
    PrintableText.forEachScalar(in: bytes) { _, range in
      count += 1
      if count <= limit { end = range.upperBound }
    }
    return bytes[..<end]
  }
}
