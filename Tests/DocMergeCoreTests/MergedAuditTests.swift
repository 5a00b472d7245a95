import DocMergeCore
import Testing

/// Audits of the engine's own merges, with places that rules settled.
struct MergedAuditTests {
  private static let bothAdded = MergeRule(name: "both-added", risk: .none, policy: .strict)
  private static let takeOurs = MergeRule(name: "take-ours", risk: .high, policy: .eager)

  /// The line merge with every conflict settled by a rule.
  private func settled(
    _ triple: Triple, _ rule: MergeRule, _ decide: (Region.Conflict) -> [UInt8]
  ) -> Merged {
    var merged = merge(
      base: triple.base, ours: triple.ours, theirs: triple.theirs,
      options: MergeOptions(profile: .gitMerge))
    merged.regions = merged.regions.map { region in
      guard case .conflict(let conflict) = region else { return region }
      return .agreed(
        .init(bytes: decide(conflict)[...], origin: .decided(by: rule, from: conflict)))
    }
    return merged
  }

  private func audit(_ merged: Merged, _ triple: Triple) -> MergeAudit {
    DocMergeCore.audit(
      of: merged, base: triple.base, ours: triple.ours, theirs: triple.theirs)
  }

  @Test func `what a rule drops is dropped by its name`() {
    var dropped = 0
    for seed in 0..<200 {
      let triple = Triple.random(seed: seed)
      let audit = audit(settled(triple, Self.takeOurs) { Array($0.ours) }, triple)
      #expect(audit.isClean, "\(triple) \(audit.findings)")
      for item in audit.items {
        guard case .dropped(let rule) = item.fate else { continue }
        #expect(rule == Self.takeOurs)
        dropped += 1
      }
    }
    #expect(dropped > 50)
  }

  @Test func `a rule that claims to drop nothing is found out`() {
    let triple = Triple(
      base: "a\nb\nc\n".bytes, ours: "a\nours\nc\n".bytes, theirs: "a\ntheirs\nc\n".bytes)
    let lying = audit(settled(triple, Self.bothAdded) { Array($0.ours) }, triple)
    #expect(!lying.isClean)
    #expect(lying.sum(of: .theirs).unaccounted == 1)
    let honest = audit(settled(triple, Self.bothAdded) { Array($0.ours + $0.theirs) }, triple)
    #expect(honest.isClean)
    #expect(honest.sum(of: .theirs).kept == 1)
    #expect(honest.sum(of: .theirs).same == 1)
  }

  @Test func `rules that keep both sides' lines are clean wherever they are applied`() {
    for seed in 0..<200 {
      let triple = Triple.random(seed: seed)
      let merged = settled(triple, Self.bothAdded) { conflict in
        let separator: [UInt8] =
          conflict.ours.isEmpty || conflict.ours.last == 10 || conflict.theirs.isEmpty ? [] : [10]
        return conflict.ours + separator + conflict.theirs
      }
      let receipts = audit(merged, triple)
      // What one side deleted and the other kept may come back this way; that must be said.
      let comesBack = receipts.items.contains { $0.fate == .unaccounted && $0.change == .deleted }
      #expect(
        receipts.isClean || comesBack || !receipts.findings.isEmpty, "\(triple)")
    }
  }

  @Test func `a region that is gone, doubled or changed is found`() {
    var (broken, missed) = (0, 0)
    for seed in 0..<200 {
      let triple = Triple.random(seed: seed)
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(profile: .gitMerge))
      var generator = SeededGenerator(seed: seed)
      guard merged.regions.count > 1 else { continue }
      let index = generator.number(0...merged.regions.count - 1)
      guard case .agreed(var agreed) = merged.regions[index] else { continue }
      var gone = merged
      gone.regions.remove(at: index)
      var doubled = merged
      doubled.regions.insert(merged.regions[index], at: index)
      var changed = merged
      agreed.bytes[agreed.bytes.startIndex] ^= 1
      changed.regions[index] = .agreed(agreed)
      for result in [gone, doubled, changed] {
        broken += 1
        if audit(result, triple).isClean { missed += 1 }
      }
    }
    #expect(broken > 200)
    #expect(missed == 0, "of \(broken)")
  }

  @Test(arguments: [MergeProfile.gitMerge, .gitMergeFile])
  func `whichever way the lines were compared, nothing is missed`(profile: MergeProfile) {
    for seed in 0..<500 {
      let triple = Triple.random(seed: seed)
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(profile: profile, style: .diff3))
      let audit = audit(merged, triple)
      #expect(audit.isClean, "\(triple) \(audit.findings)")
    }
  }

  @Test func `regions that a layer made anew are judged by their text`() {
    let triple = Triple(
      base: "one two\r\nthree\r\n".bytes, ours: "one two\nthree\n".bytes,
      theirs: "one TWO\r\nthree\r\n".bytes)
    let made = Merged(
      regions: [.agreed(.init(bytes: "one TWO\nthree\n".bytes[...], origin: .both))], style: .merge)
    #expect(audit(made, triple).isClean)
    let lost = Merged(
      regions: [.agreed(.init(bytes: "one two\nthree\n".bytes[...], origin: .both))], style: .merge)
    #expect(!audit(lost, triple).isClean)
  }
  @Test func `a long place full of repeated lines has a receipt`() throws {
    func text(_ part: String) -> [UInt8] { String(repeating: part, count: 100).bytes }
    let triple = Triple(
      base: text("}\r},\r"), ours: text("}\r},\r[\r"), theirs: text("}\r") + text("},\r"))
    for policy in MergePolicy.allCases {
      let merged = try mergeText(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: TextMergeOptions(policy: policy))
      #expect(audit(merged, triple).isClean, "\(policy)")
    }
  }
}
