/// The rungs, from the safest to the boldest; each only sees what those before it left.
///
/// Which policy a rule belongs to is what the corpus says; Benchmarks/QUALITY.md has the numbers.
enum Ladder {
  /// How many words of a line must stay for an edit of it to count as small.
  private static let small = 0.7
  /// How many words must stay for the line to be still the same line.
  private static let recognisable = 0.5
  /// How many words must stay for it not to be a line of its own.
  private static let hardlyRecognisable = 0.1

  /// What holds when one side moved a block that the other edited.
  static let moved = MergeRule(name: "moved-block", risk: .high, policy: .eager)

  /// All rungs.
  static let rungs: [any Rung] = strict + balanced + eager

  /// Rungs that are wrong too often to decide anything.
  static let suggesting: [any Rung] = [
    HigherNumber(rule: MergeRule(name: "higher-number", risk: .high, policy: .eager)),
    BothAdded(
      rule: MergeRule(name: "both-added-to-list", risk: .high, policy: .eager),
      places: [.atEnd(isBulleted: true)]),
  ]

  /// All rules that a merge can name, those that only suggest included.
  static let rules: [MergeRule] =
    (rungs + suggesting).map(\.rule) + [moved]
    + MergeRule.ofStructure.filter { rule in
      !(rungs + suggesting).contains { $0.rule.name == rule.name }
    }

  /// The rungs that a policy climbs, as far as the structure of the texts leaves something to them.
  static func rungs(for policy: MergePolicy, _ rest: StructuredTexts.Rest) -> [any Rung] {
    let rungs = rungs(for: policy)
    switch rest {
    case .values, .words: return rungs.filter(\.isAboutWords)
    case .all: return rungs
    }
  }

  /// The rungs that a policy climbs.
  private static func rungs(for policy: MergePolicy) -> [any Rung] {
    switch policy {
    case .strict: strict
    case .balanced: strict + balanced
    case .eager: rungs
    }
  }

  private static let strict: [any Rung] = [
    CommonEdits(rule: MergeRule(name: "common-edits", risk: .none, policy: .strict)),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-blank-lines", risk: .low, policy: .strict),
      edits: [.init(one: [.blank], other: Set(LineEdit.allCases))]),
  ]

  private static let balanced: [any Rung] =
    [
      NumberedList(
        rule: MergeRule(name: "numbered-list", risk: .medium, policy: .balanced),
        rungs: strict + careful)
    ] + careful

  /// The rungs of `balanced` that numbers of items do not concern.
  private static let careful: [any Rung] = [
    OneHoldsOther(rule: MergeRule(name: "one-holds-other", risk: .medium, policy: .balanced)),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-lines", risk: .medium, policy: .balanced),
      edits: [.init(one: [.replacement, .deletion], other: [.replacement, .deletion])],
      likeness: small),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-insertion", risk: .medium, policy: .balanced),
      edits: [.init(one: [.replacement], other: [.insertion])], likeness: recognisable),
    WordsWithinLines(rule: MergeRule(name: "words", risk: .medium, policy: .balanced)),
    EditsOfSentences(
      rule: MergeRule(name: "sentences", risk: .medium, policy: .balanced), likeness: small),
  ]

  private static let eager: [any Rung] = [
    OneHoldsOtherWords(
      rule: MergeRule(name: "one-holds-other-text", risk: .high, policy: .eager), isOneLine: false),
    OneHoldsOtherWords(
      rule: MergeRule(name: "one-holds-other-words", risk: .high, policy: .eager), isOneLine: true),
    LayoutAgainstWords(
      rule: MergeRule(name: "rewrapped-lines", risk: .high, policy: .eager)),
    SortedAdditions(rule: MergeRule(name: "added-sorted", risk: .high, policy: .eager)),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-edits", risk: .high, policy: .eager),
      edits: [.init(one: Set(LineEdit.allCases), other: Set(LineEdit.allCases))],
      likeness: hardlyRecognisable),
    BothAdded(
      rule: MergeRule(name: "appended-to-list", risk: .high, policy: .eager),
      places: [.atEnd(isBulleted: false)]),
    BothAdded(
      rule: MergeRule(name: "put-on-top-of-list", risk: .high, policy: .eager),
      places: [.atStart(isBulleted: true)]),
    BothAdded(
      rule: MergeRule(name: "both-added", risk: .high, policy: .eager),
      places: [.within, .outside, .atStart(isBulleted: false)]),
  ]
}
