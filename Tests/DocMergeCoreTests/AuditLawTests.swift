import DocMergeCore
import Testing

struct AuditLawTests {
  @Test(arguments: MergeLawTests.settings)
  func `what the engine merges is accounted for`(options: MergeOptions) {
    for seed in 0..<120 {
      let triple = Triple.random(seed: seed)
      let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
      let merged = merge(base: base, ours: ours, theirs: theirs, options: options)
      guard let result = merged.clean else { continue }
      let audit = audit(base: base, ours: ours, theirs: theirs, result: result)
      #expect(audit.isClean, "\(triple) \(audit.findings)")
      #expect(audit.conflictCount == 0)
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `a merge with layers and rules is accounted for`(policy: MergePolicy) throws {
    for seed in 0..<200 {
      let triple = Triple.random(seed: seed)
      let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
      let options = TextMergeOptions(policy: policy)
      let merged = try mergeText(base: base, ours: ours, theirs: theirs, options: options)
      let own = audit(of: merged, base: base, ours: ours, theirs: theirs)
      #expect(own.isClean, "\(triple) \(own.findings)")
      #expect(own.conflictCount == merged.conflicts.count)
      guard let result = merged.clean else { continue }
      let foreign = audit(base: base, ours: ours, theirs: theirs, result: result)
      #expect(foreign.isClean, "\(triple) \(foreign.findings)")
    }
  }

  @Test(arguments: ConflictStyle.allCases)
  func `results with markers are accounted for`(style: ConflictStyle) throws {
    for seed in 0..<120 {
      let triple = Triple.random(seed: seed)
      let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
      let merged = try mergeText(
        base: base, ours: ours, theirs: theirs, options: TextMergeOptions(style: style))
      guard !merged.isClean else { continue }
      let labels = ConflictLabels(ours: "ours", base: "base", theirs: "theirs")
      let marked = Markers.write(merged, labels: labels)
      let audit = audit(base: base, ours: ours, theirs: theirs, result: marked.bytes)
      #expect(audit.isClean, "\(triple) \(audit.findings)")
      #expect(audit.conflictCount == merged.conflicts.count, "\(triple)")
    }
  }

  @Test func `every change of a side is an item`() {
    for seed in 0..<120 {
      let triple = Triple.random(seed: seed)
      let comparison = LineMerge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs, profile: .gitMerge)
      let merged = comparison.merged()
      let audit = audit(
        of: merged, base: triple.base, ours: triple.ours, theirs: triple.theirs,
        comparison: comparison)
      guard merged.isClean else { continue }
      for (side, hunks) in [
        (MergeSide.ours, comparison.oursHunks), (.theirs, comparison.theirsHunks),
      ] {
        let parts = hunks.reduce(0) { $0 + ($1.base.isEmpty ? 0 : 1) + ($1.other.isEmpty ? 0 : 1) }
        #expect(audit.sum(of: side).total == parts, "\(triple)")
      }
    }
  }

  @Test func `mutated results are not clean`() {
    var (mutated, missed) = (0, 0)
    for seed in 0..<350 {
      let triple = Triple.random(seed: seed)
      let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
      guard let result = merge(base: base, ours: ours, theirs: theirs).clean else { continue }
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<8 {
        let other = Mutation.random(&generator).applied(to: result, &generator)
        guard other != result else { continue }
        mutated += 1
        let audit = audit(base: base, ours: ours, theirs: theirs, result: other)
        if audit.isClean { missed += 1 }
      }
    }
    #expect(mutated > 1000)
    #expect(missed * 1000 <= mutated, "\(missed) of \(mutated)")
  }
}

/// What can go wrong with one line of a result.
enum Mutation: CaseIterable {
  case dropped, doubled, moved, swapped

  static func random(_ generator: inout SeededGenerator) -> Mutation {
    allCases[generator.number(0...allCases.count - 1)]
  }

  func applied(to text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var lines = Lines(text).map { $0 }
    guard lines.count > 1 else { return [] }
    let line = generator.number(0...lines.count - 1)
    switch self {
    case .dropped: lines.remove(at: line)
    case .doubled: lines.insert(lines[line], at: line)
    case .moved:
      let moved = lines.remove(at: line)
      lines.insert(moved, at: generator.number(0...lines.count))
    case .swapped: lines.swapAt(line, max(0, line - 1))
    }
    return lines.flatMap { $0 }
  }
}
