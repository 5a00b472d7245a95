package import DocMergeCore

/// Counts the fates of the members, rows and items that each side changed.
///
///     ours, members    3 changes: 2 kept, 1 unaccounted for
///     theirs, items    1 change: 1 in conflict
package struct StructureAudit: Sendable {
  /// The unit that is counted.
  package enum Unit: String, Sendable, CaseIterable {
    /// Values that have keys.
    case member
    /// Rows of a table.
    case row
    /// Elements of lists.
    case item
  }

  /// The fates of the changes of one side, for one unit.
  package struct Count: Sendable {
    /// The side that made the changes.
    package let side: MergeSide
    /// The unit that was changed.
    package let unit: Unit
    /// The fates of the changes.
    package fileprivate(set) var sum = AuditSum()
  }

  /// The sums that are not zero, ours first.
  package private(set) var counts: [Count] = []

  /// Looks for the changes of both sides in a result; `nil` where the texts are not of one format with keys.
  ///
  /// - Parameters:
  ///   - base: The text that both sides were made from.
  ///   - ours: One side.
  ///   - theirs: The other side.
  ///   - result: The merge of them.
  ///   - structure: The structure of the format.
  ///   - isAccounted: Whether the lines are all accounted for, so that a rule dropped the missing text.
  /// - Complexity: That of a few tree merges.
  package init?(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], result: ResultTexts,
    structure: DocumentStructure, isAccounted: Bool
  ) {
    guard
      let both = StructureChanges(base: base, ours: ours, theirs: theirs, structure: structure)
    else { return nil }
    let shared = Set(both.entries.filter { $0.author == .same }.map(\.path))
    for side in MergeSide.allCases {
      let text = side == .ours ? ours : theirs
      let (own, others) =
        side == .ours ? (result.ours, result.theirs) : (result.theirs, result.ours)
      guard var fates = SideFates(of: text, base, own, others, structure) else { return nil }
      fates.lost = isAccounted ? .dropped(by: .independentEntries) : .unaccounted
      let found = fates.fates(shared)
      counts += Unit.allCases.compactMap { unit in
        var count = Count(side: side, unit: unit)
        for (_, fate) in found.filter({ $0.unit == unit }) { count.sum.count(fate) }
        return count.sum.total > 0 ? count : nil
      }
    }
  }
}

/// The fates of the changes of one side.
private struct SideFates {
  /// The fate of a change that the result lacks.
  var lost = AuditItem.Fate.unaccounted

  private let changes: StructureChanges
  /// The places that are as the side has them, whichever side of the conflicts is taken.
  private let settled: Set<String>

  /// Compares a side with the result, with the conflicts settled by this side and by the other one.
  init?(
    of side: [UInt8], _ base: [UInt8], _ own: [UInt8], _ others: [UInt8],
    _ structure: DocumentStructure
  ) {
    guard
      let changes = StructureChanges(base: base, ours: side, theirs: own, structure: structure),
      let beside = own == others
        ? changes : StructureChanges(base: base, ours: side, theirs: others, structure: structure)
    else { return nil }
    self.changes = changes
    settled = Set(beside.entries.filter { $0.author == .same }.map(\.path))
  }

  /// Each change; `shared` are the places that both sides changed in the same way.
  func fates(_ shared: Set<String>) -> [(unit: StructureAudit.Unit, fate: AuditItem.Fate)] {
    var fates: [(unit: StructureAudit.Unit, fate: AuditItem.Fate)] = []
    var isNewRow = true
    for entry in changes.entries {
      let isRow = changes.isTable && entry.depth == 0
      if isRow { isNewRow = true }
      // A change that only the result has is not a change of the side.
      guard let author = entry.author, author != .theirs else { continue }
      let fate = fate(of: entry, author, shared)
      // A row counts once, however many of its cells changed.
      if changes.isTable, !isNewRow, let last = fates.indices.last {
        if fate.isWorse(than: fates[last].fate) { fates[last].fate = fate }
        continue
      }
      isNewRow = false
      fates.append((changes.isTable ? .row : entry.isItem ? .item : .member, fate))
    }
    return fates
  }

  private func fate(
    of entry: StructureChanges.Entry, _ author: StructureChanges.Author, _ shared: Set<String>
  ) -> AuditItem.Fate {
    guard author == .same else { return lost }
    guard settled.contains(entry.path) else { return .inConflict }
    return shared.contains(entry.path) ? .same : .kept
  }
}

extension AuditItem.Fate {
  private var rank: Int {
    switch self {
    case .kept: 0
    case .same: 1
    case .inConflict: 2
    case .dropped: 3
    case .unaccounted: 4
    }
  }

  fileprivate func isWorse(than other: AuditItem.Fate) -> Bool { rank > other.rank }
}
