import DocMergeCore

extension CarefulMerge {
  /// What rules decided in a merge, as far as it stands in what became of the file.
  ///
  /// Where the merge is clean and became the file, that is all of it. Where a person decided the rest, it is
  /// what the file still has of it.
  ///
  /// - Parameters:
  ///   - texts: The three texts; an empty base where there is none.
  ///   - result: What became of the file.
  /// - Returns: The decisions, with their lines in the result; none where the texts cannot be merged.
  /// - Complexity: That of the merge, and of a comparison of its result with what became of the file.
  package func decisions(
    of texts: DecisionRecord.Sides<[UInt8]>, standingIn result: [UInt8]
  ) -> [DecisionRecord.Decision] {
    guard
      case .merged(let made) = outcome(base: texts.base, ours: texts.ours, theirs: texts.theirs)
    else { return [] }
    let decisions = DecisionRecord.Decision.all(in: made, structure: structure)
    guard !decisions.isEmpty, made.merged.clean != result else { return decisions }
    let record = DecisionRecord(
      path: Array(path.utf8), source: .resolve, policy: policy, head: nil, group: "",
      labels: .init(base: nil, ours: nil, theirs: nil), texts: nil,
      result: made.merged.marked(), left: made.merged.conflicts.count, decisions: decisions)
    let reversal = DecisionReversal(record, style: style)
    return decisions.indices.compactMap { index in
      guard let lines = reversal.place(of: index, in: result) else { return nil }
      var decision = decisions[index]
      decision.lines = lines
      return decision
    }
  }
}
