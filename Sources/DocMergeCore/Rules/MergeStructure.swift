/// Knowledge of texts beyond their lines, for the decisions that lines alone do not allow.
package protocol MergeStructure: Sendable {
  /// Checks a clean merge of lines before the inputs are read: often this is enough to see that no fault
  /// is possible.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func expected(
    _ result: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> ExpectedResult

  /// A structure that knows more of the texts, and takes longer to read: it is asked when conflicts are left.
  var refinement: (any MergeStructure)? { get }

  /// How the headings of the texts look; `nil` where they have none.
  var headings: HeadingForm? { get }

  /// The notation of the columns of texts like this one; `nil` where blanks are not padding.
  func columns(of sample: [UInt8]) -> ColumnNotation?

  /// Reads the three texts of a merge.
  ///
  /// - Parameters:
  ///   - base: The text that both sides were made from.
  ///   - ours: One side.
  ///   - theirs: The other side.
  ///   - result: The probable result of the merge, to read along with the others; `nil` when unknown.
  ///   - pair: Provides a second thread.
  /// - Returns: the structure of the texts.
  func read(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], result: ExpectedResult?, pair: PairRunner
  ) -> any ReadStructure
}

extension MergeStructure {
  /// No headings.
  package var headings: HeadingForm? { nil }

  /// No columns.
  package func columns(of sample: [UInt8]) -> ColumnNotation? { nil }

  /// No refinement.
  package var refinement: (any MergeStructure)? { nil }

  /// Reads the three texts of a merge.
  package func read(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> any ReadStructure {
    read(base: base, ours: ours, theirs: theirs, result: nil, pair: .oneByOne)
  }
}

/// The probable result of a merge.
package struct ExpectedResult: Sendable {
  /// The text.
  package let text: [UInt8]
  /// The structure's reading of it; `nil` when it was not read.
  package var reading: (any Sendable)?
  /// Whether no fault is possible for any inputs.
  package var isFaultless = false

  /// Makes an expected result that was not read.
  package init(_ text: [UInt8]) { self.text = text }
}

/// The structure of the three texts of a merge.
package protocol ReadStructure {
  /// Whether a format takes the texts.
  var isKnown: Bool { get }

  /// Whether faults can be found, if only in the lines of texts that no format takes.
  var hasGuards: Bool { get }

  /// Whether most parts have keys: entries often differ only in these.
  var isKeyed: Bool { get }

  /// Whether the texts consist of records that may have equal lines, so that a block of them may stand twice.
  var repeatsLines: Bool { get }

  /// Whether the lines alone mislead, for example where one side gave all rows another shape.
  var overridesLines: Bool { get }

  /// How the headings of the texts look; `nil` where they have none.
  var headings: HeadingForm? { get }

  /// Settles what the structure of the texts can settle.
  ///
  /// - Returns: Three texts that differ only in the open conflicts; `nil` when the structure cannot settle anything.
  func settled(by policy: MergePolicy) -> StructuredTexts?

  /// Looks for faults of a result that lines and rules do not find.
  ///
  /// - Parameters:
  ///   - result: The text; where conflicts are left it holds ours.
  ///   - isWhole: Whether nothing is left in conflict.
  /// - Returns: The faults of keys, numbers and parts; none when the result is valid.
  func faults(in result: [UInt8], isWhole: Bool) -> [StructureFault]
}

extension ReadStructure {
  /// Those of texts that a format takes.
  package var hasGuards: Bool { isKnown }

  /// No records.
  package var repeatsLines: Bool { false }

  /// No headings.
  package var headings: HeadingForm? { nil }
}

/// Three texts in which everything that their structure settles is the same.
package struct StructuredTexts: Sendable {
  /// Which rules may settle the conflicts that are left.
  package enum Rest: Sendable {
    /// Those for the words of values; lines are only combined where neither side added or removed one.
    case values
    /// Those for the words of a line or paragraph.
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
  /// Which rules may settle the conflicts that are left.
  package var rest: Rest
  /// The rule under which neighbouring lines outside of any decision could be settled.
  package var usualRule: MergeRule
  /// The boldest rule of those that settled lines of ours or theirs; the ranges are bytes of the inputs.
  package var decisions: [Decision]

  /// Whether words of a side may be lost without a rule, such as the outputs of a cell that the other side removed.
  package var mayDrop = false

  /// Whether each part is where a side put it.
  package var placesAreSure = true

  /// A rule, and the part of each input that it decided; `nil` where an input lacks it.
  package struct Decision: Sendable {
    /// The rule that settled it.
    package var rule: MergeRule
    /// The part of the base.
    package var base: Range<Int>?
    /// The part of ours.
    package var ours: Range<Int>?
    /// The part of theirs.
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

/// A fault of a result, and its reason.
package struct StructureFault: Sendable, Hashable {
  /// The places of the result that cause the fault, in bytes; none when all of it is in question.
  package var places: [Range<Int>]
  /// The reason, such as "`timeout` would stand twice in `jobs.build`".
  package var reason: String
  /// Whether the text cannot be read because of it, so that other faults are not found.
  package var hidesOthers = false

  /// Whether it is earlier in the text; a total order of all faults, so that merges are repeatable.
  package func stands(before other: StructureFault) -> Bool {
    let (one, two) = (
      places.flatMap { [$0.lowerBound, $0.upperBound] },
      other.places.flatMap { [$0.lowerBound, $0.upperBound] }
    )
    return one == two ? reason < other.reason : one.lexicographicallyPrecedes(two)
  }

  /// Makes a fault.
  package init(places: [Range<Int>], reason: String) {
    self.places = places
    self.reason = reason
  }
}
