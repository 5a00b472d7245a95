/// The pieces that a merge puts one after the other, as offsets into the three texts.
///
/// It holds no bytes, so texts of any size can be merged without a copy.
package struct MergePlan: Sendable {
  /// A piece of the output.
  package enum Piece: Sendable {
    /// Bytes of ours (or of theirs) that need no decision.
    case agreed(ByteSpan, isTheirs: Bool, origin: Region.Agreed.Origin)
    /// A line ending that is in none of the texts, between both sides of a union.
    case lineEnding(LineEnding)
    /// The stretches that both sides claim.
    case conflict(base: ByteSpan, ours: ByteSpan, theirs: ByteSpan, lineEnding: LineEnding)
  }

  /// The pieces from the start of the output to its end.
  package let pieces: [Piece]
  /// The style that the conflicts were cut for.
  package let style: ConflictStyle

  /// How many conflicts there are.
  package var conflictCount: Int {
    pieces.reduce(0) { count, piece in
      if case .conflict = piece { return count + 1 }
      return count
    }
  }

  /// How many bytes of ours and theirs are in conflicts.
  var claimedBytes: Int {
    pieces.reduce(0) { count, piece in
      guard case .conflict(_, let ours, let theirs, _) = piece else { return count }
      return count + ours.count + theirs.count
    }
  }

  /// Merges texts without copying them; `pair` provides a second thread, if there is one.
  ///
  /// - Complexity: As ``LineMerge``.
  package init(
    _ texts: TextBuffers, options: MergeOptions, pair: PairRunner = PairRunner.oneByOne
  ) {
    let compared = MergeTexts(texts, profile: options.profile, pair: pair)
    self.init(
      compared, texts, profile: options.profile, style: options.style, favour: options.favour)
  }

  /// Merges texts that have been compared.
  init(
    _ compared: MergeTexts, _ texts: TextBuffers, profile: MergeProfile, style: ConflictStyle,
    favour: Favour?
  ) {
    self.style = style
    if profile.whitespace != .exact,
      let pieces = PlanBuilder.piecesOfOneSide(compared, texts)
    {
      self.pieces = pieces
      return
    }
    var combiner = ChangeCombiner(compared)
    var changes = combiner.combined()
    var refiner = ConflictRefiner(
      texts: compared, ours: texts.ours, algorithm: profile.algorithm)
    if style == .zdiff3 {
      changes = refiner.trimmed(changes)
    } else if style == .merge, profile.zeal >= .zealous {
      changes = refiner.joined(
        refiner.cutApart(changes), overLinesWithoutText: profile.zeal == .zealousAlphanumeric)
    }
    var builder = PlanBuilder(compared, texts, favour: favour)
    pieces = builder.pieces(for: changes)
  }
}
