/// The fields of the header of a catalogue.
///
///     msgstr ""
///     "PO-Revision-Date: 2024-03-01 12:30+0200\n"     the later one is kept
///     "Last-Translator: A <a@example.org>\n"          follows the later revision
///     "Language: de\n"                                any other: left to a person, if both changed it
enum POHeader {
  /// The date of the revision of a translation.
  static let revisionDate = Node.Key(meaning: "PO-Revision-Date".utf8, at: 0..<0)

  private static let dates: Set<Node.Key> = [
    revisionDate, Node.Key(meaning: "POT-Creation-Date".utf8, at: 0..<0),
  ]

  /// The fields that programs write with the date of a revision.
  private static let revised = Set(
    ["Last-Translator", "Language-Team", "X-Generator"].map {
      Node.Key(meaning: $0.utf8, at: 0..<0)
    })

  /// The translation of the header as members; `nil` where a field does not end on a line of its own.
  static func node(of part: POEntry.Strings, key: Node.Key, in text: [UInt8]) -> Node? {
    var node = Node(.members, key: key, range: part.lines, body: part.lines)
    var start: Int?
    for (index, piece) in part.pieces.enumerated() {
      let isFirst = index == 0
      if isFirst, piece.isEmpty { continue }
      let begin = start ?? (isFirst ? piece.lowerBound - 1 : lineStart(piece, in: text))
      start = begin
      guard text[piece].suffix(2) == [0x5C, 0x6E] else { continue }
      let next = part.pieces.indices.contains(index + 1) ? part.pieces[index + 1] : nil
      let end = next.map { lineStart($0, in: text) } ?? part.lines.upperBound
      guard let field = field(begin..<end, in: text) else { return nil }
      node.children.append(field)
      start = nil
    }
    guard start == nil, let first = node.children.first else { return nil }
    node.inner = first.range.lowerBound..<part.lines.upperBound
    return node
  }

  private static func lineStart(_ piece: Range<Int>, in text: [UInt8]) -> Int {
    text[..<piece.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? piece.lowerBound - 1
  }

  /// A field, found by its name.
  private static func field(_ lines: Range<Int>, in text: [UInt8]) -> Node? {
    let body = text[lines].drop { $0 != 0x22 }.dropFirst()
    guard let colon = body.firstIndex(of: 0x3A) else { return nil }
    let name = body.startIndex..<colon
    guard !name.isEmpty, text[name].allSatisfy({ $0.isASCIILetter || $0 == 0x2D }) else {
      return nil
    }
    let key = Node.Key(name, in: text)
    var node = Node(.scalar, key: key, range: lines, body: lines)
    if dates.contains(key) { node.settlement = .laterDate }
    if revised.contains(key) { node.settlement = .asRevised }
    return node
  }
}
