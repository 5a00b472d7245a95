import DocMergeCore
import Testing

struct RegionAuditTests {
  private static let careful = MergeRule(name: "both-added", risk: .none, policy: .strict)
  private static let bold = MergeRule(name: "take-ours", risk: .high, policy: .eager)

  private func receipt(
    _ base: String, _ ours: String, _ theirs: String, as decided: String, by rule: MergeRule
  ) -> RegionAudit {
    let conflict = Region.Conflict(
      base: base.bytes[...], ours: ours.bytes[...], theirs: theirs.bytes[...])
    return RegionAudit(of: conflict, decidedAs: decided.bytes[...], by: rule)
  }

  @Test(arguments: [
    (base: "", ours: "a\n", theirs: "b\n", decided: "a\nb\n"),
    (base: "", ours: "a\n", theirs: "b\n", decided: "b\na\n"),
    (base: "", ours: "a\nb\n", theirs: "b\nc\n", decided: "a\nb\nc\n"),
    (base: "1\n2\n", ours: "one\n2\n", theirs: "1\ntwo\n", decided: "one\ntwo\n"),
    (base: "1\n", ours: "", theirs: "1\n2\n", decided: "2\n"),
    (base: "a b c\n", ours: "A b c\n", theirs: "a b C\n", decided: "A b C\n"),
    (base: "a b\nc d\n", ours: "a b c\nd\n", theirs: "a B\nc d\n", decided: "a B c\nd\n"),
  ])
  func `everything is kept`(base: String, ours: String, theirs: String, decided: String) {
    let receipt = receipt(base, ours, theirs, as: decided, by: Self.careful)
    #expect(receipt.isAccounted)
    #expect(!receipt.items.isEmpty)
    #expect(receipt.items.allSatisfy { $0.fate == .kept || $0.fate == .same })
  }

  @Test func `what a rule drops carries its name`() {
    let receipt = receipt("1\n", "2\n", "3\n", as: "2\n", by: Self.bold)
    #expect(receipt.isAccounted)
    let dropped = receipt.items.filter { $0.fate == .dropped(by: Self.bold) }
    #expect(dropped.map(\.side) == [.theirs])
    #expect(dropped.map(\.bytes) == ["3".bytes[...]])
  }

  @Test(arguments: [
    (base: "1\n", ours: "2\n", theirs: "3\n", decided: "2\n"),
    (base: "", ours: "a\n", theirs: "b\n", decided: "a\n"),
    (base: "1\n2\n", ours: "one\n2\n", theirs: "1\ntwo\n", decided: "one\n2\n"),
    (base: "a b c\n", ours: "A b c\n", theirs: "a b C\n", decided: "A b c\n"),
  ])
  func `a rule that says that it drops nothing must not`(
    base: String, ours: String, theirs: String, decided: String
  ) {
    #expect(!receipt(base, ours, theirs, as: decided, by: Self.careful).isAccounted)
    #expect(receipt(base, ours, theirs, as: decided, by: Self.bold).isAccounted)
  }

  @Test(arguments: [
    (base: "1\n", ours: "2\n", theirs: "3\n", decided: "four\n", kind: AuditFinding.Kind.invented),
    (base: "", ours: "a\n", theirs: "b\n", decided: "a\nb\na\n", kind: .doubled),
    (base: "x\nk\n", ours: "y\nk\n", theirs: "z\nk\n", decided: "y\nz\n", kind: .missing),
    (base: "the k\n", ours: "a k\n", theirs: "b k\n", decided: "a\n", kind: .missing),
  ])
  func `no rule may invent, double or lose unchanged text`(
    base: String, ours: String, theirs: String, decided: String, kind: AuditFinding.Kind
  ) {
    let receipt = receipt(base, ours, theirs, as: decided, by: Self.bold)
    #expect(receipt.findings.map(\.kind).contains(kind))
    #expect(!receipt.isAccounted)
  }

  @Test func `a rule may lay out anew and count anew`() {
    let numbered = receipt(
      "", "2. lamp\n", "2. rope\n", as: "2. lamp\n3. rope\n",
      by: MergeRule(name: "numbered-list", risk: .low, policy: .balanced))
    #expect(numbered.isAccounted)
    #expect(numbered.findings.isEmpty)
  }

  @Test(arguments: [
    (  // prose that is wrapped anew after both changed it
      base: "aa bb cc\ndd ee ff\n", ours: "aa bb\ncc dd ee\nff\n",
      theirs: "aa bb cc longer\ndd ee ff\n", decided: "aa bb\ncc longer\ndd ee ff\n",
      risk: MergeRule.Risk.none
    ),
    (  // additions sorted into one another
      base: "", ours: "b\nd\n", theirs: "a\nc\ne\n", decided: "a\nb\nc\nd\ne\n", risk: .none
    ),
    (  // the higher version
      base: "v 1.2.3\n", ours: "v 1.3.0\n", theirs: "v 1.2.4\n", decided: "v 1.3.0\n", risk: .low
    ),
    (  // indented by one side, changed by the other
      base: "x = 1\ny = 2\n", ours: "  x = 1\n  y = 2\n", theirs: "x = 1\ny = 3\n",
      decided: "  x = 1\n  y = 3\n", risk: .none
    ),
    (  // the block went elsewhere, and the edit with it
      base: "block\n", ours: "", theirs: "better block\n", decided: "", risk: .medium
    ),
    (  // nearly the same addition, once
      base: "", ours: "a new line.\n", theirs: "a new line\n", decided: "a new line.\n", risk: .low
    ),
    (  // one side's text holds the other's
      base: "", ours: "a\n", theirs: "a\nb\n", decided: "a\nb\n", risk: .none
    ),
  ])
  func `what rules do is accounted for`(
    base: String, ours: String, theirs: String, decided: String, risk: MergeRule.Risk
  ) {
    let rule = MergeRule(name: "rule", risk: risk, policy: .balanced)
    let receipt = receipt(base, ours, theirs, as: decided, by: rule)
    #expect(receipt.isAccounted, "\(receipt)")
  }

  @Test func `words may come from where a block was`() {
    let conflict = Region.Conflict(
      base: [], ours: "moved text\n".bytes[...], theirs: [])
    let decided = "moved better text\n".bytes[...]
    let alone = RegionAudit(of: conflict, decidedAs: decided, by: Self.bold)
    #expect(!alone.isAccounted)
    let together = RegionAudit(
      of: conflict, decidedAs: decided, by: Self.bold, sources: ["better text\n".bytes[...]])
    #expect(together.isAccounted)
  }

  @Test func `slices tell where in the inputs`() {
    let (ours, theirs) = ("x\n2\n".bytes, "x\n3\n".bytes)
    let conflict = Region.Conflict(
      base: "x\n1\n".bytes[2...], ours: ours[2...], theirs: theirs[2...])
    let receipt = RegionAudit(of: conflict, decidedAs: "2\n".bytes[...], by: Self.bold)
    #expect(receipt.items.filter { $0.side == .theirs }.map(\.bytes.startIndex).contains(2))
    #expect(receipt.items.allSatisfy { $0.bytes.startIndex >= 2 })
  }
}
