import DocMergeCore

extension CarefulMerge {
  /// The decisions of rules in a merge that are still valid in the resulting file.
  ///
  /// If the merge is clean and became the file, these are all of them. If a person decided the rest, they are
  /// those that the file still has.
  ///
  /// - Parameters:
  ///   - texts: The three texts; an empty base where there is none.
  ///   - result: The resulting file.
  /// - Returns: The decisions, with their lines in the result; none where the texts cannot be merged.
  /// - Complexity: That of the merge, and of a comparison of its result with the resulting file.
  package func decisions(
    of texts: DecisionRecord.Sides<[UInt8]>, standingIn result: [UInt8]
  ) -> [DecisionRecord.Decision] {
    made(of: texts).map { decisions(in: $0, standingIn: result) } ?? []
  }

  /// The same, including conflicts that were left and that the memory settled.
  ///
  /// - Parameters:
  ///   - texts: The three texts; an empty base where there is none.
  ///   - result: The resulting file.
  /// - Returns: The decisions, in the order of the result; those without a known place are left out.
  package func decisionsWithMemory(
    of texts: DecisionRecord.Sides<[UInt8]>, standingIn result: [UInt8]
  ) -> [DecisionRecord.Decision] {
    guard let made = made(of: texts) else { return [] }
    return (decisions(in: made, standingIn: result) + settledConflicts(of: made.merged, in: result))
      .sorted { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// The decisions of some rules, for whichever order of the sides the merge had.
  ///
  /// - Parameters:
  ///   - rules: The names of the rules; ``DecisionRecord/memory`` means the memory.
  ///   - texts: The three texts; an empty base where there is none.
  ///   - result: The resulting file.
  /// - Returns: The decisions with the sides as in `texts`, from the order of sides that explains more of them.
  /// - Complexity: That of two merges, and of comparisons of their results with the resulting file.
  package func decisions(
    by rules: Set<String>, of texts: DecisionRecord.Sides<[UInt8]>, standingIn result: [UInt8]
  ) -> [DecisionRecord.Decision] {
    func found(_ texts: DecisionRecord.Sides<[UInt8]>) -> [DecisionRecord.Decision] {
      let all =
        rules.contains(DecisionRecord.memory)
        ? decisionsWithMemory(of: texts, standingIn: result)
        : decisions(of: texts, standingIn: result)
      return all.filter { rules.contains($0.rule) }
    }
    let inOrder = found(texts)
    let mirrored = found(.init(base: texts.base, ours: texts.theirs, theirs: texts.ours))
    return inOrder.count >= mirrored.count ? inOrder : mirrored.map(\.mirrored)
  }

  private func made(of texts: DecisionRecord.Sides<[UInt8]>) -> LayeredMerge? {
    guard
      case .merged(let made) = outcome(base: texts.base, ours: texts.ours, theirs: texts.theirs)
    else { return nil }
    return made
  }

  /// The conflicts of a merge, with the text of the result in place of each.
  private func settledConflicts(
    of merged: Merged, in result: [UInt8]
  ) -> [DecisionRecord.Decision] {
    let conflicts = merged.conflicts
    var count = 0
    var text: [UInt8] = []
    for region in merged.regions {
      switch region {
      case .agreed(let agreed): text += agreed.bytes
      case .conflict:
        // A line that is in no text.
        text += [0] + "docmerge \(count)\n".utf8
        count += 1
      }
    }
    let marks = Array(Lines(text))
    let lines = Array(Lines(result))
    return diffLines(base: text, other: result).compactMap { hunk in
      guard hunk.base.count == 1, marks[hunk.base.lowerBound].first == 0 else { return nil }
      let mark = String(decoding: marks[hunk.base.lowerBound], as: UTF8.self)
      guard let number = Int(mark.filter(\.isNumber)), conflicts.indices.contains(number) else {
        return nil
      }
      let conflict = conflicts[number]
      return DecisionRecord.Decision(
        rule: DecisionRecord.memory, risk: .low, place: nil, lines: hunk.other,
        base: conflict.base.map(Array.init), ours: Array(conflict.ours),
        theirs: Array(conflict.theirs), result: Array(lines[hunk.other].joined()))
    }
  }

  private func decisions(
    in made: LayeredMerge, standingIn result: [UInt8]
  ) -> [DecisionRecord.Decision] {
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
