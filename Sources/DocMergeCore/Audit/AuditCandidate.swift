/// A merge that the engine makes of the inputs, to explain parts of a result.
struct AuditCandidate {
  /// The differences from the result.
  private let hunks: [Hunk]
  /// Which rule settled which elements of the candidate.
  private let rules: [(elements: Range<Int>, rule: MergeRule)]

  init(_ merged: Merged, result: [Int32], _ table: inout AuditTokens) {
    var settled: [(part: Int, bytes: Range<Int>, rule: MergeRule)] = []
    let sections = merged.joinedSections { rule, part, bytes in
      settled.append((part, bytes, rule))
    }
    let sequence = AuditSequence(sections)
    rules = settled.map { place in
      let part = sequence.parts[place.part]
      let starts = part.text?.cut.starts ?? [0]
      let first = starts.partitioningIndex { $0 > place.bytes.lowerBound } - 1
      let last = starts.partitioningIndex { $0 >= place.bytes.upperBound }
      return (part.first + first..<part.first + max(first, last), place.rule)
    }
    hunks = table.hunks(table.tokens(of: sequence), result)
  }

  /// The rules that the candidate followed there, or `nil` if its elements there are others.
  func rules(explaining elements: Range<Int>) -> [MergeRule]? {
    let index = hunks.partitioningIndex { $0.other.upperBound >= elements.lowerBound }
    if index < hunks.count, hunks[index].other.lowerBound <= elements.upperBound { return nil }
    let shift =
      index > 0 ? hunks[index - 1].base.upperBound - hunks[index - 1].other.upperBound : 0
    let own = elements.lowerBound + shift..<elements.upperBound + shift
    return rules.filter { place in
      place.elements.lowerBound <= own.upperBound && own.lowerBound <= place.elements.upperBound
    }.map(\.rule)
  }
}
