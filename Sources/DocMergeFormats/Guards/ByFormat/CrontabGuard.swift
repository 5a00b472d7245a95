import DocMergeCore
import DocMergeLanguage

/// Finds entries of a merged table of cron that would run with variables that no side gave them.
///
///     ours    MAILTO=ann      added
///             0 1 * * * /a    added
///     theirs  0 2 * * * /b    added
///     fault   `/b` below `MAILTO=ann`
struct CrontabGuard {
  private let inputs: Triple<CronTable>

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs.map(CronTable.init) }

  /// The entries that run with other variables than in the sides.
  ///
  /// - Complexity: O(*n* · *m*), *n* being the number of entries, and *m* of variables.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let result = CronTable(tree)
    let all = [inputs.base, inputs.ours, inputs.theirs]
    let names = (all + [result]).reduce(into: Set<UInt64>()) { $0.formUnion($1.names) }
    guard !names.isEmpty else { return [] }
    return result.entries.compactMap { key, entry in
      guard let name = names.first(where: { !isFit(entry.values[$0], of: $0, for: key) }) else {
        return nil
      }
      let command = tree.text[entry.command].excerpt
      let variable = result.spelling[name] ?? all.lazy.compactMap { $0.spelling[name] }.first ?? ""
      return StructureFault(
        places: [entry.body], reason: tr("`\(command)` would run with another `\(variable)`"))
    }.sorted { $0.stands(before: $1) }
  }

  /// Whether an entry may have a value of a variable.
  private func isFit(_ value: UInt64?, of name: UInt64, for key: UInt64) -> Bool {
    let entries = inputs.map { $0.entries[key] }
    let values = entries.map { $0.map { $0.values[name] } }
    switch (values.base, values.ours, values.theirs) {
    case (let base?, let ours?, let theirs?):
      guard let settled = Triple(base: base, ours: ours, theirs: theirs).settled else {
        return value == ours || value == theirs
      }
      return value == settled
    case (_, let ours?, let theirs?): return value == ours || value == theirs
    case (_, let one?, nil):
      return value == one || isChanged(one, of: name, by: inputs.theirs, to: value)
        || isOnTop(value, of: name, in: inputs.theirs)
    case (_, nil, let one?):
      return value == one || isChanged(one, of: name, by: inputs.ours, to: value)
        || isOnTop(value, of: name, in: inputs.ours)
    case (_, nil, nil): return true
    }
  }

  /// Whether a side put a new variable above all entries, so that it applies to those that the other side added below.
  private func isOnTop(_ value: UInt64?, of name: UInt64, in side: CronTable) -> Bool {
    guard let value, inputs.base.assigned[name] == nil, side.assigned[name] == [value] else {
      return false
    }
    return side.tops.contains(name)
  }

  /// Whether a side gave another value to the variable that had this one in the base.
  private func isChanged(
    _ old: UInt64?, of name: UInt64, by side: CronTable, to new: UInt64?
  ) -> Bool {
    let (before, after) = (inputs.base.assigned[name] ?? [], side.assigned[name] ?? [])
    guard before.count == after.count else { return false }
    return zip(before, after).contains { $0 == old && $1 == new }
  }
}

/// The entries of a text, and the variables that they run with.
private struct CronTable {
  struct Entry {
    let body: Range<Int>
    let command: Range<Int>
    /// The values of the variables above the entry.
    let values: [UInt64: UInt64]
  }

  /// The entries whose commands occur once.
  private(set) var entries: [UInt64: Entry] = [:]
  /// The values that each variable is set to, in order.
  private(set) var assigned: [UInt64: [UInt64]] = [:]
  private(set) var spelling: [UInt64: String] = [:]
  /// The variables that are set above all entries.
  private(set) var tops: Set<UInt64> = []

  var names: Set<UInt64> { Set(assigned.keys) }

  init(_ tree: SyntaxTree) {
    var values: [UInt64: UInt64] = [:]
    var doubled: Set<UInt64> = []
    var hasEntries = false
    for node in tree.root.children {
      guard let key = node.key, let line = try? CrontabLine(node.body, in: tree.text) else {
        continue
      }
      if let variable = line.variable {
        values[key.hash] = node.content
        if !hasEntries { tops.insert(key.hash) }
        assigned[key.hash, default: []].append(node.content)
        spelling[key.hash] = tree.text[variable].excerpt
      } else {
        hasEntries = true
        let entry = Entry(body: node.body, command: key.range, values: values)
        if entries.updateValue(entry, forKey: key.hash) != nil { doubled.insert(key.hash) }
      }
    }
    for key in doubled { entries[key] = nil }
  }
}
