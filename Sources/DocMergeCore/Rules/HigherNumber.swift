/// Texts that differ only in numbers, such as versions and counters that both sides raised.
///
/// People take the higher number no more often than the lower one, so this is only a suggestion.
struct HigherNumber: Rung {
  let rule: MergeRule

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    let ours = Array(WordSequence(claim.ours.text))
    let theirs = Array(WordSequence(claim.theirs.text))
    guard ours.count == theirs.count, claim.ours.count == claim.theirs.count,
      let (one, other) = zip(ours, theirs).first(where: { $0 != $1 })
    else { return nil }
    let onlyNumbersDiffer = zip(ours, theirs).allSatisfy { one, other in
      one == other || one.contains(where: \.isDigit) && other.contains(where: \.isDigit)
    }
    guard onlyNumbersDiffer else { return nil }
    let higher = SortKey(one) < SortKey(other) ? claim.theirs : claim.ours
    return [.settled(Array(higher.text), claim, rule)]
  }
}
