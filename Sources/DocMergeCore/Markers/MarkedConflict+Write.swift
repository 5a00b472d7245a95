extension MarkedConflict {
  /// The number of a conflict in its text, for styles whose markers show it.
  public struct Place: Sendable, Hashable {
    /// Counted from 1.
    public var number: Int
    /// How many conflicts there are.
    public var count: Int
    /// Whether nothing follows it in the text.
    public var isAtEnd: Bool

    /// Makes a place.
    public init(number: Int, count: Int, isAtEnd: Bool) {
      self.number = number
      self.count = count
      self.isAtEnd = isAtEnd
    }
  }

  /// Whether a style can show all of the conflict.
  public func canBeWritten(as target: MarkerStyle) -> Bool {
    (target.takesManySides || sides.count == 2) && (!target.showsBase || !bases.isEmpty)
  }

  /// The conflict in another style, or `nil` if that cannot show all of it.
  ///
  /// A style that needs a base cannot show a conflict without one, and git's, Mercurial's and fossil's styles
  /// have two sides. Only ``MarkerStyle/merge`` drops what it cannot show, the base. Markers keep their
  /// length, unless a part has a line that would look like one.
  public func written(as target: MarkerStyle, at place: Place) -> [UInt8]? {
    guard canBeWritten(as: target) else { return nil }
    let writer = ConflictWriter(self, as: target, at: place)
    switch target {
    case .merge, .diff3, .fossil: return writer.git()
    case .zdiff3: return writer.zdiff3()
    case .mergediff: return writer.mergediff()
    case .jjDiff, .jjSnapshot: return writer.snapshots()
    }
  }
}

/// Writes one conflict between markers of one style.
private struct ConflictWriter {
  let conflict: MarkedConflict
  let style: MarkerStyle
  let place: MarkedConflict.Place
  private var size: Int
  private var ending: [UInt8] { conflict.lineEnding.bytes }

  typealias Part = MarkedConflict.Part

  init(_ conflict: MarkedConflict, as style: MarkerStyle, at place: MarkedConflict.Place) {
    self.conflict = conflict
    self.style = style
    self.place = place
    size = conflict.markerSize
    let runs = (conflict.sides + conflict.bases).map { Self.runs(in: $0.bytes) }
    let taken = runs.reduce(into: Set<Int>()) { $0.formUnion($1) }
    // In a list of changes, each line has one more byte.
    while taken.contains(size) || taken.contains(size - 1) && style.hasChanges { size += 1 }
  }

  /// The lengths of markers that lines of the text would look like.
  private static func runs(in text: ArraySlice<UInt8>) -> Set<Int> {
    var runs: Set<Int> = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: .newline).map { $0 + 1 } ?? text.endIndex
      if let line = MarkerLine(text[start..<end], index: 0) { runs.insert(line.size) }
      start = end
    }
    return runs
  }

  // MARK: Git, fossil

  func git() -> [UInt8] {
    let labels =
      style == .fossil
      ? Self.fossil : MarkerLabels(ours: label(0), base: baseLabel(0), theirs: label(1))
    let writer = MarkerWriter(
      labels: labels, markerSize: size, style: style == .merge ? .merge : .diff3, hasNotes: true)
    var text: [UInt8] = []
    writer.append(
      Region.Conflict(
        base: conflict.bases.first?.bytes, ours: conflict.sides[0].bytes,
        theirs: conflict.sides[1].bytes, lineEnding: conflict.lineEnding),
      followsOpenLine: conflict.followsOpenLine, to: &text)
    return text
  }

  private static let fossil = MarkerLabels(
    ours: Array("BEGIN MERGE CONFLICT: local copy shown first <<<<<<<<<<<<".utf8),
    base: Array("COMMON ANCESTOR content follows |||||||||||||||||||||||||".utf8),
    separator: Array("MERGED IN content follows ===============================".utf8),
    theirs: Array("END MERGE CONFLICT >>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>".utf8))

  /// Lines that both sides have at either end are put outside of the conflict, unless they would look
  /// like markers there.
  func zdiff3() -> [UInt8] {
    let ours = Lines(Array(conflict.sides[0].bytes))
    let theirs = Lines(Array(conflict.sides[1].bytes))
    let count = min(ours.count, theirs.count)
    func isShared(_ lines: (ArraySlice<UInt8>, ArraySlice<UInt8>)) -> Bool {
      lines.0 == lines.1 && MarkerLine(lines.0, index: 0)?.size ?? 0 < 7
    }
    let head = zip(ours, theirs).prefix { isShared($0) && $0.0.last == .newline }.count
    let tail = zip(ours.reversed(), theirs.reversed()).prefix(while: isShared).count
    let end = min(tail, count - head)
    var inner = conflict
    inner.sides[0].bytes = ours.text(of: head..<ours.count - end)
    inner.sides[1].bytes = theirs.text(of: head..<theirs.count - end)
    let before = ours.text(of: 0..<head)
    inner.followsOpenLine = conflict.followsOpenLine && before.isEmpty
    let writer = ConflictWriter(inner, as: .diff3, at: place)
    return before + writer.git() + ours.text(of: ours.count - end..<ours.count)
  }

  // MARK: Mercurial

  func mergediff() -> [UInt8] {
    let (ours, theirs, base) = (conflict.sides[0], conflict.sides[1], conflict.bases[0])
    var text = lead + marker(.opening, nil, opens: true)
    text += marker(.minus, baseLabel(0), before: base) + marker(.plus, label(0), before: ours)
    text += changes(from: finished(base), to: finished(ours))
    text += marker(.separator, label(1), before: theirs) + finished(theirs)
    return text + marker(.closing, nil)
  }

  // MARK: jj

  func snapshots() -> [UInt8] {
    // jj shows that the text does not end in a newline by not ending the conflict in one.
    let parts = conflict.sides + conflict.bases
    let isPadded = place.isAtEnd && parts.contains(where: \.isUnfinished)
    func shown(_ part: Part) -> [UInt8] { isPadded ? part.bytes + ending : finished(part) }
    func says(_ label: [UInt8]?, _ part: Part) -> [UInt8]? {
      part.isUnfinished ? (label ?? []) + Array(" (no terminating newline)".utf8) : label
    }
    let number = Array("conflict \(place.number) of \(place.count)".utf8)
    var text = lead + marker(.opening, number, opens: true)
    for (index, side) in conflict.sides.enumerated() {
      let plus = marker(.plus, says(label(index), side)) + shown(side)
      guard conflict.bases.indices.contains(index) else {
        text += plus
        continue
      }
      let base = conflict.bases[index]
      if style == .jjSnapshot {
        text += plus + marker(.minus, says(baseLabel(index), base)) + shown(base)
      } else {
        let (from, to) = (Array("diff from: ".utf8), Array("       to: ".utf8))
        text += marker(.percent, from + (says(baseLabel(index), base) ?? []))
        text += marker(.backslash, to + (says(label(index), side) ?? []))
        text += changes(from: shown(base), to: shown(side))
      }
    }
    let end = marker(.closing, number + Array(" ends".utf8))
    return text + (isPadded ? end.dropLast(ending.count) : end)
  }

  // MARK: Pieces

  /// The bytes before the first marker.
  private var lead: [UInt8] { conflict.followsOpenLine ? ending : [] }

  private func finished(_ part: Part) -> [UInt8] {
    part.isUnfinished ? part.bytes + ending : Array(part.bytes)
  }

  private func marker(
    _ byte: UInt8, _ label: [UInt8]?, opens: Bool = false, before part: Part? = nil
  ) -> [UInt8] {
    var notes: [Markers.Note] = []
    if opens, conflict.followsOpenLine { notes.append(.noNewlineBefore) }
    if let part, part.isUnfinished { notes.append(.noFinalNewline) }
    return MarkerLine.bytes(byte, size: size, label: label, notes: notes, ending: ending)
  }

  private func label(_ side: Int) -> [UInt8]? {
    if let label = conflict.sides[side].label, !isFossil { return label }
    guard needsNames else { return nil }
    return Array((conflict.sides.count > 2 ? "side #\(side + 1)" : ["ours", "theirs"][side]).utf8)
  }

  private func baseLabel(_ base: Int) -> [UInt8]? {
    if let label = conflict.bases.indices.contains(base) ? conflict.bases[base].label : nil,
      !isFossil
    {
      return label
    }
    return needsNames ? Array((conflict.bases.count > 1 ? "base #\(base + 1)" : "base").utf8) : nil
  }

  /// Whether the labels are the same in every conflict, and specific to none.
  private var isFossil: Bool { conflict.style == .fossil }

  private var needsNames: Bool { isFossil || style.hasChanges || style == .jjSnapshot }

  /// The lines that lead from one text to another.
  private func changes(from base: [UInt8], to side: [UInt8]) -> [UInt8] {
    let (old, new) = (Lines(base), Lines(side))
    var text: [UInt8] = []
    var start = 0
    func add(_ sign: UInt8, _ lines: Lines, _ range: Range<Int>) {
      for line in range { text += [sign] + lines[line] }
    }
    for hunk in diffLines(base: base, other: side) {
      add(.blank, old, start..<hunk.base.lowerBound)
      add(.minus, old, hunk.base)
      add(.plus, new, hunk.other)
      start = hunk.base.upperBound
    }
    add(.blank, old, start..<old.count)
    return text
  }
}

extension MarkerStyle {
  /// Whether a side is shown by its changes.
  fileprivate var hasChanges: Bool { self == .jjDiff || self == .mergediff }
}
