import DocMergeCore

/// Finds what a database would not take though each statement of a dump is as a side has it.
struct SQLGuard {
  private let inputs: [SQLDump]

  init(_ inputs: [SyntaxTree]) {
    // Each was read before, so that none is refused.
    self.inputs = inputs.compactMap { try? SQLDump($0.text) }
  }

  /// Statements about a table that is not there any more, and rows that share what told them apart.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard let result = try? SQLDump(tree.text) else { return [] }
    var faults: [StructureFault] = []
    for (table, places) in result.subjects where result.tables[table] == nil {
      guard inputs.contains(where: { $0.tables[table] != nil }),
        !inputs.contains(where: { $0.subjects[table] != nil && $0.tables[table] == nil })
      else { continue }
      faults.append(StructureFault(places: places, reason: "\(name(table, tree)) would be missing"))
    }
    for (table, places) in result.doubled
    where !inputs.contains(where: { $0.doubled[table] != nil }) {
      faults.append(
        StructureFault(places: places, reason: "rows of \(name(table, tree)) would be doubled"))
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  private func name(_ table: SQLName, _ tree: SyntaxTree) -> String {
    "the table `\(String(decoding: tree.text[table.range].prefix(60), as: UTF8.self))`"
  }
}
