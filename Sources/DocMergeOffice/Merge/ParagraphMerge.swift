import DocMergeArchive
import DocMergeCore

/// Puts the formatting of two sides on a text that was merged.
///
/// The text is merged before. Formatting, objects and marks are merged here character by character, and the
/// properties of the paragraph one by one.
struct ParagraphMerge {
  /// What the merged paragraph says.
  let text: ParagraphText
  let base: Paragraph?
  let ours: Paragraph?
  let theirs: Paragraph?
  /// A paragraph of the kind that a person made of this one; `nil` where it is of the kind of a version.
  let example: Paragraph?
  /// The side whose formatting is taken where both changed it.
  let preferred: Side?

  /// The paragraph, and what both sides changed differently.
  var merged = Paragraph()
  private(set) var conflicts: Set<String> = []

  private(set) var fromOurs: [Int?] = []
  private(set) var fromTheirs: [Int?] = []
  /// The characters of the base that are also in the text where neither side has them.
  private var fromBase: [Int?] = []
  private(set) var oursToBase: [Int?] = []
  private(set) var theirsToBase: [Int?] = []

  init(
    _ text: ParagraphText, base: Paragraph?, ours: Paragraph?, theirs: Paragraph?,
    example: Paragraph? = nil, preferring preferred: Side? = nil
  ) {
    (self.text, self.base, self.ours, self.theirs) = (text, base, ours, theirs)
    self.example = example
    self.preferred = preferred
    if var known {
      known.joint = joint
      merged = known
      return
    }
    merged.joint = joint
    matchAll()
    mergeProperties()
    mergeGlyphs()
    mergeMarks()
    findLostFormatting()
    if preferred != nil { conflicts = [] }
  }

  /// Puts the formatting of all versions on a text that holds the characters of each of them.
  init(_ alignment: TrackedAlignment, base: Paragraph, ours: Paragraph?, theirs: Paragraph?) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    (example, preferred) = (nil, nil)
    let pieces = alignment.pieces
    var text = ParagraphText(base)
    if let ours, ours.prefix != base.prefix { text.prefix = ours.prefix }
    if let theirs, theirs.prefix != base.prefix { text.prefix = theirs.prefix }
    text.scalars = pieces.map { piece in
      piece.base.map { base.glyphs[$0].scalar } ?? piece.ours.flatMap { ours?.glyphs[$0].scalar }
        ?? piece.theirs.flatMap { theirs?.glyphs[$0].scalar } ?? " "
    }
    self.text = text
    (fromBase, fromOurs, fromTheirs) = (
      pieces.map(\.base), pieces.map(\.ours), pieces.map(\.theirs)
    )
    oursToBase = Self.partners(fromOurs, fromBase, count: ours?.glyphs.count)
    theirsToBase = Self.partners(fromTheirs, fromBase, count: theirs?.glyphs.count)
    merged.joint = joint
    mergeProperties()
    mergeGlyphs()
    mergeMarks()
  }

  /// For each character of a version the one of another version, by a text that holds both.
  private static func partners(_ version: [Int?], _ other: [Int?], count: Int?) -> [Int?] {
    var partners = [Int?](repeating: nil, count: count ?? 0)
    for (index, partner) in zip(version, other) {
      if let index { partners[index] = partner }
    }
    return partners
  }

  /// The paragraph of one side, where the other changed nothing in it.
  private var known: Paragraph? {
    func isIt(_ paragraph: Paragraph) -> Bool { ParagraphText(paragraph) == text }
    switch (ours, theirs) {
    case (let ours?, nil): return isIt(ours) ? ours : nil
    case (nil, let theirs?): return isIt(theirs) ? theirs : nil
    case (let ours?, let theirs?):
      if isIt(ours), theirs.isSame(as: ours) || base.map(theirs.isSame) == true { return ours }
      return isIt(theirs) && base.map(ours.isSame) == true ? theirs : nil
    case (nil, nil): return base.flatMap { isIt($0) ? $0 : nil }
    }
  }

  /// How the paragraph goes on from the one before: as the side has it that changed that.
  private var joint: Paragraph.Joint {
    guard let ours, let theirs, let base else {
      return (ours ?? theirs ?? base)?.joint ?? Paragraph.Joint()
    }
    return ours.joint.isSame(as: base.joint) ? theirs.joint : ours.joint
  }

  private mutating func matchAll() {
    let nothing = [Int?](repeating: nil, count: text.scalars.count)
    let old = base?.scalars ?? []
    fromOurs = ours.map { GlyphMatch(text.scalars, $0.scalars).partners } ?? nothing
    fromTheirs = theirs.map { GlyphMatch(text.scalars, $0.scalars).partners } ?? nothing
    oursToBase = ours.map { GlyphMatch($0.scalars, old).partners } ?? []
    theirsToBase = theirs.map { GlyphMatch($0.scalars, old).partners } ?? []
  }

  private mutating func mergeProperties() {
    merged.prefix = text.prefix
    if let example {
      merged.properties = example.properties
      return
    }
    // Of two styles the one is meant that the text shows.
    let isOurs = ours?.prefix == text.prefix
    let shown: Side? =
      isOurs == (theirs?.prefix == text.prefix) ? preferred : isOurs ? .ours : .theirs
    switch (ours, theirs) {
    case (let ours?, let theirs?):
      let (properties, names) = Properties.merged(
        base: base?.properties, ours: ours.properties, theirs: theirs.properties,
        preferring: preferred == nil ? nil : shown)
      merged.properties = properties
      conflicts.formUnion(names)
    default: merged.properties = (ours ?? theirs ?? base)?.properties ?? Properties()
    }
  }

  // MARK: - Characters

  /// The character of the base that one of the merged text is.
  private func baseGlyph(of glyph: Int) -> Int? {
    fromOurs[glyph].flatMap { oursToBase[$0] } ?? fromTheirs[glyph].flatMap { theirsToBase[$0] }
      ?? (fromBase.isEmpty ? nil : fromBase[glyph])
  }

  private mutating func mergeGlyphs() {
    let old = text.scalars.indices.map(baseGlyph)
    let changes = (ours: changes(of: ours, oursToBase), theirs: changes(of: theirs, theirsToBase))
    let around = Neighbours(old)
    let replaced = replacedFormats(changes.ours, changes.theirs)
    for index in text.scalars.indices {
      var format = format(of: index, base: old[index])
      if old[index] == nil, let (before, after) = around[index] {
        // A word that one side wrote within what the other made bold is bold.
        let other = fromOurs[index] != nil ? changes.theirs : changes.ours
        if let change = other[before], !change.isEmpty, other[after] == change {
          format = format.applying(change)
        } else if let change = replaced[index] {
          format = format.applying(change)
        }
      }
      if let object = object(at: index, base: old[index]) {
        merged.append(object, format)
      } else {
        merged.append(text.scalars[index], format)
      }
    }
  }

  /// What the other side changed of all the words that a side replaced, for each character of the new ones.
  private func replacedFormats(
    _ ours: [Int: PropertyChange], _ theirs: [Int: PropertyChange]
  ) -> [Int: PropertyChange] {
    guard let base, !(ours.values.allSatisfy(\.isEmpty) && theirs.values.allSatisfy(\.isEmpty))
    else { return [:] }
    let (old, new) = (base.scalars, text.scalars)
    let (words, others) = (GlyphMatch.words(of: old), GlyphMatch.words(of: new))
    var found: [Int: PropertyChange] = [:]
    for hunk in diff(base: words.map { old[$0] }, other: others.map { new[$0] }) {
      let glyphs = words[hunk.base].joined()
      guard let first = glyphs.first else { continue }
      for index in others[hunk.other].joined() {
        let changes = fromOurs[index] != nil ? theirs : ours
        guard fromOurs[index] == nil || fromTheirs[index] == nil, let change = changes[first],
          !change.isEmpty, glyphs.allSatisfy({ changes[$0] == change })
        else { continue }
        found[index] = change
      }
    }
    return found
  }

  /// What a side changed of the formatting of each character of the base that it kept.
  private func changes(of side: Paragraph?, _ toBase: [Int?]) -> [Int: PropertyChange] {
    guard let side, let base else { return [:] }
    var changes: [Int: PropertyChange] = [:]
    for (index, old) in toBase.enumerated() {
      guard let old else { continue }
      changes[old] = PropertyChange(from: base.format(of: old), to: side.format(of: index))
    }
    return changes
  }

  private mutating func format(of glyph: Int, base old: Int?) -> Properties {
    let mine = fromOurs[glyph].flatMap { index in ours?.format(of: index) }
    let other = fromTheirs[glyph].flatMap { index in theirs?.format(of: index) }
    switch (mine, other) {
    case (let mine?, let other?):
      let (format, names) = Properties.merged(
        base: old.flatMap { index in base?.format(of: index) }, ours: mine, theirs: other,
        preferring: preferred)
      conflicts.formUnion(names)
      return format
    case (let format?, nil), (nil, let format?): return format
    case (nil, nil):
      return old.flatMap { index in base?.format(of: index) } ?? formatAround(glyph)
    }
  }

  /// The formatting of what a person typed: that of the character before, or of the one behind.
  private func formatAround(_ glyph: Int) -> Properties {
    if let last = merged.glyphs.last { return merged.formats[last.format] }
    for index in glyph..<text.scalars.count {
      if let mine = fromOurs[index], let ours { return ours.format(of: mine) }
      if let other = fromTheirs[index], let theirs { return theirs.format(of: other) }
    }
    let any = ours ?? theirs ?? base
    return any.flatMap { $0.glyphs.isEmpty ? nil : $0.format(of: 0) } ?? Properties()
  }

  private mutating func object(at glyph: Int, base old: Int?) -> TextObject? {
    func found(_ paragraph: Paragraph?, _ index: Int?) -> TextObject? {
      guard let paragraph, let index else { return nil }
      return paragraph.object(of: paragraph.glyphs[index])
    }
    let mine = found(ours, fromOurs[glyph])
    let other = found(theirs, fromTheirs[glyph])
    let before = found(base, old)
    guard let mine else { return other ?? (fromOurs[glyph] == nil ? before : nil) }
    // The lines of a note are merged where they stand.
    guard let other, other.element != mine.element, other.element != before?.element else {
      return mine
    }
    if mine.element == before?.element { return other }
    if let before,
      let both = XMLElement.merged(
        base: before.element, ours: mine.element, theirs: other.element)
    {
      var merged = mine
      merged.element = both
      return merged
    }
    if preferred == nil { conflicts.insert("\(mine.kind)") }
    return preferred == .theirs ? other : mine
  }

  /// Notes what both sides changed differently.
  mutating func noteConflict(_ name: String) { conflicts.insert(name) }

  // MARK: - What would be lost

  /// Finds what a side formatted, all of which is gone from the text.
  private mutating func findLostFormatting() {
    let kept = Set(text.scalars.indices.compactMap(baseGlyph))
    for (side, toBase) in [(ours, oursToBase), (theirs, theirsToBase)] {
      let changes = changes(of: side, toBase)
      let changed = changes.filter { !$0.value.isEmpty }.keys.sorted()
      for (index, old) in toBase.enumerated() {
        guard let old, !kept.contains(old), let side, let base,
          let object = side.object(of: side.glyphs[index]),
          object.element != base.object(of: base.glyphs[old])?.element
        else { continue }
        conflicts.insert("\(object.kind)")
      }
      for run in changed.runs where !run.contains(where: kept.contains) {
        conflicts.formUnion(run.flatMap { changes[$0].map { Array($0.values.keys) } ?? [] })
      }
    }
  }
}

/// For each character that is new, the ones of the base that stand before and behind it.
private struct Neighbours {
  private var before: [Int?]
  private var behind: [Int?]

  init(_ old: [Int?]) {
    before = old
    behind = old
    for index in old.indices.dropFirst() where before[index] == nil {
      before[index] = before[index - 1]
    }
    for index in old.indices.dropLast().reversed() where behind[index] == nil {
      behind[index] = behind[index + 1]
    }
  }

  subscript(index: Int) -> (Int, Int)? {
    guard let one = before[index], let other = behind[index] else { return nil }
    return (one, other)
  }
}

extension [Int] {
  /// Numbers that follow each other, each such run.
  fileprivate var runs: [ArraySlice<Int>] {
    var runs: [ArraySlice<Int>] = []
    var start = 0
    for index in indices where index + 1 == count || self[index + 1] != self[index] + 1 {
      runs.append(self[start...index])
      start = index + 1
    }
    return runs
  }
}
