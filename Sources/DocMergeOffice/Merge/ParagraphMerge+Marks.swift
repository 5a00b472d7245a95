import DocMergeArchive

extension ParagraphMerge {
  /// Merges what has no width, such as the starts and ends of bookmarks and comments.
  mutating func mergeMarks() {
    let sides = (base: base?.marks ?? [], ours: ours?.marks ?? [], theirs: theirs?.marks ?? [])
    let keys = (base: Set(sides.base.map(\.key)), ours: Set(sides.ours.map(\.key)))
    var placed: [Paragraph.Mark] = []
    let theirKeys = Set(sides.theirs.map(\.key))
    let places = (
      ours: fromOurs.inverted(count: ours?.glyphs.count ?? 0),
      theirs: fromTheirs.inverted(count: theirs?.glyphs.count ?? 0)
    )
    let changed = marksOnlyTheirsChanged
    for mark in sides.ours {
      // What theirs took away is gone; where theirs has no such paragraph it took nothing away.
      if theirs != nil, keys.base.contains(mark.key), !theirKeys.contains(mark.key) { continue }
      if let other = changed[mark.key] {
        placed.append(other.moved(to: places.theirs))
      } else {
        var placedMark = mark.moved(to: places.ours)
        placedMark.element = mergedElement(of: mark)
        placed.append(placedMark)
      }
    }
    for mark in sides.theirs where !keys.ours.contains(mark.key) {
      if ours != nil, keys.base.contains(mark.key) { continue }
      placed.append(mark.moved(to: places.theirs))
    }
    if ours == nil, theirs == nil { placed = sides.base }
    merged.marks = placed.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  /// The marks that theirs moved or changed while ours left them where they were.
  private var marksOnlyTheirsChanged: [String: Paragraph.Mark] {
    guard let base, let ours, let theirs else { return [:] }
    let old = Dictionary(base.marks.map { ($0.key, $0) }) { first, _ in first }
    func changed(_ side: Paragraph, _ toBase: [Int?]) -> [String: Paragraph.Mark] {
      Dictionary(
        side.marks.compactMap { mark in
          guard let before = old[mark.key] else { return nil }
          let there = mark.moved(to: toBase, count: base.glyphs.count)
          let isSame =
            there.position == before.position && mark.element == before.element
            && mark.format == before.format
          return isSame ? nil : (mark.key, mark)
        }
      ) { first, _ in first }
    }
    let mine = changed(ours, oursToBase)
    return changed(theirs, theirsToBase).filter { mine[$0.key] == nil }
  }

  /// What a mark of ours says, with what theirs changed in it: a comment that one side answered or resolved.
  private mutating func mergedElement(of mark: Paragraph.Mark) -> XMLElement {
    guard let other = theirs?.marks.first(where: { $0.key == mark.key })?.element,
      let old = base?.marks.first(where: { $0.key == mark.key })?.element
    else { return mark.element }
    if let merged = XMLElement.merged(base: old, ours: mark.element, theirs: other) {
      return merged
    }
    if preferred == nil { noteConflict(mark.element.name) }
    return preferred == .theirs ? other : mark.element
  }
}

extension XMLElement {
  /// An element with what each side changed of its attributes and of those in it; `nil` where both changed one.
  static func merged(base: XMLElement, ours: XMLElement, theirs: XMLElement) -> XMLElement? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    guard ours.name == theirs.name else { return nil }
    var merged = ours
    for name in Set((base.attributes + theirs.attributes).map(\.name)).sorted()
    where theirs[name] != base[name] {
      guard ours[name] == base[name] || ours[name] == theirs[name] else { return nil }
      merged[name] = theirs[name]
    }
    if theirs.children == base.children { return merged }
    if ours.children == base.children {
      merged.children = theirs.children
      return merged
    }
    guard let children = mergedChildren(base, ours, theirs) else { return nil }
    merged.children = children
    return merged
  }

  /// The elements in an element, by their names; `nil` where one has text, or several of a name.
  private static func mergedChildren(
    _ base: XMLElement, _ ours: XMLElement, _ theirs: XMLElement
  ) -> [Child]? {
    let versions = [base, ours, theirs]
    guard
      versions.allSatisfy({ element in
        element.elements.count == element.children.count
          && Set(element.elements.map(\.name)).count == element.elements.count
      })
    else { return ours.children == theirs.children ? ours.children : nil }
    var merged: [Child] = []
    for element in ours.elements {
      let (old, other) = (base.first(element.name), theirs.first(element.name))
      switch (old, other) {
      case (let old?, let other?):
        guard let both = Self.merged(base: old, ours: element, theirs: other) else { return nil }
        merged.append(.element(both))
      case (nil, let other?):
        guard other == element else { return nil }
        merged.append(.element(element))
      case (let old?, nil): guard old == element else { return nil }
      case (nil, nil): merged.append(.element(element))
      }
    }
    for (place, element) in theirs.elements.enumerated() where ours.first(element.name) == nil {
      guard let old = base.first(element.name) else {
        merged.insert(.element(element), at: min(place, merged.count))
        continue
      }
      guard old == element else { return nil }
    }
    return merged
  }
}

extension Paragraph.Mark {
  /// The mark in another text; an end stays with the character before it, a start with the one behind it.
  ///
  /// - Parameters:
  ///   - places: for each character of its text the one of the other text.
  ///   - count: how many characters the other text has, where a mark at the end stays at the end.
  /// - Returns: the mark, at its place there.
  func moved(to places: [Int?], count: Int? = nil) -> Paragraph.Mark {
    var mark = self
    func place(_ glyph: Int) -> Int? { places.indices.contains(glyph) ? places[glyph] : nil }
    if let count, position == places.count {
      mark.position = count
      return mark
    }
    if !isEnd, let start = place(position) {
      mark.position = start
      return mark
    }
    // The words that replaced the last ones before an end stand before it, too.
    if isEnd, position > 0, place(position - 1) == nil, let behind = place(position) {
      mark.position = behind
      return mark
    }
    for glyph in (0..<position).reversed() {
      if let before = place(glyph) {
        mark.position = before + 1
        return mark
      }
    }
    mark.position = 0
    return mark
  }

  /// Whether it ends what another mark starts.
  var isEnd: Bool { key.hasSuffix(":end") }
}
