import DocMergeCore
import DocMergeLanguage

/// Finds faults that a database would reject, although each statement of a dump is as a side has it.
struct SQLGuard {
  private let inputs: [SQLDump]
  private let texts: [[UInt8]]

  init(_ inputs: [SyntaxTree]) {
    // Each was read before, so none is rejected.
    let read = inputs.compactMap { tree in SQLDump.of(tree).map { ($0, tree.text) } }
    (self.inputs, texts) = (read.map(\.0), read.map(\.1))
  }

  /// Uses of names that are not defined, or only below; names defined twice; rows with the same key; and rows whose
  /// values would be assigned to other columns.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard let result = SQLDump.of(tree) else { return [] }
    var faults: [StructureFault] = []
    for (table, places) in result.subjects where result.tables[table] == nil {
      guard inputs.contains(where: { $0.tables[table] != nil }),
        !inputs.contains(where: { $0.subjects[table] != nil && $0.tables[table] == nil })
      else { continue }
      faults.append(
        StructureFault(places: places, reason: tr("\(name(table, tree)) would be missing")))
    }
    for (table, places) in result.doubled
    where !inputs.contains(where: { $0.doubled[table] != nil }) {
      faults.append(
        StructureFault(places: places, reason: tr("rows of \(name(table, tree)) would be doubled")))
    }
    let known = Set((inputs + [result]).flatMap { SQLReferences.names(of: $0).map(\.name) })
    let made = SQLReferences(result, tree.text, known: known)
    let read = LazyInputs(dumps: inputs, texts: texts, known: known)
    faults += useFaults(made, read, tree)
    faults += tableFaults(SQLTables(made, tree.text), read, tree)
    return faults.sorted { $0.stands(before: $1) }
  }

  /// The names that the inputs define and use, computed only where something may be wrong.
  private final class LazyInputs {
    private let dumps: [SQLDump]
    private let texts: [[UInt8]]
    private let known: Set<SQLReferences.Name>

    private(set) lazy var references = zip(dumps, texts).map {
      SQLReferences($0, $1, known: known)
    }
    private(set) lazy var tables = zip(references, texts).map { SQLTables($0, $1) }

    init(dumps: [SQLDump], texts: [[UInt8]], known: Set<SQLReferences.Name>) {
      (self.dumps, self.texts, self.known) = (dumps, texts, known)
    }
  }

  private func name(_ table: SQLName, _ tree: SyntaxTree) -> String {
    tr("the table `\(word(table.range, tree))`")
  }

  private func word(_ place: Range<Int>, _ tree: SyntaxTree) -> String {
    tree.text[place].prefix { $0 != 0x0A }.excerpt
  }

  // MARK: - Uses

  /// A use above the statement that creates the used name, which some databases reject.
  private struct EarlyUse: Hashable {
    let statement: String
    let kind: SQLReferences.Name.Kind
  }

  /// Uses of names that are not defined, or only below.
  private func useFaults(
    _ made: SQLReferences, _ read: LazyInputs, _ tree: SyntaxTree
  ) -> [StructureFault] {
    let open = made.uses.filter { made.defined[$0.name] == nil }
    let earlyUses = Self.earlyUses(made)
    guard !open.isEmpty || !earlyUses.isEmpty else { return [] }
    let inputs = read.references
    let absent = Set(
      inputs.flatMap { input in
        input.uses.map(\.name).filter { input.defined[$0] == nil }
      })
    let early = Set(inputs.flatMap(Self.earlyUses).map(\.kind))
    var faults: [StructureFault] = []
    for use in open where !absent.contains(use.name) {
      guard use.name.kind != .relation || isUnknownSubject(use, made) else { continue }
      faults.append(
        StructureFault(
          places: [made.dump.statements[use.statement].body],
          reason: tr("`\(word(use.place, tree))` would be missing")))
    }
    for (use, kind) in earlyUses where !early.contains(kind) {
      let places = [use.statement, made.defined[use.name] ?? use.statement]
      faults.append(
        StructureFault(
          places: places.map { made.dump.statements[$0].body },
          reason: tr("`\(word(use.place, tree))` would be used before it is made")))
    }
    return faults
  }

  /// Whether a statement is not about the table that it uses, which is checked elsewhere.
  private func isUnknownSubject(_ use: SQLReferences.Use, _ made: SQLReferences) -> Bool {
    made.dump.statements[use.statement].table?.bytes != use.name.bytes
  }

  private static func earlyUses(
    _ references: SQLReferences
  ) -> [(use: SQLReferences.Use, kind: EarlyUse)] {
    references.uses.compactMap { use in
      guard !use.isLater, let place = references.defined[use.name], place > use.statement else {
        return nil
      }
      let statement = references.dump.statements[use.statement]
      return (use, EarlyUse(statement: statement.kind, kind: use.name.kind))
    }
  }

  // MARK: - Tables

  private func tableFaults(
    _ made: SQLTables, _ read: LazyInputs, _ tree: SyntaxTree
  ) -> [StructureFault] {
    var faults: [StructureFault] = []
    let singles = made.singles()
    let doubled = singles.isEmpty ? [] : Set(read.tables.flatMap { $0.singles().keys })
    for (single, places) in singles where !doubled.contains(single) {
      let name = single.name.filter { $0 < 0xF0 }.excerpt
      let what =
        single.name.isEmpty
        ? tr("a table would have two primary keys") : tr("`\(name)` would stand twice")
      faults.append(StructureFault(places: places, reason: what))
    }
    var columns: [[UInt8]: Set<[UInt8]>] = [:]
    for (table, found) in self.inputs.flatMap(\.tables) {
      columns[table.bytes, default: []].formUnion(found.columns)
    }
    let missing = made.missing(of: columns)
    if !missing.isEmpty {
      let known = Set(read.tables.flatMap { $0.missing(of: columns).keys })
      for (column, places) in missing where !known.contains(column) {
        let name = column.column.excerpt
        faults.append(
          StructureFault(places: places, reason: tr("the column `\(name)` would be missing")))
      }
    }
    for table in made.references.dump.tables.keys { faults += rowFaults(table, made, read) }
    return faults
  }

  /// Rows that no side has with these columns, in this order.
  private func rowFaults(
    _ table: SQLName, _ made: SQLTables, _ read: LazyInputs
  ) -> [StructureFault] {
    let columns = made.references.dump.tables[table]?.columns
    guard !inputs.allSatisfy({ $0.tables[table].map { $0.columns == columns } ?? true }),
      let layout = made.layout(of: table)
    else { return [] }
    let inputs = read.tables
    let fitting = inputs.filter { $0.layout(of: table).map(layout.fits) ?? false }
    let others = inputs.filter { $0.layout(of: table).map { !layout.fits($0) } ?? false }
    guard !others.isEmpty else { return [] }
    let rows = made.rows(of: table)
    guard !rows.isEmpty else { return [] }
    let known = Set(fitting.flatMap { $0.rows(of: table).map(\.hash) })
    return rows.filter { !known.contains($0.hash) }.prefix(20).map {
      StructureFault(places: [$0.place], reason: tr("a row would stand in other columns"))
    }
  }
}
