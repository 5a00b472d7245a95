/// Makes a document of a text: everything else is taken from the versions that the text's lines are from.
struct Composition {
  /// A line of the result, and the lines that it was made of.
  struct ComposedLine {
    var line: Line
    var base: Int?
    var ours: Int?
    var theirs: Int?
    /// What both sides changed differently, and the text does not show.
    var conflicts: Set<String>
  }

  /// A line of the base that one side deleted and the other formatted.
  struct LostLine: Hashable {
    var base: Int
    var side: Side
    /// The line of that side.
    var line: Int
    /// Behind which line of the result it would stand; -1: before the first one.
    var place: Int
  }

  private(set) var base: DocumentLines
  private(set) var ours: DocumentLines
  private(set) var theirs: DocumentLines
  private let oursToBase: [Int?]
  private let theirsToBase: [Int?]
  /// The paragraphs that a side split or joined.
  private let pieces: (ours: ParagraphPieces, theirs: ParagraphPieces)

  /// For each line of the base the one of ours.
  var oursOfBase: [Int?] { oursToBase.inverted(count: base.shown.count) }

  /// For each line of the base the one of theirs.
  var theirsOfBase: [Int?] { theirsToBase.inverted(count: base.shown.count) }

  init(base: DocumentLines, ours: DocumentLines, theirs: DocumentLines) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    oursToBase = LineMatch(ours.shown.map(\.text), base.shown.map(\.text)).partners
    theirsToBase = LineMatch(theirs.shown.map(\.text), base.shown.map(\.text)).partners
    for (index, old) in oursToBase.enumerated() {
      if let old { self.ours.shown[index].settleNoise(like: base.shown[old].line) }
    }
    for (index, old) in theirsToBase.enumerated() {
      if let old { self.theirs.shown[index].settleNoise(like: base.shown[old].line) }
    }
    let lines = base.shown.map(\.line)
    pieces = (
      ParagraphPieces(self.ours.shown.map(\.line), lines, toBase: oursToBase),
      ParagraphPieces(self.theirs.shown.map(\.line), lines, toBase: theirsToBase)
    )
    settlePrefixes()
    let tables = TableColumns(
      base: self.base, ours: self.ours, theirs: self.theirs, oursToBase: oursToBase,
      theirsToBase: theirsToBase)
    (self.base, self.ours, self.theirs) = (tables.base, tables.ours, tables.theirs)
  }

  /// Shows a paragraph that one side made a heading or an item as such in all versions.
  ///
  /// Then the words are merged as if nothing else had changed; the style is merged with the formatting.
  private mutating func settlePrefixes() {
    let fromBase = theirsToBase.inverted(count: base.shown.count)
    for (mine, old) in oursToBase.enumerated() {
      guard let old, let other = fromBase[old],
        let before = base.shown[old].line.paragraph?.prefix,
        let one = ours.shown[mine].line.paragraph?.prefix,
        let two = theirs.shown[other].line.paragraph?.prefix, one != two,
        one == before || two == before
      else { continue }
      let prefix = one == before ? two : one
      base.shown[old].show(prefix)
      ours.shown[mine].show(prefix)
      theirs.shown[other].show(prefix)
    }
  }

  /// The lines of the document that says what a text says.
  ///
  /// - Parameter texts: the lines of the text.
  /// - Returns: a line for each.
  /// - Throws: ``OfficeRefusal/unaccounted(in:)`` for a line that cannot be made.
  func lines(_ texts: [String]) throws(OfficeRefusal) -> [ComposedLine] {
    try lines(texts) { _, _ in nil }
  }

  /// The lines of a document whose conflicts a person decided.
  ///
  /// - Parameters:
  ///   - texts: the lines of the text.
  ///   - words: the formatting named behind each line, by which its side is found; `nil` for none.
  /// - Returns: a line for each.
  /// - Throws: ``OfficeRefusal/unaccounted(in:)`` for a line that cannot be made.
  func lines(_ texts: [String], words: [String?]) throws(OfficeRefusal) -> [ComposedLine] {
    try lines(texts) { index, sources in
      if let words = words[index] {
        if words == "unchanged", sources.base != nil { return .base }
        let said = FormatWords.changes(
          from: sources.base, ours: sources.ours, theirs: sources.theirs)
        return said.ours != words && said.theirs == words ? .theirs : .ours
      }
      // What both sides changed in a line is named behind it, unless its words are in conflict too.
      let said = ParagraphText(texts[index])
      let (mine, other) = (
        sources.ours?.paragraph.map { ParagraphText($0) },
        sources.theirs?.paragraph.map { ParagraphText($0) }
      )
      if mine == said || other == said { return mine == said ? .ours : .theirs }
      return mine?.scalars != said.scalars && other?.scalars == said.scalars ? .theirs : .ours
    }
  }

  /// The lines of a document whose conflicts a person decided, of a text with formatting named behind lines.
  ///
  /// - Throws: ``OfficeRefusal/unaccounted(in:)`` for a line that cannot be made.
  func lines(annotated texts: [String]) throws(OfficeRefusal) -> [ComposedLine] {
    let said = annotated(texts)
    return try lines(said.map(\.text), words: said.map(\.words))
  }

  /// The lines of a text, and the formatting that is named behind them.
  func annotated(_ texts: [String]) -> [AnnotatedLine] {
    let plain = Set([base, ours, theirs].flatMap { $0.shown.map(\.text) })
    // A line of a version that only looks as if something were named behind it is that line.
    return texts.map {
      plain.contains($0) ? AnnotatedLine($0, words: nil) : AnnotatedLine($0)
    }
  }

  /// The versions of one line.
  private typealias Sources = (base: Line?, ours: Line?, theirs: Line?)

  private func lines(
    _ texts: [String], preferring preferred: (Int, Sources) -> Side?
  ) throws(OfficeRefusal) -> [ComposedLine] {
    let fromBase = LineMatch(texts, base.shown.map(\.text)).partners
    let fromOurs = LineMatch(texts, ours.shown.map(\.text)).partners
    let fromTheirs = LineMatch(texts, theirs.shown.map(\.text)).partners
    var lines: [ComposedLine] = []
    for (index, text) in texts.enumerated() {
      let (mine, other) = (fromOurs[index], fromTheirs[index])
      let old =
        mine.flatMap { oursToBase[$0] } ?? other.flatMap { theirsToBase[$0] }
        ?? fromBase[index]
      // A version of another line of the base has the formatting of that one.
      let isAlien = other.flatMap { theirsToBase[$0] }.map { $0 != old } ?? false
      var sources: Sources = (
        base: old.map { base.shown[$0].line }, ours: mine.map { ours.shown[$0].line },
        theirs: isAlien && mine != nil ? nil : other.map { theirs.shown[$0].line }
      )
      settlePieces(of: mine, other, in: &sources)
      let preferred = preferred(index, sources)
      if preferred == .base { (sources.ours, sources.theirs) = (nil, nil) }
      if sources.ours == nil, sources.theirs == nil, sources.base == nil {
        sources.ours = example(for: text, behind: lines.last)
      }
      let hasPrefix = Self.hasPrefix(of: text, in: sources)
      let merge = LineMerge(
        text, base: sources.base, ours: sources.ours, theirs: sources.theirs,
        example: hasPrefix ? nil : example(for: text, behind: lines.last), preferring: preferred,
        columns: columns(old, mine, other))
      guard let line = merge.merged, DocumentLines.text(of: line) == text else {
        throw .unaccounted(in: TextPlaces(texts).words(at: index))
      }
      lines.append(
        ComposedLine(
          line: line, base: old, ours: mine, theirs: sources.theirs == nil ? nil : other,
          conflicts: merge.conflicts))
    }
    return lines
  }

  /// Whether a version of the line is no paragraph, or has the prefix of a text.
  private static func hasPrefix(of text: String, in sources: Sources) -> Bool {
    let prefix = ParagraphText(text).prefix
    return [sources.base, sources.ours, sources.theirs].contains {
      $0.map { $0.paragraph.map { $0.prefix == prefix } ?? true } ?? false
    }
  }

  /// The columns that a row of the base, of ours and of theirs is shown with.
  private func columns(_ base: Int?, _ ours: Int?, _ theirs: Int?) -> [[Int?]?] {
    [
      base.flatMap { self.base.shown[$0].columns }, ours.flatMap { self.ours.shown[$0].columns },
      theirs.flatMap { self.theirs.shown[$0].columns },
    ]
  }

  /// Takes the parts of a paragraph, or several ones, where one side split or joined paragraphs.
  private func settlePieces(of mine: Int?, _ other: Int?, in sources: inout Sources) {
    switch (mine.flatMap { pieces.ours.sources[$0] }, other.flatMap { pieces.theirs.sources[$0] }) {
    case (let source?, nil):
      (sources.base, sources.theirs) =
        parts(
          of: source, like: sources.ours, in: theirs, theirsOfBase, pieces.theirs)
        ?? (sources.base, sources.theirs)
    case (nil, let source?):
      (sources.base, sources.ours) =
        parts(
          of: source, like: sources.theirs, in: ours, oursOfBase, pieces.ours)
        ?? (sources.base, sources.ours)
    default: break
    }
  }

  /// What the base and the other side have of a paragraph that a side split or joined.
  ///
  /// - Parameters:
  ///   - source: what the paragraph is made of.
  ///   - line: the paragraph.
  ///   - side: the lines of the other side.
  ///   - ofBase: for each line of the base the one of the other side.
  ///   - others: the paragraphs that the other side split or joined.
  /// - Returns: the parts; `nil` where both sides split or joined it, or the other one deleted it.
  private func parts(
    of source: ParagraphPieces.Source, like line: Line?, in side: DocumentLines, _ ofBase: [Int?],
    _ others: ParagraphPieces
  ) -> (Line?, Line?)? {
    let isShared = others.sources.values.contains { $0.lines.overlaps(source.lines) }
    let old = source.lines.compactMap { base.shown[$0].line.paragraph }
    let new = source.lines.compactMap { ofBase[$0].flatMap { side.shown[$0].line.paragraph } }
    guard !isShared, old.count == source.lines.count, new.count == old.count,
      var before = ParagraphPieces.joined(old), var after = ParagraphPieces.joined(new)
    else { return nil }
    if let glyphs = source.glyphs {
      let partners = GlyphMatch(before.scalars, after.scalars).partners
      let places = [glyphs.lowerBound, glyphs.upperBound].map { end in
        end == 0 ? 0 : partners[end...].lazy.compactMap { $0 }.first ?? after.glyphs.count
      }
      (before, after) = (before.piece(glyphs), after.piece(places[0]..<max(places[0], places[1])))
    }
    if let joint = line?.paragraph?.joint { (before.joint, after.joint) = (joint, joint) }
    return (.paragraph(before), .paragraph(after))
  }

  /// A line that a new one is made like: the one before, or the first one that is shown as the new one.
  private func example(for text: String, behind last: ComposedLine?) -> Line? {
    func isLike(_ line: Line) -> Bool {
      switch line {
      case .paragraph(let paragraph):
        !text.hasPrefix("|") && !text.hasPrefix("::::")
          && paragraph.prefix == ParagraphText(text).prefix
      case .row(let row): RowText(text)?.cells.count == row.cells.count
      default: false
      }
    }
    if let last, isLike(last.line) { return last.line.withoutObjects }
    return [ours, theirs, base].lazy.flatMap(\.shown).first { isLike($0.line) }
      .map(\.line.withoutObjects)
  }

  /// What a side changed without showing it, in lines that the result does not have.
  func lostLines(_ lines: [ComposedLine]) -> [LostLine] {
    lost(of: .ours, lines) + lost(of: .theirs, lines)
  }

  private func lost(of side: Side, _ lines: [ComposedLine]) -> [LostLine] {
    let (toBase, shown) =
      side == .ours ? (oursToBase, ours.shown) : (theirsToBase, theirs.shown)
    guard !(side == .ours ? theirs : ours).shown.isEmpty else { return [] }
    let joined = side == .ours ? pieces.theirs.joined : pieces.ours.joined
    let others = Set(lines.compactMap { side == .ours ? $0.theirs : $0.ours })
    let used = Set(lines.compactMap { side == .ours ? $0.ours : $0.theirs })
    var places: [Int: Int] = [:]
    for (index, line) in lines.enumerated() {
      if let old = line.base { places[old] = index }
    }
    return toBase.enumerated().compactMap { index, old in
      guard let old, !used.contains(index), places[old] == nil,
        !shown[index].isUnchanged(from: base.shown[old])
      else { return nil }
      // What the other side joined with its neighbour is there.
      if let whole = joined[old], others.contains(whole),
        shown[index].line.paragraph?.properties == base.shown[old].line.paragraph?.properties
      {
        return nil
      }
      let before = (0..<old).reversed().lazy.compactMap { places[$0] }.first
      return LostLine(base: old, side: side, line: index, place: before ?? -1)
    }
  }
}

extension Line {
  /// The line as an example for a new one, which brings nothing along that stands once.
  fileprivate var withoutObjects: Line {
    func cleared(_ paragraph: Paragraph) -> Paragraph {
      var paragraph = paragraph
      let kept = paragraph.glyphs.filter { $0.object == nil }
      (paragraph.glyphs, paragraph.objects, paragraph.marks) = (kept, [], [])
      return paragraph
    }
    switch self {
    case .paragraph(let paragraph): return .paragraph(cleared(paragraph))
    case .row(var row):
      for index in row.cells.indices {
        row.cells[index].paragraphs = row.cells[index].paragraphs.map(cleared)
      }
      return .row(row)
    default: return self
    }
  }
}

extension Line {
  /// The line with each of its paragraphs changed.
  func mapParagraphs(_ change: (inout Paragraph) -> Void) -> Line {
    switch self {
    case .paragraph(var paragraph):
      change(&paragraph)
      return .paragraph(paragraph)
    case .row(var row):
      for cell in row.cells.indices {
        for index in row.cells[cell].paragraphs.indices {
          change(&row.cells[cell].paragraphs[index])
        }
      }
      return .row(row)
    default: return self
    }
  }
}
