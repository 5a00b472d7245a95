package import DocMergeCore
import DocMergeLanguage

/// A conflict of a document: where it stands, and what each side has there.
package struct ConflictPlace: Sendable, Hashable {
  /// The place, such as `under “Costs”, row 3 of table 1, cell 2`.
  package let place: String
  /// The text of each side there, around the difference; `nil` where it has nothing.
  package let ours: String?
  package let theirs: String?
}

extension OfficeMerge {
  /// How many conflicts are described; a person decides the first ones before they ask for others.
  private static let described = 50

  /// The conflicts that a merge left, in order; of many only the first ones with their places.
  package func conflicts(of merge: LayeredMerge) -> [ConflictPlace] {
    let texts = [merge.texts.base, merge.texts.ours, merge.texts.theirs]
    let lines = texts.map { DocumentLines.lines(of: $0).map { AnnotatedLine($0).text } }
    let places = lines.map { TextPlaces($0, isWorkbook: isWorkbook) }
    return merge.contents.conflicts.enumerated().map { number, conflict in
      guard number < Self.described else {
        return ConflictPlace(place: "", ours: nil, theirs: nil)
      }
      let slices = [conflict.base ?? [], conflict.ours, conflict.theirs]
      let all = slices.map { DocumentLines.lines(of: Array($0)) }
      let index = Self.contested(all)
      let said = all.map { index < $0.count ? $0[index] : $0.first }
      let version = [1, 2, 0].first { said[$0] != nil } ?? 1
      let start = Self.line(at: slices[version].startIndex, in: texts[version])
      let line = min(start + min(index, max(0, all[version].count - 1)), lines[version].count - 1)
      let shown = Self.shown(said[1], said[2])
      return ConflictPlace(
        place: places[version].words(at: line, cells: Self.cells(said)), ours: shown.0,
        theirs: shown.1)
    }
  }

  /// The first line of a conflict that both sides changed differently, where lines follow each other alike.
  private static func contested(_ versions: [[String]]) -> Int {
    guard Set(versions.map(\.count)).count == 1 else { return 0 }
    let index = versions[0].indices.first { index in
      Set(versions.map { $0[index] }).count == 3
    }
    return index ?? 0
  }

  /// How many lines that say something end before a place.
  private static func line(at offset: Int, in text: [UInt8]) -> Int {
    let before = text.prefix(max(0, offset))
    let isWithin = before.last.map { $0 != 0x0A } ?? false
    return before.split(separator: 0x0A).count - (isWithin ? 1 : 0)
  }

  /// The cells of a row that the versions have differently; none where these are no rows of one width.
  private static func cells(_ said: [String?]) -> [Int] {
    let rows = said.map { $0.flatMap { SheetLine(AnnotatedLine($0).text)?.cells } }
    let pairs = [(rows[1], rows[2]), (rows[0], rows[2]), (rows[0], rows[1])]
    for case (let one?, let other?) in pairs where one.count == other.count {
      return one.indices.filter { one[$0] != other[$0] }
    }
    return []
  }

  // MARK: - Words

  private static let width = 60

  /// The texts of two sides, cut to the difference.
  private static func shown(_ ours: String?, _ theirs: String?) -> (String?, String?) {
    let (mine, other) = (ours.map { AnnotatedLine($0) }, theirs.map { AnnotatedLine($0) })
    if mine?.words != nil || other?.words != nil {
      let words = [mine?.words, other?.words].map { words in
        words.map { $0 == "unchanged" && mine?.words == other?.words ? tr("another look") : $0 }
      }
      return (words[0].map { cut($0, from: 0) }, words[1].map { cut($0, from: 0) })
    }
    guard let ours, let theirs else {
      return (ours.map { cut($0, from: 0) }, theirs.map { cut($0, from: 0) })
    }
    let alike = zip(ours, theirs).prefix { $0 == $1 }.count
    let start = max(ours.count, theirs.count) <= width ? 0 : max(0, alike - width / 3)
    return (cut(ours, from: start), cut(theirs, from: start))
  }

  private static func cut(_ line: String, from start: Int) -> String {
    let rest = line.dropFirst(start)
    let end = rest.count > width ? rest.prefix(width - 1) + "…" : rest
    return start > 0 ? "…\(end)" : String(end)
  }
}
