package import DocMergeCore
package import DocMergeFormats
import DocMergeLanguage

/// The decisions of rules in one file of a merge, kept so that a person can review them and take them back.
package struct DecisionRecord: Sendable, Hashable {
  /// The source of the merge: the verb of docmerge that git or a person called.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    /// Git's merge driver.
    case mergeDriver = "merge-driver"
    /// `docmerge resolve --merge` and the like.
    case resolve
    /// `docmerge mergetool`.
    case mergetool
    /// A setting or an attribute of a container, without a request by a person.
    case autoresolve
  }

  /// The base and the two sides, or values for them.
  package struct Sides<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The base.
    package var base: Value
    /// The version that is checked out.
    package var ours: Value
    /// The version that is merged into it.
    package var theirs: Value

    /// Names all three.
    package init(base: Value, ours: Value, theirs: Value) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// The file, from the top of the worktree.
  package var path: [UInt8]
  /// The source of the merge.
  package var source: Source
  /// How far rules went.
  package var policy: MergePolicy
  /// The commit that was checked out; `nil` if it is not known.
  package var head: String?
  /// The same for all files of one command of git, as far as the system can tell.
  package var group: String
  /// The labels of the sides in markers.
  package var labels: Sides<[UInt8]?>
  /// The three files; `nil` where they were too large to be kept.
  package var texts: Sides<[UInt8]>?
  /// The file as the merge left it, with markers where conflicts were left; kept together with `texts`.
  package var result: [UInt8]?
  /// How many conflicts were left to a person.
  package var left: Int
  /// The decisions of rules, in the order of the file.
  package var decisions: [Decision]

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - path: The file, from the top of the worktree.
  ///   - source: The source of the merge.
  ///   - policy: How far rules went.
  ///   - head: The commit that is checked out.
  ///   - group: The same for all files of one command.
  ///   - labels: The labels of the sides in markers.
  ///   - texts: The three files.
  ///   - result: The file as the merge left it.
  ///   - left: How many conflicts were left to a person.
  ///   - decisions: The decisions of rules, in the order of the file.
  package init(
    path: [UInt8], source: Source, policy: MergePolicy, head: String?, group: String,
    labels: Sides<[UInt8]?>, texts: Sides<[UInt8]>?, result: [UInt8]?, left: Int,
    decisions: [Decision]
  ) {
    self.path = path
    self.source = source
    self.policy = policy
    self.head = head
    self.group = group
    self.labels = labels
    self.texts = texts
    self.result = result
    self.left = left
    self.decisions = decisions
  }

  /// One conflict that a rule settled.
  package struct Decision: Sendable, Hashable {
    /// The rule's name, such as `adjacent-lines`.
    package var rule: String
    /// How much the rule takes for granted.
    package var risk: MergeRule.Risk
    /// The place in the document, such as `$.scripts.test`; `nil` where the structure is not known.
    package var place: String?
    /// The lines of the result that the rule wrote, counted from 0; none where it deleted.
    package var lines: Range<Int>
    /// The text of the base; `nil` where it is unknown.
    package var base: [UInt8]?
    /// The text of ours.
    package var ours: [UInt8]
    /// The text of theirs.
    package var theirs: [UInt8]
    /// The text that the rule wrote.
    package var result: [UInt8]

    /// Describes a decision: the rule and its risk, the place, the lines of the result, the three texts,
    /// and the text that the rule wrote.
    package init(
      rule: String, risk: MergeRule.Risk, place: String?, lines: Range<Int>, base: [UInt8]?,
      ours: [UInt8], theirs: [UInt8], result: [UInt8]
    ) {
      self.rule = rule
      self.risk = risk
      self.place = place
      self.lines = lines
      self.base = base
      self.ours = ours
      self.theirs = theirs
      self.result = result
    }
  }
}

extension DecisionRecord {
  /// The name in place of a rule where a conflict was settled as a person had settled the same one before.
  package static let memory = "memory"

  /// The highest risk of a rule.
  package var risk: MergeRule.Risk {
    decisions.map(\.risk).max { $0.rank < $1.rank } ?? .none
  }
}

extension MergeRule.Risk {
  /// The place in the order from no risk to a high one.
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension DecisionRecord.Decision {
  /// The same with ours and theirs swapped.
  package var mirrored: Self {
    var mirrored = self
    (mirrored.ours, mirrored.theirs) = (theirs, ours)
    return mirrored
  }

  /// The reason of the rule, in words.
  package var reason: String {
    switch rule {
    case DecisionRecord.memory: tr("a person decided the same conflict so before")
    case "newest": tr("the version that was changed last is kept")
    case "oldest": tr("the version that was changed first is kept")
    case "keep-both": tr("all versions are kept, the others as documents of their own")
    default: MergeRule(name: rule, risk: risk, policy: .eager).words
    }
  }

  /// The decisions of rules in a merge, in the order of the text.
  ///
  /// - Complexity: That of a comparison of the texts, if anything was decided.
  package static func all(in merge: LayeredMerge, structure: DocumentStructure?) -> [Self] {
    let outline = merge.outline
    guard outline.regions.contains(where: { $0.decision != nil }) else { return [] }
    let inputs = ReportRows(of: merge, structure: structure)
    let rows = inputs.rows.filter { $0.region != nil }
    // Bytes as in the file: with its line ends, in its encoding.
    let written = merge.merged.regions
    let hasSameCut = written.count == rows.count
    let hasCarriageReturns = written.contains { $0.hasCarriageReturns }
    return rows.enumerated().compactMap { index, row in
      guard let decision = (hasSameCut ? written[index] : row.region)?.decision else { return nil }
      func bytes(_ text: ArraySlice<UInt8>) -> [UInt8] {
        hasSameCut || !hasCarriageReturns ? Array(text) : text.withCarriageReturns
      }
      return Self(
        rule: decision.rule.name, risk: decision.rule.risk, place: inputs.placeName(row),
        lines: row.result, base: decision.conflict.base.map(bytes),
        ours: bytes(decision.conflict.ours), theirs: bytes(decision.conflict.theirs),
        result: bytes(decision.bytes))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text with `\r\n` at the end of each line that ends in `\n`.
  fileprivate var withCarriageReturns: [UInt8] {
    flatMap { $0 == UInt8(ascii: "\n") ? [0x0D, 0x0A] : [$0] }
  }
}

extension Region {
  /// Whether a line of it ends in `\r\n`.
  fileprivate var hasCarriageReturns: Bool {
    switch self {
    case .agreed(let agreed): agreed.bytes.firstRange(of: [0x0D, 0x0A]) != nil
    case .conflict(let conflict): conflict.lineEnding == .carriageReturnLineFeed
    }
  }

  /// The rule, the conflict and the bytes of a decision; `nil` where there is none.
  fileprivate var decision: (rule: MergeRule, conflict: Conflict, bytes: ArraySlice<UInt8>)? {
    guard case .agreed(let agreed) = self, case .decided(let rule, let conflict) = agreed.origin
    else { return nil }
    return (rule, conflict, agreed.bytes)
  }
}
