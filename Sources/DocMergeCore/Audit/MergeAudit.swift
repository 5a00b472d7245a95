/// The fate of every change that two sides made to a base: the audit of a merge.
///
///     let audit = audit(base: base, ours: ours, theirs: theirs, result: result)
///     audit.isClean  // false: a line of theirs is gone
///     audit.items.filter { $0.fate == .unaccounted }
public struct MergeAudit: Sendable, Hashable {
  /// What each side did, in the order of the result.
  public var items: [AuditItem]

  /// Parts of the result that no side explains, and parts that are missing from it.
  public var findings: [AuditFinding]

  /// The conflicts that the result leaves to a person, as they are there.
  public var conflicts: [Region.Conflict]

  /// Makes an audit.
  public init(
    items: [AuditItem] = [], findings: [AuditFinding] = [], conflicts: [Region.Conflict] = []
  ) {
    self.items = items
    self.findings = findings
    self.conflicts = conflicts
  }

  /// How many conflicts the result leaves.
  public var conflictCount: Int { conflicts.count }

  /// Whether everything is accounted for.
  ///
  /// A change in a conflict is accounted for: it waits for a person.
  public var isClean: Bool {
    findings.isEmpty && !items.contains { $0.fate == .unaccounted }
  }

  /// How many changes of one side met each fate.
  public func sum(of side: MergeSide) -> AuditSum {
    items.reduce(into: AuditSum()) { sum, item in
      if item.side == side { sum.count(item.fate) }
    }
  }
}

/// How many changes met each fate.
public struct AuditSum: Sendable, Hashable {
  /// Changes that the result has.
  public private(set) var kept = 0
  /// Changes that the result has, and that both sides made.
  public private(set) var same = 0
  /// Changes that are in conflicts.
  public private(set) var inConflict = 0
  /// Changes that a rule dropped.
  public private(set) var dropped = 0
  /// Changes that are lost without reason.
  public private(set) var unaccounted = 0

  /// Makes a sum without changes.
  public init() {}

  /// All changes.
  public var total: Int { kept + same + inConflict + dropped + unaccounted }

  /// Counts a change by its fate.
  package mutating func count(_ fate: AuditItem.Fate) {
    switch fate {
    case .kept: kept += 1
    case .same: same += 1
    case .inConflict: inConflict += 1
    case .dropped: dropped += 1
    case .unaccounted: unaccounted += 1
    }
  }
}
