import DocMergeCore
import DocMergeLanguage

/// Documents whose conflicts a person decides in a word processor.
extension TextDocumentMerge {
  var canTrack: Bool { codec.canTrack }

  func tracked(
    _ contents: Merged, of texts: OfficeMerge.Texts, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [UInt8] {
    let regions = try TrackedRegions(contents, texts, composition)
    let text = try gathered(regions.lines)
    guard let lines = TrackedEnds.settled(text.lines) else {
      throw .notTracked(reason: tr("no paragraph of a part is the same in all versions"))
    }
    try regions.check(lines)
    let package = try codec.tracked(
      OfficeText(lines: lines, properties: text.properties), by: authors)
    let bytes = try package.written()
    try regions.check(try codec.trackedLines(of: OfficePackage.read(bytes), by: authors))
    return bytes
  }
}

/// The lines of a merge with tracked changes in the place of conflicts, and what each version says there.
private struct TrackedRegions {
  var lines: [Composition.ComposedLine] = []
  private var versions: [(authors: Set<TrackedChange.Author>, lines: [Line])] = [
    ([], []), ([.ours, .both], []), ([.theirs, .both], []),
  ]

  init(
    _ contents: Merged, _ texts: OfficeMerge.Texts, _ composition: Composition
  ) throws(OfficeRefusal) {
    let composed = try composition.lines(
      annotated: contents.regions.flatMap { DocumentLines.lines(of: Array($0.shownLines)) })
    let documents = [composition.base, composition.ours, composition.theirs]
    let starts = [texts.base, texts.ours, texts.theirs].map { LineStarts($0) }
    var next = composed[...]
    var gaps = BaseGaps(contents, composed, starts[0])
    for region in contents.regions {
      let count = DocumentLines.lines(of: Array(region.shownLines)).count
      let agreed = next.prefix(count)
      next = next.dropFirst(count)
      guard case .conflict(let conflict) = region else {
        gaps.pass(agreed)
        lines += agreed
        for index in versions.indices { versions[index].lines += agreed.map(\.line) }
        continue
      }
      var parts: [[DocumentLines.Shown]] = []
      var firstBase = 0
      for (index, slice) in [conflict.base ?? [], conflict.ours, conflict.theirs].enumerated() {
        guard var range = starts[index].lines(of: slice) else {
          throw .unaccounted(in: "")
        }
        if index == 0 {
          range = gaps.widened(range)
          firstBase = range.lowerBound
        }
        parts.append(Array(documents[index].shown[range]))
        versions[index].lines += parts[index].map(\.line)
      }
      let tracked = TrackedRegion(base: parts[0], ours: parts[1], theirs: parts[2])
      let first = parts[0].isEmpty ? 0 : firstBase
      lines += try tracked.lines().map { made in
        Composition.ComposedLine(
          line: made.line, base: made.base.map { first + $0 }, conflicts: [])
      }
    }
  }

  /// Checks that a document is the base where all changes are rejected, and a side where its are accepted.
  func check(_ tracked: [Line]) throws(OfficeRefusal) {
    for (authors, lines) in versions {
      // Notes stand in the objects that lead to them, in any order.
      let said = lines.prefix { $0 != .notes }
      let notes = Array(lines.dropFirst(said.count + 1))
      let found = tracked.flatMap(\.notes).flatMap(\.self)
      guard
        TrackedReading.texts(found, accepting: authors).sorted()
          == TrackedReading.texts(notes, accepting: []).sorted()
      else { throw .unaccounted(in: tr("the notes")) }
      let read = TrackedReading.texts(tracked, accepting: authors)
      let wanted = TrackedReading.texts(Array(said), accepting: [])
      if read == wanted { continue }
      let place = zip(read, wanted).enumerated().first { $1.0 != $1.1 }?.offset
      throw .unaccounted(
        in: TextPlaces(wanted).words(at: min(place ?? wanted.count, wanted.count - 1)))
    }
  }
}

/// Finds the lines of the base that no region of a merge has, beside a conflict that they belong to.
///
/// What both sides have alike is cut off a conflict, and the lines of the base in its place are in no region then.
private struct BaseGaps {
  private var taken: Set<Int>
  private var last = -1
  /// How many lines the base has.
  private let end: Int

  init(_ contents: Merged, _ composed: [Composition.ComposedLine], _ starts: LineStarts) {
    (taken, end) = ([], starts.count)
    var next = composed[...]
    for region in contents.regions {
      let count = DocumentLines.lines(of: Array(region.shownLines)).count
      if case .conflict(let conflict) = region {
        taken.formUnion(starts.lines(of: conflict.base ?? []) ?? 0..<0)
      } else {
        taken.formUnion(next.prefix(count).compactMap(\.base))
      }
      next = next.dropFirst(count)
    }
  }

  /// Notes lines that are in no conflict.
  mutating func pass(_ lines: ArraySlice<Composition.ComposedLine>) {
    last = lines.reversed().lazy.compactMap(\.base).first ?? last
  }

  /// The lines of the base that are in conflict; where there are none, those there that no other region has.
  mutating func widened(_ range: Range<Int>) -> Range<Int> {
    guard range.isEmpty else {
      last = max(last, range.upperBound - 1)
      return range
    }
    var widened = (last + 1)..<(last + 1)
    while widened.upperBound < end, !taken.contains(widened.upperBound) {
      widened = widened.lowerBound..<(widened.upperBound + 1)
    }
    taken.formUnion(widened)
    last = max(last, widened.upperBound - 1)
    return widened
  }
}

/// Where the lines of a text start that say something.
private struct LineStarts {
  private let text: [UInt8]
  private let starts: [Int]

  init(_ text: [UInt8]) {
    self.text = text
    starts = text.indices.filter { index in
      text[index] != 0x0A && (index == 0 || text[index - 1] == 0x0A)
    }
  }

  var count: Int { starts.count }

  /// The lines of a slice; `nil` for one of another text.
  func lines(of slice: ArraySlice<UInt8>) -> Range<Int>? {
    if slice.isEmpty { return 0..<0 }
    guard slice.startIndex >= 0, slice.endIndex <= text.count, text[slice.indices] == slice
    else { return nil }
    let first = starts.partition { $0 >= slice.startIndex }
    let end = starts.partition { $0 >= slice.endIndex }
    return first..<end
  }
}

extension [Int] {
  /// The first index whose element fulfils a condition that all elements behind it fulfil too.
  fileprivate func partition(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
