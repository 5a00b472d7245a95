import DocMergeCore
import DocMergeLanguage

/// Makes conflict regions of formatting that both sides changed, such as two colours of one word.
struct FormatConflicts {
  let composition: Composition
  /// The merge of the texts as they are shown.
  let merge: LayeredMerge

  /// A place in the result where formatting is in conflict.
  private struct Place {
    /// Behind how many lines of the result it stands.
    var line: Int
    var base: Int?
    var ours: Int?
    var theirs: Int?
    /// Whether a line of the result is replaced; else it stands between two.
    var isReplaced: Bool
  }

  /// The merge with these regions, of texts in which the formatting is named; `nil` where there are none.
  func merged() -> LayeredMerge? {
    let texts = merge.contents.regions.flatMap { region in
      DocumentLines.lines(of: Array(region.shownLines))
    }
    // A text that makes no document is refused when it is put together.
    guard let lines = try? composition.lines(texts) else { return nil }
    let places = places(lines)
    guard !places.isEmpty else { return nil }
    let annotated = annotated(places)
    var cutter = RegionCutter(texts: annotated, plain: plain)
    cut(places, by: &cutter)
    var contents = Merged(regions: cutter.regions, style: merge.contents.style)
    contents.profile = merge.contents.profile
    return LayeredMerge(
      contents, base: annotated[0].text, ours: annotated[1].text, theirs: annotated[2].text)
  }

  /// Adds all regions to a cutter, and conflicts at the places.
  private func cut(_ places: [Place], by cutter: inout RegionCutter) {
    var number = 0
    var next = places[...]
    for region in merge.contents.regions {
      guard case .agreed(let agreed) = region else {
        cutter.add(region)
        number += DocumentLines.lines(of: Array(region.shownLines)).count
        continue
      }
      for line in agreed.bytes.linesWithEnds {
        guard line.count > 1 || line.last != 0x0A else {
          cutter.add(line, agreed.origin)
          continue
        }
        while let place = next.first, !place.isReplaced, place.line <= number {
          cutter.addConflict(place.base, place.ours, place.theirs)
          next = next.dropFirst()
        }
        if let place = next.first, place.line == number {
          cutter.addConflict(place.base, place.ours, place.theirs)
          next = next.dropFirst()
        } else {
          cutter.add(line, agreed.origin)
        }
        number += 1
      }
    }
    for place in next { cutter.addConflict(place.base, place.ours, place.theirs) }
  }

  private var plain: [LineTable] {
    [composition.base, composition.ours, composition.theirs].map { LineTable($0, words: [:]) }
  }

  /// The lines of agreed regions whose formatting is in conflict, and those that would be lost.
  private func places(_ lines: [Composition.ComposedLine]) -> [Place] {
    var agreed: Set<Int> = []
    var number = 0
    for region in merge.contents.regions {
      let count = DocumentLines.lines(of: Array(region.shownLines)).count
      if case .agreed = region { agreed.formUnion(number..<(number + count)) }
      number += count
    }
    let changed = lines.enumerated().compactMap { index, line -> Place? in
      guard agreed.contains(index), !line.conflicts.isEmpty else { return nil }
      return Place(
        line: index, base: line.base, ours: line.ours, theirs: line.theirs, isReplaced: true)
    }
    // A line that a conflict in the text is about is the person's to decide there.
    let openBase = openLines
    let lost = composition.lostLines(lines).filter { !openBase.contains($0.base) }.map { lost in
      Place(
        line: lost.place + 1, base: lost.base, ours: lost.side == .ours ? lost.line : nil,
        theirs: lost.side == .theirs ? lost.line : nil, isReplaced: false)
    }
    return (changed + lost).sorted {
      ($0.line, $0.isReplaced ? 1 : 0) < ($1.line, $1.isReplaced ? 1 : 0)
    }
  }

  /// The lines of the base that conflicts of the text are about.
  private var openLines: Set<Int> {
    let table = plain[0]
    return merge.contents.conflicts.reduce(into: []) { lines, conflict in
      guard let base = conflict.base else { return }
      for (index, range) in table.ranges.enumerated()
      where range.overlaps(base.startIndex..<max(base.endIndex, base.startIndex + 1)) {
        lines.insert(index)
      }
    }
  }

  /// The texts with words behind the lines that are in conflict.
  private func annotated(_ places: [Place]) -> [LineTable] {
    var words: [[Int: String]] = [[:], [:], [:]]
    for place in places {
      let old = place.base.map { composition.base.shown[$0].line }
      if let base = place.base { words[0][base] = "unchanged" }
      let said = FormatWords.changes(
        from: old, ours: place.ours.map { composition.ours.shown[$0].line },
        theirs: place.theirs.map { composition.theirs.shown[$0].line })
      if let ours = place.ours { words[1][ours] = said.ours }
      if let theirs = place.theirs { words[2][theirs] = said.theirs }
    }
    return zip([composition.base, composition.ours, composition.theirs], words).map {
      LineTable($0, words: $1)
    }
  }
}

/// A text, and where each of its lines stands in it.
struct LineTable {
  let text: [UInt8]
  let ranges: [Range<Int>]

  /// Takes the lines of a document, with words behind some of them.
  init(_ lines: DocumentLines, words: [Int: String]) {
    var shown = lines.shown.map { ($0.text, $0.group) }
    for (index, words) in words {
      shown[index].0 = AnnotatedLine(shown[index].0, words: words).line
    }
    text = DocumentLines.joined(shown)
    var ranges: [Range<Int>] = []
    var start = 0
    for line in text[...].linesWithEnds {
      if line.count > 1 { ranges.append(start..<(start + line.count)) }
      start += line.count
    }
    self.ranges = ranges
  }
}

/// Cuts regions anew, so that their parts are slices of texts with words behind lines.
private struct RegionCutter {
  let texts: [LineTable]
  let plain: [LineTable]
  private(set) var regions: [Region] = []
  /// How far each text is used.
  private var ends = [0, 0, 0]

  init(texts: [LineTable], plain: [LineTable]) {
    (self.texts, self.plain) = (texts, plain)
  }

  mutating func add(_ bytes: ArraySlice<UInt8>, _ origin: Region.Agreed.Origin) {
    if case .agreed(var last) = regions.last, last.origin == origin {
      regions.removeLast()
      last.bytes += bytes
      regions.append(.agreed(last))
    } else {
      regions.append(.agreed(.init(bytes: Array(bytes)[...], origin: origin)))
    }
  }

  mutating func add(_ region: Region) {
    guard case .conflict(var conflict) = region else {
      regions.append(region)
      return
    }
    conflict.base = conflict.base.map { moved($0, 0) }
    conflict.ours = moved(conflict.ours, 1)
    conflict.theirs = moved(conflict.theirs, 2)
    regions.append(.conflict(conflict))
  }

  mutating func addConflict(_ base: Int?, _ ours: Int?, _ theirs: Int?) {
    var conflict = Region.Conflict(
      base: line(base, 0), ours: line(ours, 1), theirs: line(theirs, 2))
    conflict.reason = tr("both sides changed the formatting")
    regions.append(.conflict(conflict))
  }

  private mutating func line(_ index: Int?, _ text: Int) -> ArraySlice<UInt8> {
    guard let index else { return texts[text].text[ends[text]..<ends[text]] }
    ends[text] = texts[text].ranges[index].upperBound
    return texts[text].text[texts[text].ranges[index]]
  }

  /// A slice of a plain text as one of the text with words.
  private mutating func moved(_ slice: ArraySlice<UInt8>, _ text: Int) -> ArraySlice<UInt8> {
    func place(_ offset: Int) -> Int {
      let (old, new) = (plain[text].ranges, texts[text].ranges)
      guard let line = old.firstIndex(where: { $0.upperBound > offset }) else {
        return texts[text].text.count - (plain[text].text.count - offset)
      }
      return max(0, new[line].lowerBound + offset - old[line].lowerBound)
    }
    let (start, end) = (place(slice.startIndex), place(slice.endIndex))
    ends[text] = max(ends[text], end)
    return texts[text].text[min(start, end)..<end]
  }
}

extension Region {
  /// The bytes that show where in the result the region stands: those of ours where it is open.
  var shownLines: ArraySlice<UInt8> {
    switch self {
    case .agreed(let agreed): agreed.bytes
    case .conflict(let conflict): conflict.ours
    }
  }
}

extension ArraySlice<UInt8> {
  /// The lines, each with its end.
  fileprivate var linesWithEnds: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? endIndex
      lines.append(self[start..<end])
      start = end
    }
    return lines
  }
}
