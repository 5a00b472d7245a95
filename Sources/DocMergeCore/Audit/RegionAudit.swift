/// The fate of every change in one conflict that a rule settled: the audit of one region.
public struct RegionAudit: Sendable, Hashable {
  /// What each side did there.
  public var items: [AuditItem]

  /// What the rule put there without reason, or removed although no side had changed it.
  public var findings: [AuditFinding]

  /// Whether the result is valid: nothing is unaccounted for.
  public var isAccounted: Bool {
    findings.isEmpty && !items.contains { $0.fate == .unaccounted }
  }

  /// Checks the result of `rule` for `conflict`.
  ///
  /// What the rule left out counts as dropped by it, unless its risk is ``MergeRule/Risk/none``: such
  /// a rule claims to drop nothing. No rule may write letters that no input has, double a line,
  /// or lose what both sides left alone; it may change blanks, line breaks, punctuation and digits.
  ///
  /// - Parameters:
  ///   - conflict: The place; the indices of its slices are offsets into the inputs.
  ///   - bytes: What the rule put in its place.
  ///   - rule: The rule.
  ///   - sources: Other texts that the rule took words from, such as the place that a block came from.
  /// - Complexity: That of a few comparisons of the place's lines, and of its words.
  public init(
    of conflict: Region.Conflict, decidedAs bytes: ArraySlice<UInt8>, by rule: MergeRule,
    sources: [ArraySlice<UInt8>] = []
  ) {
    let stretch = Stretch(
      base: conflict.base ?? [], ours: conflict.ours, theirs: conflict.theirs)
    let decided = Array(bytes)
    guard !stretch.isKept(in: decided), !stretch.isKeptButForLayout(in: decided) else {
      items = stretch.items()
      findings = []
      return
    }
    let classifier = ChangeClassifier(stretch, result: bytes, rule: rule)
    items = classifier.items
    let known = Set(sources.flatMap { WordTokens(Array($0)).map(Array.init) })
    findings = classifier.findings.filter { finding in
      finding.kind != .invented || !known.contains(Array(finding.bytes))
    }
  }
}
