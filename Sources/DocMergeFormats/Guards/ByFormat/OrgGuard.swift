import DocMergeCore
import DocMergeLanguage

/// Finds counts of tasks in an Org text that are no longer right, and formulas and rows that do not fit the columns
/// of their table.
struct OrgGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs.map(\.text) }

  /// Whether the text has anything that this guard checks.
  static func isPossible(in text: [UInt8]) -> Bool {
    let tables = OrgTables(text)
    return !tables.formulas.isEmpty || !tables.ragged.isEmpty || !OrgCounts(text).counts.isEmpty
  }

  /// Wrong counts, formulas and rows of a result that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    (countFaults(tree.text) + tableFaults(tree.text)).sorted { $0.stands(before: $1) }
  }

  private func countFaults(_ text: [UInt8]) -> [StructureFault] {
    let made = OrgCounts(text).counts
    guard !made.isEmpty else { return [] }
    let known = inputs.map { OrgCounts($0).counts }
    return made.compactMap { key, count in
      let ways = known.compactMap { $0[key]?.rightWays }
      guard let first = ways.first else { return nil }
      // Where no way to count is right in all inputs, the counts are not maintained.
      let shared = ways.reduce(first) { $0.intersection($1) }
      guard !shared.isEmpty, shared.isDisjoint(with: count.rightWays) else { return nil }
      return StructureFault(places: count.places, reason: tr("a count of tasks would be wrong"))
    }
  }

  private func tableFaults(_ text: [UInt8]) -> [StructureFault] {
    let made = OrgTables(text)
    guard !made.formulas.isEmpty || !made.ragged.isEmpty else { return [] }
    let known = inputs.map(OrgTables.init)
    let formulas = known.flatMap(\.formulas)
    var faults = made.formulas.filter { formula in
      !formulas.contains { $0.words == formula.words && $0.layout.fits(formula.layout) }
    }.map {
      StructureFault(places: [$0.place], reason: tr("a formula would be about other columns"))
    }
    if known.allSatisfy(\.ragged.isEmpty) {
      faults += made.ragged.map {
        StructureFault(places: [$0], reason: tr("a row would have other cells than its table"))
      }
    }
    return faults
  }
}
