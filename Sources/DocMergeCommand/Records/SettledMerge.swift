import DocMerge
import DocMergeFiles

/// How a version settled others, as recorded in it: `merge: adjacent-lines, words`.
struct SettledStrategy {
  /// The strategy, such as `merge` or `newest`.
  let name: String
  /// The rules that were used.
  let rules: Set<String>

  init(_ entry: HistoryEntry) {
    let parts = (entry.strategy ?? "").split(separator: ": ", maxSplits: 1).map(String.init)
    name = parts.first ?? ""
    rules = Set(parts.dropFirst().joined().split(separator: ", ").map(String.init))
  }
}

/// The merge that led to a version of a container, repeated to find the decisions of rules.
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

  /// A merged text: the document, or a file of a document that is a folder.
  private struct Text {
    var path: [UInt8]
    var base: [UInt8]
    /// The versions, the oldest first.
    var sides: [Side]
    /// The result.
    var result: [UInt8]
  }

  /// The decisions of rules: one record, or one for each step where more than two versions were merged, and for
  /// each file of a folder that is one document.
  ///
  /// - Returns: Nothing where the same rules no longer give the same result.
  /// - Throws: The errors of reading the versions.
  func records() throws -> [DecisionRecord] {
    let texts = try texts()
    guard !strategy.rules.isEmpty else { return texts.map(whole) }
    for policy in MergePolicy.allCases {
      let records = texts.flatMap { fold($0, policy) }
      let found = Set(records.flatMap { $0.decisions.map(\.rule) })
      if found == strategy.rules { return records }
    }
    return []
  }

  private func texts() throws -> [Text] {
    let parents = try settled.entry.parents.map { try container.entry($0).version }
    // The older side is ours in a merge; a person is shown the current version as ours.
    let sides = parents.sorted { ($0.date, $0.id.description) < ($1.date, $1.id.description) }
    let base = try container.base(of: parents)
    guard !strategy.rules.isEmpty, parents.allSatisfy({ $0.content.kind == .package }) else {
      return [
        Text(
          path: Array(settled.entry.path.bytes), base: try base.map(bytes) ?? [],
          sides: try sides.map { Side(label: label($0), bytes: try bytes(of: $0)) },
          result: try bytes(of: settled.entry.version))
      ]
    }
    return try files(of: sides, base)
  }

  /// The files of packages that both sides changed.
  private func files(of sides: [Version], _ base: Version?) throws -> [Text] {
    let old = try base.map(members) ?? [:]
    let new = try sides.map(members)
    let result = try members(of: settled.entry.version)
    return result.keys.sorted().compactMap { path in
      let versions = new.map { $0[path] }
      guard Set(versions).count == versions.count, !versions.contains(old[path]),
        let bytes = result[path]
      else { return nil }
      return Text(
        path: Array(settled.entry.path.bytes) + [UInt8(ascii: "/")] + path.bytes,
        base: old[path] ?? [],
        sides: zip(sides, versions).map { Side(label: label($0), bytes: $1 ?? []) }, result: bytes)
    }
  }

  private func members(of version: Version) throws -> [DocumentPath: [UInt8]] {
    guard case .package(let members) = try container.contents(of: version) else { return [:] }
    return Dictionary(members.map { ($0.path, $0.bytes) }) { first, _ in first }
  }

  /// The steps of the merge, two versions at a time, as far as they are still in the result.
  private func fold(_ text: Text, _ policy: MergePolicy) -> [DecisionRecord] {
    var seen: Set = [text.base]
    let sides = text.sides.filter { seen.insert($0.bytes).inserted }
    guard sides.count > 1 else { return [] }
    var merged = sides[0]
    return sides.dropFirst().enumerated().compactMap { number, side in
      let isLast = number == sides.count - 2
      let record = step(text, merged, side, policy)
      let texts = DecisionRecord.Sides(base: text.base, ours: merged.bytes, theirs: side.bytes)
      if !isLast, let bytes = clean(texts, text.path, policy) {
        merged = Side(label: Array("the versions merged before".utf8), bytes: bytes)
      }
      return record
    }
  }

  private func step(
    _ text: Text, _ older: Side, _ newer: Side, _ policy: MergePolicy
  ) -> DecisionRecord? {
    // The older side was ours in the merge; a person is shown the newer one as ours.
    let texts = DecisionRecord.Sides(base: text.base, ours: newer.bytes, theirs: older.bytes)
    let found = merge(text.path, by: policy)
      .decisions(by: strategy.rules, of: texts, standingIn: text.result)
    guard !found.isEmpty else { return nil }
    return record(text, ours: newer, theirs: older, policy, found)
  }

  private func clean(
    _ texts: DecisionRecord.Sides<[UInt8]>, _ path: [UInt8], _ policy: MergePolicy
  ) -> [UInt8]? {
    let outcome = merge(path, by: policy).outcome(
      base: texts.base, ours: texts.ours, theirs: texts.theirs)
    guard case .merged(let made) = outcome else { return nil }
    return made.merged.clean
  }

  /// A decision that took one version, or kept all, without a person.
  private func whole(_ text: Text) -> DecisionRecord {
    let (ours, theirs) = (text.sides[text.sides.count - 1], text.sides[0])
    let decision = DecisionRecord.Decision(
      rule: strategy.name, risk: .high, place: nil, lines: 0..<Lines(text.result).count,
      base: text.base, ours: ours.bytes, theirs: theirs.bytes, result: text.result)
    return record(text, ours: ours, theirs: theirs, .strict, [decision])
  }

  private func record(
    _ text: Text, ours: Side, theirs: Side, _ policy: MergePolicy,
    _ decisions: [DecisionRecord.Decision]
  ) -> DecisionRecord {
    let operation = settled.operation
    return DecisionRecord(
      path: text.path, source: operation.automatic == nil ? .resolve : .autoresolve,
      policy: policy, head: operation.id.description, group: operation.id.description,
      labels: .init(base: Array("base".utf8), ours: ours.label, theirs: theirs.label),
      texts: .init(base: text.base, ours: ours.bytes, theirs: theirs.bytes), result: text.result,
      left: 0, decisions: decisions)
  }

  private func merge(_ path: [UInt8], by policy: MergePolicy) -> CarefulMerge {
    // If an attribute cannot be read, the name may still show the format.
    CarefulMerge(
      policy: policy, path: String(decoding: path, as: UTF8.self),
      format: (try? container.settings.format(of: settled.entry.path)) ?? nil)
  }

  private func label(_ version: Version) -> [UInt8] {
    Array(
      [version.author.name, version.computer].filter { !$0.isEmpty }.joined(separator: ", ").utf8)
  }

  /// The text of a file; empty for anything else.
  private func bytes(of version: Version) throws -> [UInt8] {
    try container.contents(of: version).bytes ?? []
  }
}
