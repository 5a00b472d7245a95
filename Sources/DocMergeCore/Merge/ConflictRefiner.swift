/// Makes conflicts smaller, where ours and theirs have lines in common.
struct ConflictRefiner {
  private let texts: MergeTexts
  private let ours: UnsafeRawBufferPointer
  private let algorithm: DiffAlgorithm
  private var numbers: TokenNumbers

  init(texts: MergeTexts, ours: UnsafeRawBufferPointer, algorithm: DiffAlgorithm) {
    self.texts = texts
    self.ours = ours
    self.algorithm = algorithm
    numbers = TokenNumbers(tokenCount: texts.tokenCount)
  }

  /// Cuts each conflict at the lines that ours and theirs share.
  mutating func cutApart(_ changes: [MergeChange]) -> [MergeChange] {
    var refined: [MergeChange] = []
    for change in changes {
      guard change.kind == .conflict, !change.ours.isEmpty, !change.theirs.isEmpty else {
        refined.append(change)
        continue
      }
      refined += pieces(of: change)
    }
    return refined
  }

  private mutating func pieces(of change: MergeChange) -> [MergeChange] {
    let sides = numbers.difference(
      base: texts.ours.tokens[change.ours.range], other: texts.theirs.tokens[change.theirs.range])
    let hunks = sides.hunks(by: algorithm)
    var piece = change
    guard !hunks.isEmpty else {
      piece.kind = .both
      return [piece]
    }
    return hunks.map { hunk in
      piece.ours.start = change.ours.start + hunk.base.lowerBound
      piece.ours.end = change.ours.start + hunk.base.upperBound
      piece.theirs.start = change.theirs.start + hunk.other.lowerBound
      piece.theirs.end = change.theirs.start + hunk.other.upperBound
      return piece
    }
  }

  /// Joins neighbouring conflicts when the lines between them are hardly worth the extra markers.
  ///
  /// This applies to up to three lines, and on request to any number of lines that hold neither a
  /// letter nor a digit.
  func joined(_ changes: [MergeChange], overLinesWithoutText: Bool) -> [MergeChange] {
    var joined: [MergeChange] = []
    for change in changes {
      guard var last = joined.last, last.kind == .conflict, change.kind == .conflict else {
        joined.append(change)
        continue
      }
      let between = MergeChange.Span(start: last.ours.end, end: change.ours.start)
      let isSlight =
        between.count <= 3 || overLinesWithoutText && !holdsText(oursLines: between.range)
      guard isSlight else {
        joined.append(change)
        continue
      }
      last.base.end = max(last.base.end, change.base.end)
      last.ours.end = change.ours.end
      last.theirs.end = change.theirs.end
      joined[joined.count - 1] = last
    }
    return joined
  }

  private func holdsText(oursLines: Range<Int>) -> Bool {
    ours[texts.ours.bytes(of: oursLines)].contains { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return true
      default: return false
      }
    }
  }

  /// Removes the lines that ours and theirs share at either end from each conflict.
  func trimmed(_ changes: [MergeChange]) -> [MergeChange] {
    changes.map { change in
      guard change.kind == .conflict else { return change }
      var change = change
      while !change.ours.isEmpty, !change.theirs.isEmpty,
        texts.areAlike(oursLine: change.ours.start, theirsLine: change.theirs.start)
      {
        change.ours.start += 1
        change.theirs.start += 1
      }
      while !change.ours.isEmpty, !change.theirs.isEmpty,
        texts.areAlike(oursLine: change.ours.end - 1, theirsLine: change.theirs.end - 1)
      {
        change.ours.end -= 1
        change.theirs.end -= 1
      }
      return change
    }
  }
}
