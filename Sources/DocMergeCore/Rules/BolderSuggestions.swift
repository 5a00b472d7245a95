/// The decisions of a bolder merge of the same texts, as suggestions for the conflicts of another merge.
struct BolderSuggestions {
  private struct Decision {
    let rule: MergeRule
    let bytes: ArraySlice<UInt8>
    let claim: Region.Conflict
  }

  /// The decisions of rules, in the order of the text.
  private let decisions: [Decision]

  init(_ bolder: Merged) {
    decisions = bolder.regions.compactMap { region in
      guard case .agreed(let agreed) = region,
        case .decided(let rule, let claim) = agreed.origin
      else { return nil }
      return Decision(rule: rule, bytes: agreed.bytes, claim: claim)
    }
  }

  /// The merge with the suggestions in its conflicts; conflicts that no decision fits keep theirs.
  func given(to merged: Merged) -> Merged {
    var result = merged
    var rest = decisions[...]
    result.regions = merged.regions.map { region in
      guard case .conflict(var conflict) = region else { return region }
      let start = conflict.ours.startIndex
      rest = rest.drop { $0.claim.ours.endIndex < start }
      let near = rest.prefix { $0.claim.ours.startIndex <= start }
      guard let suggestion = near.lazy.compactMap({ Self.suggestion($0, for: conflict) }).first
      else { return region }
      conflict.suggestion = suggestion
      return .conflict(conflict)
    }
    return result
  }

  /// The suggestion of a decision for a conflict; `nil` where it is about another place, or a part of it.
  ///
  /// A conflict may be narrower than the claim that was decided: lines that both sides have around it stay.
  private static func suggestion(
    _ decision: Decision, for conflict: Region.Conflict
  ) -> Region.Suggestion? {
    guard let ours = surroundings(of: conflict.ours, in: decision.claim.ours),
      let theirs = surroundings(of: conflict.theirs, in: decision.claim.theirs),
      ours.before.elementsEqual(theirs.before), ours.behind.elementsEqual(theirs.behind),
      decision.bytes.count >= ours.before.count + ours.behind.count,
      decision.bytes.starts(with: ours.before),
      decision.bytes.suffix(ours.behind.count).elementsEqual(ours.behind)
    else { return nil }
    let bytes = decision.bytes.dropFirst(ours.before.count).dropLast(ours.behind.count)
    return Region.Suggestion(bytes: Array(bytes), rule: decision.rule)
  }

  /// The parts of a claim before and after a part of it; `nil` where the part is not within it.
  private static func surroundings(
    of part: ArraySlice<UInt8>, in claim: ArraySlice<UInt8>
  ) -> (before: ArraySlice<UInt8>, behind: ArraySlice<UInt8>)? {
    guard claim.startIndex <= part.startIndex, part.endIndex <= claim.endIndex,
      claim[part.startIndex..<part.endIndex] == part
    else { return nil }
    return (claim[..<part.startIndex], claim[part.endIndex...])
  }
}
