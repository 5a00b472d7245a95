import DocMergeCore
import Testing

struct UnifiedDiffTests {
  @Test func `shows a missing final newline`() {
    let shown = unifiedDiff(
      old: "one\ntwo".bytes, new: "one\nTWO\n".bytes, labels: .init(old: "a/list", new: "b/list"))
    #expect(
      String(decoding: shown.text, as: UTF8.self) == """
        --- a/list
        +++ b/list
        @@ -1,2 +1,2 @@
         one
        -two
        \\ No newline at end of file
        +TWO

        """)
  }

  @Test func `is empty for equal texts`() {
    let shown = unifiedDiff(
      old: "a\n".bytes, new: "a\n".bytes, labels: .init(old: "a", new: "b"))
    #expect(shown.sections.isEmpty)
    #expect(shown.text.isEmpty)
  }

  @Test func `shows hunks without any context`() {
    let shown = unifiedDiff(old: "a\nb\nc\n".bytes, new: "a\nc\nd\n".bytes, context: 0)
    #expect(
      String(decoding: shown.text, as: UTF8.self) == """
        @@ -2 +1,0 @@
        -b
        @@ -3,0 +3 @@
        +d

        """)
  }

  /// The hunks of a printed difference, without file header and without function names.
  private static func hunks(in printed: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for line in Lines(printed) {
      guard line.starts(with: "@@ ".bytes) else {
        if !output.isEmpty { output += line }
        continue
      }
      let parts = line.split(separator: UInt8(ascii: "@"), maxSplits: 3)
      output += "@@".bytes + parts[0] + "@@\n".bytes
    }
    return output
  }

  @Test(arguments: [
    (DiffOptions(followsIndentation: true), 3, ["-U3"]),
    (DiffOptions(followsIndentation: false), 1, ["-U1", "--no-indent-heuristic"]),
    (DiffOptions(algorithm: .histogram, followsIndentation: true), 3, ["-U3", "--histogram"]),
    (
      DiffOptions(algorithm: .histogram, followsIndentation: false), 0,
      ["-U0", "--histogram", "--no-indent-heuristic", "--inter-hunk-context=0"]
    ),
    (DiffOptions(algorithm: .minimal, followsIndentation: true), 3, ["--minimal"]),
    (DiffOptions(algorithm: .patience, followsIndentation: true), 3, ["--patience"]),
  ])
  func `prints what git diff prints`(options: DiffOptions, context: Int, arguments: [String]) {
    let git = Git()
    var differences = 0
    let (start, count) = (MergeOracleTests.start, MergeOracleTests.count / 2)
    for seed in start..<start + count {
      let triple = Triple.random(seed: seed)
      let (base, other) = seed % 3 != 0 ? Texts.demanding(seed: seed) : (triple.base, triple.ours)
      let printed = git.diff(base: base, other: other, arguments: arguments)
      let shown = unifiedDiff(old: base, new: other, context: context, options: options)
      guard shown.text != Self.hunks(in: printed) else { continue }
      differences += 1
      let detail = base.count + other.count < 300 ? "\(base.shown) \(other.shown)" : "large"
      Issue.record("seed \(seed): \(detail)\n\(Self.hunks(in: printed).shown)\n\(shown.text.shown)")
      if differences > 3 { return }
    }
    print("git diff \(arguments): \(count) comparisons, \(differences) differences")
  }

  @Test(arguments: [
    (WhitespaceRule.ignoringCarriageReturnAtEnd, "--ignore-cr-at-eol"),
    (.ignoringEnds, "--ignore-space-at-eol"), (.ignoringAmount, "-b"), (.ignoringAll, "-w"),
  ])
  func `ignores white space as git diff does`(rule: WhitespaceRule, argument: String) {
    let git = Git()
    let options = DiffOptions(followsIndentation: true, whitespace: rule)
    for seed in MergeOracleTests.start..<MergeOracleTests.start + MergeOracleTests.count / 2 {
      let triple = Triple.randomInBlanks(seed: seed)
      let printed = git.diff(base: triple.base, other: triple.ours, arguments: [argument])
      let shown = unifiedDiff(old: triple.base, new: triple.ours, options: options).text
      let expected = Self.hunks(in: printed)
      #expect(shown == expected, "\(seed) \(triple)\n\(expected.shown)\n\(shown.shown)")
    }
  }
}
