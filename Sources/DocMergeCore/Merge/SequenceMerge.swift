/// A three-way merge of sequences of tokens, cut into pieces.
///
/// Unlike in the line merge of git's profiles, the caller chooses what counts as a conflict, from edits that
/// touch up to edits that only share a place.
struct SequenceMerge {
  /// When two edits that share no token of the base still clash.
  enum AdjacencyRule {
    /// Whenever there is no token between them, as in git.
    case clashes
    /// Only when one of them inserts where the other ends.
    case clashesAtInsertions
    /// Only when both insert at one place.
    case passes
  }

  /// A stretch of the three sequences.
  struct Piece: Hashable {
    /// Which side changed the stretch.
    var kind: ChunkKind
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>
  }

  /// The pieces in order; together they are the three sequences, whole.
  let pieces: [Piece]

  /// Whether no piece is claimed by both sides with different tokens.
  var isClean: Bool { !pieces.contains { $0.kind == .conflict } }

  /// Merges tokens from ``PieceNumbers``, so that there are few numbers.
  init(
    base: [Int32], ours: [Int32], theirs: [Int32], touching: AdjacencyRule,
    algorithm: DiffAlgorithm = .histogram
  ) {
    var (oursHunks, theirsHunks) = (
      TokenDiff(base: base, other: ours).hunks(by: algorithm),
      TokenDiff(base: base, other: theirs).hunks(by: algorithm)
    )
    if touching != .passes {
      let sliding = SlidingInsertions(base: base, ours: ours, theirs: theirs)
      sliding.meet(&oursHunks, &theirsHunks)
    }
    var groups = HunkGroups(ours: oursHunks, theirs: theirsHunks, touching: touching)
    var pieces: [Piece] = []
    var (baseEnd, oursEnd, theirsEnd) = (0, 0, 0)
    func appendCommon(upTo limit: Int) {
      let count = limit - baseEnd
      guard count > 0 else { return }
      pieces.append(
        Piece(
          kind: .unchanged, base: baseEnd..<limit, ours: oursEnd..<oursEnd + count,
          theirs: theirsEnd..<theirsEnd + count))
      (baseEnd, oursEnd, theirsEnd) = (limit, oursEnd + count, theirsEnd + count)
    }
    while var piece = groups.next() {
      appendCommon(upTo: piece.base.lowerBound)
      if piece.kind == .conflict, ours[piece.ours] == theirs[piece.theirs] {
        piece.kind = .both
      }
      pieces.append(piece)
      (baseEnd, oursEnd, theirsEnd) =
        (piece.base.upperBound, piece.ours.upperBound, piece.theirs.upperBound)
    }
    appendCommon(upTo: base.count)
    self.pieces = pieces
  }
}

/// The hunks of both sides, with clashing ones grouped.
private struct HunkGroups {
  private let ours: [Hunk]
  private let theirs: [Hunk]
  private let touching: SequenceMerge.AdjacencyRule
  private var oursIndex = 0
  private var theirsIndex = 0
  /// How far the end of each side is ahead of the base after the hunks seen so far.
  private var oursShift = 0
  private var theirsShift = 0

  init(ours: [Hunk], theirs: [Hunk], touching: SequenceMerge.AdjacencyRule) {
    self.ours = ours
    self.theirs = theirs
    self.touching = touching
  }

  /// The next stretch that a side changed.
  mutating func next() -> SequenceMerge.Piece? {
    let firstOurs = oursIndex
    let firstTheirs = theirsIndex
    guard var span = takeFirst() else { return nil }
    while true {
      if oursIndex < ours.count, clashes(ours[oursIndex], within: theirs[firstTheirs..<theirsIndex])
      {
        span = union(span, ours[oursIndex].base)
        oursIndex += 1
      } else if theirsIndex < theirs.count,
        clashes(theirs[theirsIndex], within: ours[firstOurs..<oursIndex])
      {
        span = union(span, theirs[theirsIndex].base)
        theirsIndex += 1
      } else {
        break
      }
    }
    return piece(
      span, ours: ours[firstOurs..<oursIndex], theirs: theirs[firstTheirs..<theirsIndex])
  }

  /// Takes the hunk that starts first; an insertion precedes a replacement at the same place.
  private mutating func takeFirst() -> Range<Int>? {
    let nextOurs = oursIndex < ours.count ? ours[oursIndex].base : nil
    let nextTheirs = theirsIndex < theirs.count ? theirs[theirsIndex].base : nil
    switch (nextOurs, nextTheirs) {
    case (nil, nil): return nil
    case (let span?, nil):
      oursIndex += 1
      return span
    case (nil, let span?):
      theirsIndex += 1
      return span
    case (let first?, let second?):
      if (first.lowerBound, first.upperBound) <= (second.lowerBound, second.upperBound) {
        oursIndex += 1
        return first
      }
      theirsIndex += 1
      return second
    }
  }

  private func clashes(_ hunk: Hunk, within others: ArraySlice<Hunk>) -> Bool {
    // Hunks that clash are among the last.
    others.reversed().contains { clash(hunk.base, $0.base) }
  }

  private func clash(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    if one.isEmpty, other.isEmpty { return one.lowerBound == other.lowerBound }
    let start = max(one.lowerBound, other.lowerBound)
    let end = min(one.upperBound, other.upperBound)
    if start < end { return true }
    guard start == end else { return false }
    switch touching {
    case .clashes: return true
    case .clashesAtInsertions: return one.isEmpty || other.isEmpty
    case .passes:
      // An insertion within a replaced stretch has no place of its own.
      return one.isEmpty && other.lowerBound < start && start < other.upperBound
        || other.isEmpty && one.lowerBound < start && start < one.upperBound
    }
  }

  private func union(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
    min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }

  private mutating func piece(
    _ span: Range<Int>, ours: ArraySlice<Hunk>, theirs: ArraySlice<Hunk>
  ) -> SequenceMerge.Piece {
    let oursGrowth = ours.reduce(0) { $0 + $1.other.count - $1.base.count }
    let theirsGrowth = theirs.reduce(0) { $0 + $1.other.count - $1.base.count }
    let kind: ChunkKind =
      ours.isEmpty ? .theirs : theirs.isEmpty ? .ours : .conflict
    let piece = SequenceMerge.Piece(
      kind: kind, base: span,
      ours: span.lowerBound + oursShift..<span.upperBound + oursShift + oursGrowth,
      theirs: span.lowerBound + theirsShift..<span.upperBound + theirsShift + theirsGrowth)
    oursShift += oursGrowth
    theirsShift += theirsGrowth
    return piece
  }
}
