import Testing

@testable import DocMergeCore

/// Runs of lines that both sides put in.
struct DoubledBlockTests {
  /// A text of few different lines, some of them blank or indented.
  private static func text(_ generator: inout SeededGenerator, lines: Int) -> [UInt8] {
    let choices = ["one line\n", "two lines\n", "  one line\n", "\n", "  \n", "three\n"]
    return (0..<lines).flatMap { _ in
      Array((choices.randomElement(using: &generator) ?? "").utf8)
    }
  }

  @Test func `runs that the base has not are found at the changes`() {
    for seed in 0..<2000 {
      var generator = SeededGenerator(seed: seed)
      let base = Self.text(&generator, lines: Int.random(in: 0...14, using: &generator))
      let side = Self.text(&generator, lines: Int.random(in: 0...14, using: &generator))
      let comparison = LineMerge(base: base, ours: side, theirs: base, profile: .gitMerge.hasty)
      let known = Set(LineTriples(Lines(base)).hashes)
      let all = Set(LineTriples(Lines(side)).hashes)
      let found = Set(LineTriples(Lines(side), around: comparison.oursHunks).hashes)
      #expect(found.isSubset(of: all), "seed \(seed)")
      #expect(all.subtracting(known).isSubset(of: found), "seed \(seed)")
    }
  }

  @Test func `a block that both sides put in at one place is no doubt`() {
    let block = "the first line\nthe second line\nthe third line\n"
    let lines = LineMerge(
      base: "a\nb\n".bytes, ours: "a\n\(block)b\n".bytes, theirs: "a\n\(block)b\n".bytes,
      profile: .gitMerge.hasty)
    #expect(!DoubledBlocks(lines).isPossible)
  }

  @Test func `a block that both sides put in at two places is a fault where both stay`() {
    let block = "the first line\nthe second line\nthe third line\n"
    let guarding = DoubledBlocks(
      LineMerge(
        base: "a\nb\n".bytes, ours: "\(block)a\nb\n".bytes, theirs: "a\nb\n\(block)".bytes,
        profile: .gitMerge.hasty))
    #expect(guarding.faults(in: "\(block)a\nb\n\(block)".bytes).count == 1)
    #expect(guarding.faults(in: "\(block)a\nb\n".bytes).isEmpty)
  }
}

/// Sets of hashes.
struct HashedSetTests {
  @Test func `holds what was put in, and nothing else`() {
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: seed)
      let hashes = (0..<40).map { _ in UInt64.random(in: 1...60, using: &generator) << (seed % 58) }
      var (set, known) = (HashedSet(capacity: hashes.count), Set<UInt64>())
      for hash in hashes { #expect(set.insert(hash) == known.insert(hash).inserted) }
      for number in UInt64(1)...60 {
        #expect(set.contains(number << (seed % 58)) == known.contains(number << (seed % 58)))
      }
    }
  }
}

/// One edit of each side, with something between them.
struct FarEditTests {
  private static func isKept(
    _ result: String, _ base: String, _ ours: String, _ theirs: String
  ) -> Bool? {
    DisjointEdits(base.bytes, ours.bytes, theirs.bytes)?.isResult(result.bytes)
  }

  @Test func `both edits make the result, and nothing less`() {
    let texts = ("red apples and pears", "ripe apples and pears", "red apples and plums")
    #expect(Self.isKept("ripe apples and plums", texts.0, texts.1, texts.2) == true)
    #expect(Self.isKept("ripe apples and plums", texts.0, texts.2, texts.1) == true)
    for lost in [texts.0, texts.1, texts.2, "ripe apples and plums!", "ripe and plums"] {
      #expect(Self.isKept(lost, texts.0, texts.1, texts.2) == false)
    }
  }

  @Test(arguments: [
    (base: "1.2.3", ours: "2.2.3", theirs: "1.2.4"),
    (base: "1,000,000", ours: "2,000,000", theirs: "1,000,001"),
    (base: "word", ours: "sword", theirs: "words"),
    (base: "one two", ours: "one three", theirs: "one four"),
    (base: "one two", ours: "one two three", theirs: "one two four"),
  ])
  func `one value is not edited at two places`(base: String, ours: String, theirs: String) {
    #expect(Self.isKept(base, base, ours, theirs) == nil)
  }
}
