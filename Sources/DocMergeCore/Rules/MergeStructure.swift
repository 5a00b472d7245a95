/// What is known of texts beyond their lines; a merge asks it what lines cannot tell.
package protocol MergeStructure: Sendable {
  /// Looks at a clean merge of lines before the inputs are read: often it is enough to see that no fault
  /// is possible.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func expected(
    _ result: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> ExpectedResult

  /// A structure that says more of the texts, and takes longer to read: it is asked when conflicts are left.
  var refinement: (any MergeStructure)? { get }

  /// Reads the three texts of a merge.
  ///
  /// - Parameters:
  ///   - base: What both sides were made from.
  ///   - ours: One side.
  ///   - theirs: The other side.
  ///   - result: What the merge will probably be, to be read along with the others; `nil` when unknown.
  ///   - pair: Lends a second thread.
  /// - Returns: the structure of the texts.
  func read(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], result: ExpectedResult?, pair: PairRunner
  ) -> any ReadStructure
}

extension MergeStructure {
  /// None.
  package var refinement: (any MergeStructure)? { nil }

  /// Reads the three texts of a merge.
  package func read(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> any ReadStructure {
    read(base: base, ours: ours, theirs: theirs, result: nil, pair: .oneByOne)
  }
}

/// What a merge will probably be.
package struct ExpectedResult: Sendable {
  /// The text.
  package let text: [UInt8]
  /// What the structure has made of it already; `nil` when it was not read.
  package var reading: (any Sendable)?
  /// Whether no fault is possible, whatever the inputs are.
  package var isFaultless = false

  /// Makes an expected result that was not read.
  package init(_ text: [UInt8]) { self.text = text }
}

/// The structure of the three texts of a merge.
package protocol ReadStructure {
  /// Whether a format takes the texts; where none does, the structure finds no faults.
  var isKnown: Bool { get }

  /// Whether most parts have keys: entries are often alike but for these.
  var isKeyed: Bool { get }

  /// Whether the lines alone mislead, as where one side gave all rows another shape.
  var overridesLines: Bool { get }

  /// Settles what the structure of the texts can settle.
  ///
  /// - Returns: Three texts that differ only in what is left; `nil` when the structure has nothing to say.
  func settled(by policy: MergePolicy) -> StructuredTexts?

  /// Looks for what is wrong with a result though lines and rules find nothing.
  ///
  /// - Parameters:
  ///   - result: The text; where conflicts are left it holds ours.
  ///   - isWhole: Whether nothing is left in conflict.
  /// - Returns: What is wrong with keys, numbers and parts; nothing when the result can stand.
  func faults(in result: [UInt8], isWhole: Bool) -> [StructureFault]
}

/// Three texts in which everything that their structure settles is the same.
package struct StructuredTexts: Sendable {
  /// Which rules may settle what is left.
  package enum Rest: Sendable {
    /// Those about the words of values; lines are only woven where neither side added or removed one.
    case values
    /// Those about the words of a line or paragraph.
    case words
    /// All.
    case all
  }

  /// The base.
  package var base: [UInt8]
  /// Ours.
  package var ours: [UInt8]
  /// Theirs.
  package var theirs: [UInt8]
  /// Which rules may settle what is left.
  package var rest: Rest
  /// By what neighbouring lines could be settled that no decision is about.
  package var usualRule: MergeRule
  /// The boldest rule of those that settled lines of ours or theirs; the ranges are bytes of the inputs.
  package var decisions: [Decision]

  /// Whether words of a side may be gone without a rule, such as the outputs of a cell that the other side removed.
  package var mayDrop = false

  /// A rule, and what it was about in each input; `nil` where it has nothing of that.
  package struct Decision: Sendable {
    /// Why it could be settled.
    package var rule: MergeRule
    /// Where that is in the base.
    package var base: Range<Int>?
    /// Where that is in ours.
    package var ours: Range<Int>?
    /// Where that is in theirs.
    package var theirs: Range<Int>?

    /// Makes a decision.
    package init(
      rule: MergeRule, base: Range<Int>?, ours: Range<Int>?, theirs: Range<Int>?
    ) {
      (self.rule, self.base, self.ours, self.theirs) = (rule, base, ours, theirs)
    }
  }

  /// Makes texts.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], rest: Rest, usualRule: MergeRule,
    decisions: [Decision]
  ) {
    self.usualRule = usualRule
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.rest = rest
    self.decisions = decisions
  }
}

/// Something that is wrong with a result, and why.
package struct StructureFault: Sendable, Hashable {
  /// The places of the result that make it wrong, in bytes; none when all of it is in question.
  package var places: [Range<Int>]
  /// What is wrong, such as "`timeout` would stand twice in `jobs.build`".
  package var reason: String

  /// Whether it comes first in the text; that tells any two faults apart, so that merges are repeatable.
  package func stands(before other: StructureFault) -> Bool {
    let (one, two) = (places.first?.lowerBound ?? 0, other.places.first?.lowerBound ?? 0)
    return (one, reason) < (two, other.reason)
  }

  /// Makes a fault.
  package init(places: [Range<Int>], reason: String) {
    self.places = places
    self.reason = reason
  }
}
