/// The rungs, from the safest to the boldest; each only sees what the earlier ones left.
///
/// The corpus decides which policy a rule belongs to; Benchmarks/QUALITY.md has the numbers.
enum Ladder {
  /// The part of a line's words that must stay for an edit of it to count as small.
  private static let small = 0.7
  /// The part of the words that must stay for the line to be still the same line.
  private static let recognisable = 0.5
  /// The part of the words below which it is a line of its own.
  private static let hardlyRecognisable = 0.1

  /// The rule for a block that one side moved and the other edited.
  static let moved = MergeRule(name: "moved-block", risk: .high, policy: .eager)

  /// All rungs.
  static let rungs: [any Rung] = strict + balanced + eager

  /// Rungs that are wrong too often to decide.
  static let suggesting: [any Rung] = [
    HigherNumber(rule: MergeRule(name: "higher-number", risk: .high, policy: .eager)),
    BothAdded(
      rule: MergeRule(name: "both-added-to-list", risk: .high, policy: .eager),
      places: [.atEnd(isBulleted: true)]),
  ]

  /// All rules that a merge can name, including those that only suggest.
  static let rules: [MergeRule] =
    (rungs + suggesting).map(\.rule) + [moved]
    + MergeRule.ofStructure.filter { rule in
      !(rungs + suggesting).contains { $0.rule.name == rule.name }
    }

  /// The rungs of a policy, as far as the structure of the texts leaves work to them.
  static func rungs(for policy: MergePolicy, _ rest: StructuredTexts.Rest) -> [any Rung] {
    let rungs = rungs(for: policy)
    switch rest {
    case .values: return rungs.filter(\.isAboutWords)
    case .words: return rungs.filter { $0.isAboutWords || $0.isAboutItems }
    case .all: return rungs
    }
  }

  /// The rungs of a policy.
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
      edits: [.init(one: [.blank], other: .any)]),
  ]

  private static let balanced: [any Rung] =
    [
      NumberedList(
        rule: MergeRule(name: "numbered-list", risk: .medium, policy: .balanced),
        rungs: strict + careful)
    ] + careful

  /// The rungs of `balanced` that do not involve numbers of items.
  private static let careful: [any Rung] = [
    WrappedLines(rule: MergeRule(name: "wrapped-lines", risk: .medium, policy: .balanced)),
    ImportedNames(rule: .unionOfValues),
    RewrappedItems(rule: MergeRule(name: "rewrapped-items", risk: .medium, policy: .balanced)),
    SubsumedChanges(rule: MergeRule(name: "one-holds-other", risk: .medium, policy: .balanced)),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-lines", risk: .medium, policy: .balanced),
      edits: [.init(one: [.replacement, .deletion], other: [.replacement, .deletion])],
      likeness: small),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-insertion", risk: .medium, policy: .balanced),
      edits: [.init(one: [.replacement], other: [.insertion])], likeness: recognisable),
    AddedBehindLastItem(
      rule: MergeRule(name: "behind-last-item", risk: .medium, policy: .balanced)),
    WordsWithinLines(rule: MergeRule(name: "words", risk: .medium, policy: .balanced)),
    EditsOfSentences(
      rule: MergeRule(name: "sentences", risk: .medium, policy: .balanced), likeness: small),
  ]

  private static let eager: [any Rung] = [
    SubsumedWordChanges(
      rule: MergeRule(name: "one-holds-other-text", risk: .high, policy: .eager), isOneLine: false),
    SubsumedWordChanges(
      rule: MergeRule(name: "one-holds-other-words", risk: .high, policy: .eager), isOneLine: true),
    LayoutAgainstWords(
      rule: MergeRule(name: "rewrapped-lines", risk: .high, policy: .eager)),
    SortedAdditions(rule: MergeRule(name: "added-sorted", risk: .high, policy: .eager)),
    AdjacentLines(
      rule: MergeRule(name: "adjacent-edits", risk: .high, policy: .eager),
      edits: [.init(one: .any, other: .any)],
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
