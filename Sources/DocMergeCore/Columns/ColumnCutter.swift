/// Cuts a line into cells, without a look at those around it.
struct ColumnCutter {
  private let notation: ColumnNotation
  private let line: ArraySlice<UInt8>
  private let indentation: ArraySlice<UInt8>
  /// The line without its indentation and the blanks at its end.
  private let body: ArraySlice<UInt8>

  /// The marks between a name and its value.
  private static let marks: Set<ArraySlice<UInt8>> = Set(
    ["=", ":", ":=", "::=", "=>", "::", "->", "<-", "?=", "+=", "-=", "|="]
      .map { Array($0.utf8)[...] })
  private static let markBytes = Set("=:><-?+|".utf8)
  /// The longest row, in bytes: longer lines are made by programs.
  private static let longest = 1000
  private static let openings = Set("([{".utf8)
  private static let closings = Set(")]}".utf8)

  init(_ line: ArraySlice<UInt8>, _ notation: ColumnNotation) {
    (self.line, self.notation) = (line, notation)
    indentation = line.prefix { $0 == .blank || $0 == UInt8(ascii: "\t") }
    let text = line[indentation.endIndex...]
    let last = text.lastIndex { !$0.isWhitespace }
    body = last.map { text[...$0] } ?? text.prefix(0)
  }

  /// The row; `nil` for a line that is none, such as one with tabs, or one that opens a bracket at its end.
  var row: ColumnRow? {
    guard let first = body.first, let last = body.last, !Self.openings.contains(last),
      !Self.closings.contains(first), !body.contains(UInt8(ascii: "\t")),
      !notation.comments.contains(where: { body.starts(with: $0) })
    else { return nil }
    guard line.count <= Self.longest, let places = findPlaces(),
      places.mark != nil || !isStatement
    else { return nil }
    var starts = places.starts
    if notation.hasTypes, let name = nameStart(before: places.mark ?? body.startIndex) {
      starts.append((.name, name))
    }
    starts.append((.head, body.startIndex))
    starts.sort { $0.1 < $1.1 }
    return ColumnRow(
      shape: shape(places, columns: starts.prefix { $0.0.rawValue < 2 }.count),
      indentation: indentation, cells: cells(starts), end: line[body.endIndex...])
  }

  /// Whether the line is like `#define NAME value`, where two words are the name.
  private var isDefinition: Bool { body.starts(with: Self.definition) }

  private static let definition = Array("#define ".utf8)

  /// Where the name of a definition starts, if only one blank is before it.
  private var nameOfDefinition: Int { body.startIndex + Self.definition.count }

  /// Whether the line starts with a word that is no name.
  private var isStatement: Bool {
    !notation.statements.isEmpty
      && notation.statements.contains(body.prefix(while: UInt8.isLetter).map(\.lowercased))
  }

  /// Where cells start, and where the mark is.
  private struct Places {
    var starts: [(ColumnRow.Role, Int)] = []
    var mark: Int?
    var markEnd: Int?
    var hasColon = false
    /// The end of the first word.
    var wordEnd: Int?
    var hasTag = false
    /// Whether an apostrophe was found that starts no string, so that no later one does.
    var hasLoneApostrophe = false
  }

  private func shape(_ places: Places, columns: Int) -> ColumnRow.Shape {
    if let mark = places.mark, let end = places.markEnd {
      return .marked(body[mark..<end], columns: columns)
    }
    return places.hasColon ? .colon : .words
  }

  private func cells(_ starts: [(ColumnRow.Role, Int)]) -> [ColumnRow.Cell] {
    var end = body.startIndex
    return starts.indices.map { index in
      let next = index + 1 < starts.count ? starts[index + 1].1 : body.endIndex
      let text = body[starts[index].1..<next]
      let trimmed = text[..<(text.lastIndex { $0 != .blank }.map { $0 + 1 } ?? text.startIndex)]
      defer { end = trimmed.endIndex }
      return ColumnRow.Cell(role: starts[index].0, text: trimmed, gap: trimmed.startIndex - end)
    }
  }

  /// The last word before a mark that is not the first one.
  private func nameStart(before mark: Int) -> Int? {
    let key = body[body.startIndex..<max(mark, body.startIndex)].trimmed
    guard let blank = key.lastIndex(of: .blank) else { return nil }
    return key[..<blank].contains(where: Self.openings.contains) ? nil : blank + 1
  }

  /// Looks for the mark, the tag and the comment; `nil` where a quote does not end.
  private func findPlaces() -> Places? {
    var places = Places()
    var depth = 0
    var index = body.startIndex
    while index < body.endIndex {
      let byte = body[index]
      let isWordStart = index > body.startIndex && body[index - 1] == .blank && byte != .blank
      if isWordStart {
        if startsComment(index) {
          places.starts.append((.comment, index))
          break
        }
        if depth == 0 { noteWord(at: index, &places) }
      }
      if let end = quoteEnd(index, &places) {
        guard end > index else { return nil }
        index = end
        continue
      }
      if Self.openings.contains(byte), !isLoneOpening(index) { depth += 1 }
      if Self.closings.contains(byte) { depth = max(0, depth - 1) }
      if depth == 0 { noteColon(at: index, &places) }
      index += 1
    }
    if places.mark == nil, !places.hasColon, notation.hasWords, let end = places.wordEnd,
      let start = body[end...].firstIndex(where: { $0 != .blank }),
      !places.starts.contains(where: { $0.1 == start })
    {
      places.starts.append((.value, start))
    }
    return places
  }

  /// Notes a mark, the value behind one, the end of the first word, or a tag.
  private func noteWord(at index: Int, _ places: inout Places) {
    if places.wordEnd == nil, !(isDefinition && index <= nameOfDefinition) {
      places.wordEnd = index - 1
    }
    if let end = places.markEnd, places.mark != nil,
      !body[end..<index].contains(where: { $0 != .blank })
    {
      places.starts.append((.value, index))
      return
    }
    if places.starts.contains(where: { $0.1 == index }) { return }
    if body[index] == UInt8(ascii: "`"), places.mark == nil {
      if !places.hasTag { places.starts.append((.tag, index)) }
      places.hasTag = true
      return
    }
    guard places.mark == nil, !places.hasColon else { return }
    let mark = body[index...].prefix(while: Self.markBytes.contains)
    guard Self.marks.contains(mark),
      mark.endIndex == body.endIndex || body[mark.endIndex] == .blank
    else { return }
    places.starts.append((.mark, index))
    (places.mark, places.markEnd) = (index, mark.endIndex)
  }

  /// Notes the value behind a colon that is attached to its key.
  private func noteColon(at index: Int, _ places: inout Places) {
    guard body[index] == UInt8(ascii: ":"), places.mark == nil, !places.hasColon,
      index > body.startIndex, body[index - 1] != .blank, index + 1 < body.endIndex,
      body[index + 1] == .blank,
      let start = body[(index + 1)...].firstIndex(where: { $0 != .blank }), !startsComment(start)
    else { return }
    places.hasColon = true
    places.starts.append((.value, start))
  }

  private func startsComment(_ index: Int) -> Bool {
    notation.comments.contains { body[index...].starts(with: $0) }
  }

  /// Whether a bracket starts the line, and a blank follows, as before the first field of a record.
  private func isLoneOpening(_ index: Int) -> Bool {
    index == body.startIndex && index + 1 < body.endIndex && body[index + 1] == .blank
  }

  /// The end of a string that starts here: `nil` where none does, and its start where it has no end.
  private func quoteEnd(_ index: Int, _ places: inout Places) -> Int? {
    let quote = body[index]
    let isPlain = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`")
    guard notation.hasQuotes, isPlain || quote == UInt8(ascii: "'") else { return nil }
    // As in `f'x'`, unlike in `don't`.
    let prefix = body[..<index].reversed().prefix(while: UInt8.isLetter)
    if !isPlain, places.hasLoneApostrophe || prefix.count > 2 { return nil }
    var end = index + 1
    while end < body.endIndex {
      if body[end] == quote { return end + 1 }
      end += body[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    places.hasLoneApostrophe = !isPlain
    return isPlain ? index : nil
  }
}
