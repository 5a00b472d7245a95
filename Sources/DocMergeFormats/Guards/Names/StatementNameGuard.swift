import DocMergeCore
import DocMergeLanguage

/// Finds names that a result uses in another meaning than a side did, and names that both sides define.
///
///     base    X = 1
///     ours                     `X` renamed to `Y`
///     theirs  a := $(X)        added
///     fault   Y = 1  a := $(X)
///
/// Only the definitions and uses that a format finds count, not words in comments and commands.
struct StatementNameGuard {
  private typealias Name = StatementNames.Name

  /// The key of a use in another version of the text.
  private struct UseKey: Hashable {
    let user: UInt64
    let name: Name
    let isOrdered: Bool
    let isAddition: Bool

    init(_ use: StatementNames.Use) {
      (user, name, isOrdered, isAddition) = (use.user, use.name, use.isOrdered, use.isAddition)
    }
  }

  private let inputs: Triple<StatementNames>

  init(_ inputs: Triple<StatementNames>) { self.inputs = inputs }

  /// The uses and definitions that mean something else than in the sides.
  ///
  /// Where conflicts are left, one of them may hold the definition that a side added.
  ///
  /// - Complexity: O(*n*), *n* being the number of definitions and uses, where no name is in doubt.
  func faults(in result: StatementNames, isWhole: Bool) -> [StructureFault] {
    (otherMeanings(in: result, isWhole: isWhole) + doubled(in: result) + disordered(in: result))
      .sorted { $0.stands(before: $1) }
  }

  private var all: [StatementNames] { [inputs.base, inputs.ours, inputs.theirs] }

  // MARK: - Uses

  /// The uses of names whose meaning differs from that in each input with such a use.
  private func otherMeanings(in result: StatementNames, isWhole: Bool) -> [StructureFault] {
    let old = Set(inputs.base.definitions.map(\.name))
    var known: [UseKey: Set<UInt64?>] = [:]
    var named: [Name: Set<UInt64?>] = [:]
    for names in all {
      for use in names.uses { known[UseKey(use), default: []].insert(use.meaning) }
      for use in names.plainUses { named[use.name, default: []].insert(use.meaning) }
    }
    let definitions = Dictionary(grouping: result.definitions, by: \.name)
    return result.uses.compactMap { use in
      guard let meanings = known[UseKey(use)] ?? named[use.name], !meanings.contains(use.meaning),
        isWhole || old.contains(use.name), !agrees(use, named[use.name] ?? []),
        use.meaning != nil || !hasPattern(for: use.name, in: result)
      else { return nil }
      let defined = (definitions[use.name] ?? []).map(\.statement)
      return StructureFault(
        places: [result.place(use.statement)] + defined.map(result.place),
        reason: use.meaning == nil
          ? tr("the \(use.name.kind.word) \(use.name) would be missing")
          : tr("the \(use.name.kind.word) \(use.name) would be another one"))
    }
  }

  /// Whether both sides can intend the meaning: a side removed the definition of a name that it still uses, or added
  /// one for a use without definition, such as `LDFLAGS ?= -s` beside `ld $(LDFLAGS)`.
  private func agrees(_ use: StatementNames.Use, _ meanings: Set<UInt64?>) -> Bool {
    // A name that is not a stage is the name of an image.
    guard use.name.kind != .stage else { return false }
    return use.meaning != nil || meanings.contains(nil)
  }

  /// Whether a rule for a pattern, such as `%.o: %.c`, makes a target that has no rule of its own.
  private func hasPattern(for name: Name, in result: StatementNames) -> Bool {
    name.kind == .target
      && result.targetPatterns.contains { start, end in
        name.bytes.count >= start.count + end.count && name.bytes.starts(with: start)
          && name.bytes.suffix(end.count).elementsEqual(end)
      }
  }

  // MARK: - Definitions

  /// A name, and the part around its definitions; `nil` where they are examined everywhere.
  private struct Group: Hashable {
    let name: Name
    let container: UInt64?
  }

  /// The definitions of a text by group, except those that add to others.
  private func groups(_ names: StatementNames) -> [Group: [Int]] {
    var groups: [Group: [Int]] = [:]
    for definition in names.definitions where !definition.isAddition {
      groups[Group(name: definition.name, container: definition.container), default: []]
        .append(definition.statement)
      groups[Group(name: definition.name, container: nil), default: []]
        .append(definition.statement)
    }
    return groups
  }

  /// The names that both sides define, each at another place or after a change of the other side.
  private func doubled(in result: StatementNames) -> [StructureFault] {
    let made = groups(result).filter { $0.value.count > 1 }
    guard !made.isEmpty else { return [] }
    let known = inputs.map(groups)
    return made.compactMap { group, statements in
      let counts = known.map { $0[group]?.count ?? 0 }
      // Another definition under another condition is usual if there are several already.
      if group.container == nil, group.name.kind == .variable, counts.base > 0 { return nil }
      let isNew = statements.count > max(counts.base, counts.ours, counts.theirs)
      guard isNew || isChangedAndAdded(group, known, counts) else { return nil }
      return StructureFault(
        places: statements.map(result.place),
        reason: tr("the \(group.name.kind.word) \(group.name) would be defined twice"))
    }
  }

  /// Whether one side changed a definition, and the other one added one at the same place.
  private func isChangedAndAdded(
    _ group: Group, _ known: Triple<[Group: [Int]]>, _ counts: Triple<Int>
  ) -> Bool {
    guard group.container != nil, group.name.kind == .variable, counts.base > 0 else {
      return false
    }
    func contents(_ version: Version) -> [UInt64] {
      (known[version][group] ?? []).map { inputs[version].statements[$0].content }
    }
    return [Version.ours, .theirs].contains { side in
      counts[side] > counts.base && counts[side.opposite] == counts.base
        && contents(side.opposite) != contents(.base)
    }
  }

  // MARK: - Order

  /// Additions of one side at the same place where the other one added a definition that they depend on.
  private func disordered(in result: StatementNames) -> [StructureFault] {
    let contents = inputs.map { Set($0.statements.map(\.content)) }
    func isAdded(_ statement: Int, by side: Version) -> Bool {
      let content = result.statements[statement].content
      return contents[side].contains(content) && !contents[side.opposite].contains(content)
        && !contents.base.contains(content)
    }
    let counts = inputs.map { names in
      names.definitions.reduce(into: [Name: Int]()) { $0[$1.name, default: 0] += 1 }
    }
    let added = Dictionary(
      grouping: result.definitions.filter { definition in
        let base = counts.base[definition.name] ?? 0
        return [Version.ours, .theirs].contains {
          counts[$0][definition.name] ?? 0 > base && isAdded(definition.statement, by: $0)
        }
      }, by: \.name)
    guard !added.isEmpty else { return [] }
    let usedInBase = Set(inputs.base.uses.map(UseKey.init))
    return result.uses.flatMap { use -> [StructureFault] in
      guard use.isOrdered, let found = added[use.name], !usedInBase.contains(UseKey(use)) else {
        return []
      }
      return found.filter { definition in
        guard !definition.isAddition || !use.isAddition else { return false }
        let side: Version = isAdded(definition.statement, by: .ours) ? .ours : .theirs
        return isAdded(use.statement, by: side.opposite)
          && areInOneRun(definition.statement, use.statement, result, contents)
      }.map { definition in
        StructureFault(
          places: [result.place(definition.statement), result.place(use.statement)],
          reason: tr("which \(use.name.kind.word) \(use.name) is would depend on the order"))
      }
    }
  }

  /// Whether no statement of all texts is between two.
  private func areInOneRun(
    _ one: Int, _ other: Int, _ result: StatementNames, _ contents: Triple<Set<UInt64>>
  ) -> Bool {
    result.statements[(min(one, other) + 1)..<max(one, other)].allSatisfy { statement in
      let content = statement.content
      return
        !(contents.base.contains(content) && contents.ours.contains(content)
        && contents.theirs.contains(content))
    }
  }
}
