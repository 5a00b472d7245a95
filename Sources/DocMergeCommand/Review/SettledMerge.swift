import DocMerge
import DocMergeFiles

/// How a version settled others, as it is written in it: `merge: adjacent-lines, words`.
struct SettledStrategy {
  /// What was done, such as `merge` or `newest`.
  let name: String
  /// The rules that had a part in it.
  let rules: Set<String>

  init(_ entry: HistoryEntry) {
    let parts = (entry.strategy ?? "").split(separator: ": ", maxSplits: 1).map(String.init)
    name = parts.first ?? ""
    rules = Set(parts.dropFirst().joined().split(separator: ", ").map(String.init))
  }
}

/// The merge that led to a version of a container, made again to see what rules decided.
struct SettledMerge {
  private let settled: SettledVersion
  private let container: Container
  private let strategy: SettledStrategy

  init(_ settled: SettledVersion, in container: Container) {
    self.settled = settled
    self.container = container
    strategy = SettledStrategy(settled.entry)
  }

  /// A version that was settled, with its text.
  private struct Side {
    var label: [UInt8]
    var bytes: [UInt8]
  }

  /// What rules decided: one record, or one for each step where more than two versions were merged.
  ///
  /// - Returns: Nothing where the same rules do not come to the same any more.
  /// - Throws: What reading the versions throws.
  func records() throws -> [DecisionRecord] {
    let parents = try settled.entry.parents.map { try container.entry($0).version }
    let base = try container.base(of: parents)
    let result = try bytes(of: settled.entry.version)
    // The older side is ours in a merge; a person is shown the current version as ours.
    let byDate = parents.sorted { ($0.date, $0.id.description) < ($1.date, $1.id.description) }
    let sides = try byDate.map { Side(label: label($0), bytes: try bytes(of: $0)) }
    let text = try base.map(bytes) ?? []
    guard !strategy.rules.isEmpty else { return [whole(text, sides, result)] }
    for policy in MergePolicy.allCases {
      let records = fold(sides, base: text, becoming: result, policy)
      let found = Set(records.flatMap { $0.decisions.map(\.rule) })
      if found == strategy.rules { return records }
    }
    return []
  }

  /// The steps of the merge, two versions at a time, as far as they stand in the result.
  private func fold(
    _ sides: [Side], base: [UInt8], becoming result: [UInt8], _ policy: MergePolicy
  ) -> [DecisionRecord] {
    var seen: Set = [base]
    let sides = sides.filter { seen.insert($0.bytes).inserted }
    guard sides.count > 1 else { return [] }
    var merged = sides[0]
    return sides.dropFirst().enumerated().compactMap { number, side in
      let isLast = number == sides.count - 2
      let texts = DecisionRecord.Sides(base: base, ours: merged.bytes, theirs: side.bytes)
      let record = step(texts, (merged.label, side.label), result, policy)
      if !isLast, let bytes = clean(texts, policy) {
        merged = Side(label: Array("the versions merged before".utf8), bytes: bytes)
      }
      return record
    }
  }

  private func step(
    _ texts: DecisionRecord.Sides<[UInt8]>, _ labels: (ours: [UInt8], theirs: [UInt8]),
    _ result: [UInt8], _ policy: MergePolicy
  ) -> DecisionRecord? {
    let merge = merge(by: policy)
    let mirrored = DecisionRecord.Sides(base: texts.base, ours: texts.theirs, theirs: texts.ours)
    let inOrder = merge.decisions(of: texts, standingIn: result).map(\.mirrored)
    let reversed = merge.decisions(of: mirrored, standingIn: result)
    let decisions = [inOrder, reversed].map { $0.filter { strategy.rules.contains($0.rule) } }
    let found = decisions[0].count >= decisions[1].count ? decisions[0] : decisions[1]
    guard !found.isEmpty else { return nil }
    return record(mirrored, (labels.theirs, labels.ours), result, policy, found)
  }

  private func clean(_ texts: DecisionRecord.Sides<[UInt8]>, _ policy: MergePolicy) -> [UInt8]? {
    let outcome = merge(by: policy).outcome(
      base: texts.base, ours: texts.ours, theirs: texts.theirs)
    guard case .merged(let made) = outcome else { return nil }
    return made.merged.clean
  }

  /// A decision that took one version, or kept all, without a person.
  private func whole(_ base: [UInt8], _ sides: [Side], _ result: [UInt8]) -> DecisionRecord {
    let (ours, theirs) = (sides[sides.count - 1], sides[0])
    let decision = DecisionRecord.Decision(
      rule: strategy.name, risk: .high, place: nil, lines: 0..<Lines(result).count, base: base,
      ours: ours.bytes, theirs: theirs.bytes, result: result)
    return record(
      .init(base: base, ours: ours.bytes, theirs: theirs.bytes), (ours.label, theirs.label), result,
      .strict, [decision])
  }

  private func record(
    _ texts: DecisionRecord.Sides<[UInt8]>, _ labels: (ours: [UInt8], theirs: [UInt8]),
    _ result: [UInt8], _ policy: MergePolicy, _ decisions: [DecisionRecord.Decision]
  ) -> DecisionRecord {
    let operation = settled.operation
    return DecisionRecord(
      path: Array(settled.entry.path.bytes),
      source: operation.automatic == nil ? .resolve : .autoresolve, policy: policy,
      head: operation.id.description, group: operation.id.description,
      labels: .init(base: Array("base".utf8), ours: labels.ours, theirs: labels.theirs),
      texts: texts, result: result, left: 0, decisions: decisions)
  }

  private func merge(by policy: MergePolicy) -> CarefulMerge {
    // An attribute that cannot be read tells no format; the name still may.
    CarefulMerge(
      policy: policy, path: settled.entry.path.display,
      format: (try? container.format(of: settled.entry.path)) ?? nil)
  }

  private func label(_ version: Version) -> [UInt8] {
    Array(
      [version.author.name, version.computer].filter { !$0.isEmpty }.joined(separator: ", ").utf8)
  }

  /// The text of a file; nothing for anything else.
  private func bytes(of version: Version) throws -> [UInt8] {
    try container.contents(of: version).bytes ?? []
  }
}
