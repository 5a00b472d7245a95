/// Paragraphs that one side split or joined: which part of a paragraph of the base each of them is.
///
/// Their words are merged as text. What the text does not show is merged with the part that it belongs to.
struct ParagraphPieces {
  /// The lines of the base that a line of the side is made of.
  struct Source: Sendable, Hashable {
    var lines: Range<Int>
    /// The characters of the base that the line has, where it is a part of one line.
    var glyphs: Range<Int>?
  }

  /// For each line of the side that is a part, or a whole of several ones, what it is made of.
  private(set) var sources: [Int: Source] = [:]

  /// For each line of the base that the side joined with another one, the line of the side.
  private(set) var joined: [Int: Int] = [:]

  /// Finds the parts.
  ///
  /// - Parameters:
  ///   - side: the lines of a side.
  ///   - base: the lines of the base.
  ///   - toBase: for each line of the side the one of the base.
  init(_ side: [Line], _ base: [Line], toBase: [Int?]) {
    let taken = toBase.inverted(count: base.count)
    for (index, old) in toBase.enumerated() {
      guard let old, let paragraph = side[index].paragraph, let before = base[old].paragraph,
        paragraph.scalars != before.scalars
      else { continue }
      findParts(around: index, of: old, side, before, toBase)
      if sources[index] == nil { findJoined(in: index, with: old, paragraph, base, taken) }
    }
  }

  /// Finds the lines beside one that are parts of the paragraph that it was made of.
  private mutating func findParts(
    around index: Int, of old: Int, _ side: [Line], _ before: Paragraph, _ toBase: [Int?]
  ) {
    let ranges = Self.ranges(around: index, in: side) { toBase[$0] == nil && sources[$0] == nil }
    for range in ranges {
      let paragraphs = range.compactMap { side[$0].paragraph }
      let partners = GlyphMatch(paragraphs.flatMap(\.scalars), before.scalars).partners
      var (start, places) = (0, [[Int]]())
      for paragraph in paragraphs {
        places.append(partners[start..<(start + paragraph.glyphs.count)].compactMap { $0 })
        start += paragraph.glyphs.count
      }
      let isPart = zip(paragraphs, places).allSatisfy { Self.isMost($1.count, of: $0.glyphs.count) }
      guard isPart else { continue }
      let starts = places.dropFirst().map { $0.first ?? 0 }
      for (line, ends) in zip(range, zip([0] + starts, starts + [before.glyphs.count])) {
        sources[line] = Source(lines: old..<(old + 1), glyphs: ends.0..<max(ends.0, ends.1))
      }
      return
    }
  }

  /// Finds the lines of the base beside one that a line has too.
  private mutating func findJoined(
    in index: Int, with old: Int, _ paragraph: Paragraph, _ base: [Line], _ taken: [Int?]
  ) {
    let ranges = Self.ranges(around: old, in: base) { taken[$0] == nil && joined[$0] == nil }
    for range in ranges {
      let paragraphs = range.compactMap { base[$0].paragraph }
      let partners = GlyphMatch(paragraphs.flatMap(\.scalars), paragraph.scalars).partners
      var start = 0
      let isPart = paragraphs.allSatisfy { part in
        defer { start += part.glyphs.count }
        let kept = partners[start..<(start + part.glyphs.count)].count { $0 != nil }
        return Self.isMost(kept, of: part.glyphs.count)
      }
      guard isPart else { continue }
      sources[index] = Source(lines: range.lowerBound..<(range.upperBound + 1))
      for line in range where line != old { joined[line] = index }
      return
    }
  }

  /// Some paragraphs as one; `nil` for none.
  static func joined(_ paragraphs: [Paragraph]) -> Paragraph? {
    guard let first = paragraphs.first else { return nil }
    return paragraphs.dropFirst().reduce(first) { $0.joined(with: $1) }
  }

  /// How many parts one paragraph has at most, on each side of the one that is found.
  private static let most = 8

  /// The ranges of at least two paragraphs around a line, the longest first; all but that line are free.
  private static func ranges(
    around line: Int, in lines: [Line], _ isFree: (Int) -> Bool
  ) -> [ClosedRange<Int>] {
    func isPart(_ line: Int) -> Bool {
      lines.indices.contains(line) && lines[line].paragraph?.isText == true && isFree(line)
    }
    var (first, last) = (line, line)
    while line - first < most, isPart(first - 1) { first -= 1 }
    while last - line < most, isPart(last + 1) { last += 1 }
    return (first...line).flatMap { start in (line...last).map { start...$0 } }
      .filter { $0.count > 1 }
      .sorted { ($0.count, -$0.lowerBound) > ($1.count, -$1.lowerBound) }
  }

  private static func isMost(_ part: Int, of count: Int) -> Bool {
    count > 3 && part * 3 >= count * 2
  }
}

extension Paragraph {
  /// Whether it is a paragraph of the text, and not one of a note.
  fileprivate var isText: Bool {
    prefix != ParagraphText.noteStart && prefix != ParagraphText.noteContinued
  }

  /// Some of its characters, with the marks that stand there.
  func piece(_ range: Range<Int>) -> Paragraph {
    var piece = self
    piece.glyphs = Array(glyphs[range])
    piece.marks = marks.compactMap { mark in
      let isHere =
        mark.isEnd
        ? mark.position > range.lowerBound && mark.position <= range.upperBound
          || mark.position == 0 && range.lowerBound == 0
        : range.contains(mark.position)
          || mark.position == range.upperBound && range.upperBound == glyphs.count
      guard isHere else { return nil }
      var mark = mark
      mark.position -= range.lowerBound
      return mark
    }
    return piece
  }

  /// The paragraph with another one behind its text.
  fileprivate func joined(with other: Paragraph) -> Paragraph {
    var joined = self
    let count = glyphs.count
    for glyph in other.glyphs {
      if let object = other.object(of: glyph) {
        joined.append(object, other.formats[glyph.format])
      } else {
        joined.append(glyph.scalar, other.formats[glyph.format])
      }
    }
    joined.marks += other.marks.map { mark in
      var mark = mark
      mark.position += count
      return mark
    }
    return joined
  }
}
