import DocMergeCore

/// The play order and the ids of a table of contents for older readers (NCX), which each side numbers anew.
///
///     <navPoint id="np2" playOrder="2"><navLabel>…</navLabel><content src="two.xhtml"/></navPoint>
///
/// The sides are merged with the numbers of the base, and the result is numbered from 1. Tables with other numbers
/// stay as they are.
enum BookOrder {
  /// Both sides with the numbers and ids of the base at the points that it has, and ids of their own at the others.
  static func settled(
    base: BookDocument, ours: BookDocument, theirs: BookDocument
  ) -> (ours: BookDocument, theirs: BookDocument) {
    var (one, two) = (ours, theirs)
    for section in base.sections where section.name.hasSuffix(".ncx") {
      guard let mine = ours.contents(section.name), let other = theirs.contents(section.name),
        mine != section.contents, other != section.contents, mine != other,
        let old = points(of: section.contents), let new = points(of: mine),
        let others = points(of: other)
      else { continue }
      let known = Dictionary(old.map { ($0.source, $0) }) { one, _ in one }
      var taken = Set(old.map(\.id))
      one = one.replacing(
        section.name, with: renumbered(mine, new, known, &taken))
      two = two.replacing(
        section.name, with: renumbered(other, others, known, &taken))
    }
    return (one, two)
  }

  /// A merged table with its points numbered from 1; the table itself where no side's are.
  static func numbered(_ table: [UInt8], like inputs: [[UInt8]?]) -> [UInt8] {
    guard !inputs.contains(table), inputs.allSatisfy({ $0.map { points(of: $0) != nil } ?? true }),
      let found = points(of: table, inOrder: false)
    else { return table }
    var result = table
    for (index, point) in found.enumerated().reversed() {
      result.replaceSubrange(point.orderPlace, with: Array("\(index + 1)".utf8))
    }
    return result
  }

  // MARK: - Points

  private struct Point {
    let idPlace: Range<Int>
    let orderPlace: Range<Int>
    let id: [UInt8]
    let order: [UInt8]
    /// The part that the point leads to, and the place in it.
    let source: [UInt8]
  }

  /// The points of a table; `nil` where they are not numbered from 1, each once, or one is not understood.
  private static func points(of table: [UInt8], inOrder: Bool = true) -> [Point]? {
    var found: [Point] = []
    var place = 0
    while let tag = table[place...].firstRange(of: Array("<navPoint".utf8)) {
      guard let end = table[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
        let id = value(of: "id", in: table, tag.upperBound..<end),
        let order = value(of: "playOrder", in: table, tag.upperBound..<end),
        let source = value(of: "src", in: table, end..<table.count)
      else { return nil }
      found.append(
        Point(
          idPlace: id, orderPlace: order, id: Array(table[id]), order: Array(table[order]),
          source: Array(table[source])))
      place = end
    }
    let isNumbered = found.enumerated().allSatisfy { Array("\($0 + 1)".utf8) == $1.order }
    return found.isEmpty || inOrder && !isNumbered ? nil : found
  }

  /// The value of the first attribute of a name within some bytes.
  private static func value(
    of name: String, in table: [UInt8], _ range: Range<Int>
  ) -> Range<Int>? {
    guard let start = table[range].firstRange(of: Array(" \(name)=\"".utf8))?.upperBound,
      let end = table[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return start..<end
  }

  private static func renumbered(
    _ table: [UInt8], _ points: [Point], _ known: [[UInt8]: Point], _ taken: inout Set<[UInt8]>
  ) -> [UInt8] {
    var changes: [(place: Range<Int>, text: [UInt8])] = []
    for point in points {
      var (id, order) = (point.id, point.order)
      if let old = known[point.source] {
        (id, order) = (old.id, old.order)
      } else {
        var number = 2
        while !taken.insert(id).inserted {
          id = point.id + Array("-\(number)".utf8)
          number += 1
        }
      }
      changes += [(point.idPlace, id), (point.orderPlace, order)]
    }
    var result = table
    for (place, text) in changes.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
      result.replaceSubrange(place, with: text)
    }
    return result
  }
}
