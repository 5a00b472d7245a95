/// The words or sentences of a claim, merged separately from the white space between them.
///
/// Where one side rewraps a paragraph, indents a block or strips blanks, and the other changes
/// words, both are kept: the words of the one with the layout of the other.
struct LayoutMerge {
  /// The units that a text is cut into.
  enum Unit {
    case words, sentences

    /// The pieces that hold text, as ranges of the whole.
    fileprivate func pieces(of bytes: [UInt8]) -> [Range<Int>] {
      switch self {
      case .words: WordTokens(bytes).filter(\.holdsText).map(\.indices)
      case .sentences: SentenceTokens(bytes).map(\.trimmed.indices).filter { !$0.isEmpty }
      }
    }
  }

  /// Words, each with the white space before it.
  private struct SpacedWords {
    let gaps: [ArraySlice<UInt8>]
    let words: [ArraySlice<UInt8>]
    /// The white space after the last word.
    let end: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>, unit: Unit) {
      let bytes = Array(text)
      var gaps: [ArraySlice<UInt8>] = []
      var words: [ArraySlice<UInt8>] = []
      var start = 0
      for piece in unit.pieces(of: bytes) {
        gaps.append(bytes[start..<piece.lowerBound])
        words.append(bytes[piece])
        start = piece.upperBound
      }
      self.gaps = gaps
      self.words = words
      end = bytes[start...]
    }

    /// Whether a piece is in the same line as the previous one.
    var runsOn: Bool { gaps.dropFirst().contains { !$0.contains(.newline) } }
  }

  private let base: SpacedWords
  private let ours: SpacedWords
  private let theirs: SpacedWords
  private let merge: SequenceMerge

  /// Merges the words; `nil` when there are too many.
  init?(
    _ claim: ConflictLines, unit: Unit = .words,
    touching: SequenceMerge.AdjacencyRule = .clashesAtInsertions
  ) {
    guard
      max(claim.base.text.count, claim.ours.text.count, claim.theirs.text.count) <= WordMerge.limit
    else { return nil }
    base = SpacedWords(claim.base.text, unit: unit)
    ours = SpacedWords(claim.ours.text, unit: unit)
    theirs = SpacedWords(claim.theirs.text, unit: unit)
    var numbers = PieceNumbers()
    merge = SequenceMerge(
      base: numbers.numbers(of: base.words), ours: numbers.numbers(of: ours.words),
      theirs: numbers.numbers(of: theirs.words), touching: touching, algorithm: .myers)
  }

  /// Whether one side changed only white space, and the other also words.
  var isLayoutAgainstWords: Bool {
    let changers = Set(merge.pieces.map(\.kind)).subtracting([.unchanged])
    return changers == [.ours] || changers == [.theirs]
  }

  /// Whether a line of the base continues after a piece, as the lines of prose do.
  private var runsOn: Bool { base.runsOn }

  /// The same for a base, before a merge.
  static func runsOn(_ base: ArraySlice<UInt8>, unit: Unit) -> Bool {
    // Without a full stop or the like no sentence ends within a line; other scripts are not ASCII.
    let mayEnd = base.contains { byte in
      byte >= 0x80 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!")
        || byte == UInt8(ascii: "?")
    }
    return base.count <= WordMerge.limit && (unit == .words || mayEnd)
      && SpacedWords(base, unit: unit).runsOn
  }

  /// Whether each edit changes a piece only a little, or adds or removes whole ones.
  ///
  /// A changed piece must keep `likeness` of its words.
  func keepsPieces(likeness: Double) -> Bool {
    runsOn
      && merge.pieces.allSatisfy { piece in
        let (edited, words) =
          piece.kind == .ours ? (piece.ours, ours.words) : (piece.theirs, theirs.words)
        guard piece.kind == .ours || piece.kind == .theirs else { return true }
        let before = base.words[piece.base].joined()
        let after = words[edited].joined()
        return before.isEmpty || after.isEmpty
          || edited.count == piece.base.count
            && WordSequence.kept(of: Array(before)[...], in: Array(after)[...]) >= likeness
      }
  }

  /// The merged text; `nil` when the sides changed the same gap in different ways, or claim the same word.
  var bytes: [UInt8]? {
    var bytes: [UInt8] = []
    for piece in merge.pieces {
      switch piece.kind {
      case .unchanged:
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

  private func append(_ spaced: SpacedWords, _ words: Range<Int>, to bytes: inout [UInt8]) {
    for index in words { bytes += spaced.gaps[index] + spaced.words[index] }
  }

  private func merged(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }
}

/// New line breaks on one side, new words on the other.
struct LayoutAgainstWords: Rung {
  let rule: MergeRule
  let isAboutWords = true
  let comparesAcrossLines = true

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard !claim.hasAsManyLines,
      !claim.base.isBlank, !claim.ours.isBlank, !claim.theirs.isBlank,
      let layout = LayoutMerge(claim), layout.isLayoutAgainstWords, let bytes = layout.bytes
    else { return nil }
    return [.settled(bytes, claim, rule)]
  }
}

/// Edits of different sentences of a paragraph, side by side too.
struct EditsOfSentences: Rung {
  let rule: MergeRule
  let isAboutWords = true
  let comparesAcrossLines = true
  /// The part of its words that a changed sentence must keep.
  let likeness: Double

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard !claim.base.isBlank, !claim.ours.isBlank, !claim.theirs.isBlank,
      LayoutMerge.runsOn(claim.base.text, unit: .sentences),
      let layout = LayoutMerge(claim, unit: .sentences, touching: .passes),
      layout.keepsPieces(likeness: likeness), let bytes = layout.bytes,
      Novelty(of: claim, in: surroundings).isApart
    else { return nil }
    return [.settled(bytes, claim, rule)]
  }
}
