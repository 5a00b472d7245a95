/// The date on which a book was changed last, which both sides change.
enum BookDate {
  private static let start = Array("dcterms:modified\">".utf8)

  /// Both sides with the later date.
  static func settled(
    base: BookDocument, ours: BookDocument, theirs: BookDocument
  ) -> (ours: BookDocument, theirs: BookDocument) {
    let part = ours.contentsPart
    guard let old = base.contents(part), let mine = ours.contents(part),
      let other = theirs.contents(part)
    else { return (ours, theirs) }
    let dated = settled(base: old, ours: mine, theirs: other)
    return (
      ours.replacing(part, with: dated.ours), theirs.replacing(part, with: dated.theirs)
    )
  }

  private static func settled(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> (ours: [UInt8], theirs: [UInt8]) {
    guard let mine = range(in: ours), let other = range(in: theirs), let old = range(in: base),
      !ours[mine].elementsEqual(theirs[other]), !ours[mine].elementsEqual(base[old]),
      !theirs[other].elementsEqual(base[old])
    else { return (ours, theirs) }
    let isLater = ours[mine].lexicographicallyPrecedes(theirs[other])
    var (one, two) = (ours, theirs)
    if isLater {
      one.replaceSubrange(mine, with: theirs[other])
    } else {
      two.replaceSubrange(other, with: ours[mine])
    }
    return (one, two)
  }

  private static func range(in text: [UInt8]) -> Range<Int>? {
    guard text.count > start.count else { return nil }
    for place in 0..<(text.count - start.count)
    where text[place] == start[0] && text[place..<(place + start.count)].elementsEqual(start) {
      let from = place + start.count
      let end = text[from...].firstIndex(of: UInt8(ascii: "<")) ?? from
      return from..<end
    }
    return nil
  }
}
