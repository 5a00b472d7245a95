import DocMerge
import DocMergeDecisions
import DocMergeFiles

extension SessionDocument {
  /// Opens decisions of rules again, and decides the rest as before.
  ///
  /// A person's decisions are only repeated if all of them give the same text as before.
  ///
  /// - Parameters:
  ///   - decisions: The decisions to open; those that the document does not have are left out.
  ///   - result: The previous decided text.
  mutating func reopen(_ decisions: [DecisionRecord.Decision], of result: [UInt8]) {
    let found = text?.decidedByRules ?? []
    let numbers = found.indices.filter { number in
      decisions.contains { $0.isAbout(found[number].conflict, found[number].rule) }
    }
    // The numbers of earlier ones stay the same when the last one is opened first.
    for number in numbers.reversed() { take(.reopen(decision: number)) }
    guard !steps.isEmpty else { return }
    let opened = (text?.regions ?? []).indices.filter { number in
      let region = text?.regions[number]
      return region?.suggestion.map { suggestion in
        decisions.contains { $0.isAbout(region?.conflict, suggestion.rule) }
      } ?? false
    }
    for (number, choice) in choices(but: Set(opened), of: result) {
      take(.choose(region: number, choice))
    }
  }

  /// The choice for each region.
  ///
  /// - Parameters:
  ///   - opened: The regions for which the suggestion was taken, which are left out.
  ///   - result: The decided text.
  /// - Returns: The choices; none where they cannot be determined for all regions.
  private func choices(
    but opened: Set<Int>, of result: [UInt8]
  ) -> [(region: Int, choice: Choice)] {
    let regions = text?.regions ?? []
    var marked = self
    for number in regions.indices {
      // A line that is in no text.
      let line = [0] + Array("docmerge \(number)\n".utf8)
      marked.take(.choose(region: number, opened.contains(number) ? .suggestion : .edited(line)))
    }
    guard let old = marked.text?.merged.clean else { return [] }
    let lines = Array(Lines(old))
    var choices: [(region: Int, choice: Choice)] = []
    for hunk in diffLines(base: old, other: result) {
      guard hunk.base.count == 1, let number = Self.number(of: lines[hunk.base.lowerBound]) else {
        continue
      }
      let bytes = Array(Lines(result)[hunk.other].joined()).withoutCarriageReturns
      let known = regions[number].choices.first { regions[number].text(of: $0) == bytes }
      choices.append((number, known ?? .edited(bytes)))
    }
    var decided = self
    for number in opened { decided.take(.choose(region: number, .suggestion)) }
    for (number, choice) in choices { decided.take(.choose(region: number, choice)) }
    return decided.text?.merged.clean == result ? choices : []
  }

  /// The number of the region of a placeholder line.
  private static func number(of line: ArraySlice<UInt8>) -> Int? {
    guard line.first == 0 else { return nil }
    return Int(String(decoding: line, as: UTF8.self).filter(\.isNumber))
  }
}

extension DecisionRecord.Decision {
  /// Whether it settled this conflict, by this rule.
  fileprivate func isAbout(_ conflict: Region.Conflict?, _ rule: MergeRule) -> Bool {
    guard let conflict, self.rule == rule.name else { return false }
    return conflict.ours.elementsEqual(ours.withoutCarriageReturns)
      && conflict.theirs.elementsEqual(theirs.withoutCarriageReturns)
  }
}

extension [UInt8] {
  /// The text with `\n` at the end of each line that ends in `\r\n`.
  fileprivate var withoutCarriageReturns: [UInt8] {
    guard contains(0x0D) else { return self }
    return indices.compactMap { index in
      self[index] == 0x0D && index + 1 < count && self[index + 1] == 0x0A ? nil : self[index]
    }
  }
}
