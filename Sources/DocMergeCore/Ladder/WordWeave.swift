/// The words of a claim merged by themselves, and the white space between them by itself.
///
/// Where one side wraps a paragraph anew, indents a block or strips blanks, and the other changes
/// words, both is kept: the words of the one with the layout of the other.
struct WordWeave {
  /// Words, each with the white space before it.
  private struct Strand {
    let gaps: [ArraySlice<UInt8>]
    let words: [ArraySlice<UInt8>]
    /// The white space after the last word.
    let end: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
      let tokens = WordTokens(Array(text))
      var gaps: [ArraySlice<UInt8>] = []
      var words: [ArraySlice<UInt8>] = []
      var start = 0
      for token in tokens where token.holdsText {
        gaps.append(tokens.bytes[start..<token.startIndex])
        words.append(token)
        start = token.endIndex
      }
      self.gaps = gaps
      self.words = words
      end = tokens.bytes[start...]
    }
  }

  private let base: Strand
  private let ours: Strand
  private let theirs: Strand
  private let merge: SequenceMerge

  /// Merges the words; `nil` when there are too many.
  init?(_ claim: Claim) {
    guard
      max(claim.base.text.count, claim.ours.text.count, claim.theirs.text.count) <= WordMerge.limit
    else { return nil }
    base = Strand(claim.base.text)
    ours = Strand(claim.ours.text)
    theirs = Strand(claim.theirs.text)
    var numbers = PieceNumbers()
    merge = SequenceMerge(
      base: numbers.numbers(of: base.words), ours: numbers.numbers(of: ours.words),
      theirs: numbers.numbers(of: theirs.words), touching: .clashesAtInsertions, algorithm: .myers)
  }

  /// Whether one side changed white space only, and the other words too.
  var isLayoutAgainstWords: Bool {
    let changers = Set(merge.pieces.map(\.claim)).subtracting([.none])
    return changers == [.ours] || changers == [.theirs]
  }

  /// The merged text; `nil` when the sides gave one gap a different shape, or claim a word.
  var bytes: [UInt8]? {
    var bytes: [UInt8] = []
    for piece in merge.pieces {
      switch piece.claim {
      case .none:
        for index in 0..<piece.base.count {
          guard
            let gap = merged(
              base.gaps[piece.base.lowerBound + index], ours.gaps[piece.ours.lowerBound + index],
              theirs.gaps[piece.theirs.lowerBound + index])
          else { return nil }
          bytes += gap + base.words[piece.base.lowerBound + index]
        }
      case .ours, .both: append(ours, piece.ours, to: &bytes)
      case .theirs: append(theirs, piece.theirs, to: &bytes)
      case .conflict: return nil
      }
    }
    guard let end = merged(base.end, ours.end, theirs.end) else { return nil }
    return bytes + end
  }

  private func append(_ strand: Strand, _ words: Range<Int>, to bytes: inout [UInt8]) {
    for index in words { bytes += strand.gaps[index] + strand.words[index] }
  }

  private func merged(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }
}

/// New white space on one side, new words on the other.
struct LayoutAgainstWords: Rung {
  let rule: MergeRule
  /// Whether it is the line breaks that are new; otherwise it is what stands within the lines.
  let breaksLines: Bool

  func steps(for claim: Claim, in surroundings: Surroundings) -> [Step]? {
    let keepsCount = claim.base.count == claim.ours.count && claim.base.count == claim.theirs.count
    guard keepsCount != breaksLines,
      !claim.base.isBlank, !claim.ours.isBlank, !claim.theirs.isBlank,
      let weave = WordWeave(claim), weave.isLayoutAgainstWords, let bytes = weave.bytes
    else { return nil }
    return [.settled(bytes, claim, rule)]
  }
}
