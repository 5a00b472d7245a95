import DocMergeArchive

/// Writes the references of a version as all versions name their cells, and back as the result numbers them.
struct ReferenceNames: Sendable {
  let pairs: SheetPairs
  let syntax: FormulaText.Syntax

  /// A formula of a version, with the names that all versions have for its cells.
  ///
  /// - Parameters:
  ///   - formula: the formula as the version has it.
  ///   - version: the version.
  ///   - sheet: the name that the version has for the sheet of the formula.
  ///   - row: the row of the formula; `nil` where it belongs to no row.
  /// - Returns: `nil` for a formula of several sheets at once, or of rows that were together and no longer are,
  ///   where lines moved.
  func named(_ formula: String, in version: Side, sheet: String, row: Int? = nil) -> String? {
    let text = FormulaText(formula, syntax)
    if text.spansSheets, !pairs.isUnchanged { return nil }
    return text.mapping { name in
      pairs.sheet(named: name, in: version)?.name ?? name
    } _: { reference in
      guard let match = pairs.sheet(named: bare(reference.sheet) ?? sheet, in: version) else {
        return reference
      }
      var named = reference
      named.sheet = reference.sheet.map { withSign(match.name, like: $0) }
      let own = reference.sheet == nil ? row : nil
      named.first = self.named(reference.first, match, version, own)
      named.last = reference.last.map { self.named($0, match, version, own) }
      return nameRows(of: &named, as: reference, match, version) ? named : nil
    }
  }

  /// Names the rows of a range that a side moved.
  ///
  /// - Returns: whether they have names.
  private func nameRows(
    of named: inout CellReference, as written: CellReference, _ match: SheetMatch, _ version: Side
  ) -> Bool {
    guard match.rows.movers.contains(version), let first = written.first.row,
      let last = written.last?.row
    else { return true }
    guard
      let names = match.rows.names(of: first.name.index, through: last.name.index, in: version)
    else { return false }
    named.first.row?.name = names.0
    named.last?.row?.name = names.1
    return true
  }

  private func named(
    _ corner: CellReference.Corner, _ match: SheetMatch, _ version: Side, _ own: Int?
  ) -> CellReference.Corner {
    var corner = corner
    if let column = corner.column {
      corner.column?.name = match.columns.name(of: column.name.index, in: version)
    }
    if let row = corner.row {
      let name = match.rows.name(of: row.name.index, in: version)
      corner.row?.name = name
      // Rows that both sides added alike say the same.
      corner.row?.isOwn = row.name.index == own && !row.isAbsolute && name.version != .base
    }
    return corner
  }

  /// The name without the sign that says that it stays the same in copies.
  func bare(_ sheet: String?) -> String? {
    guard let sheet, syntax == .openFormula, sheet.hasPrefix("$") else { return sheet }
    return String(sheet.dropFirst())
  }

  private func withSign(_ name: String, like other: String) -> String {
    syntax == .openFormula && other.hasPrefix("$") ? "$" + name : name
  }

  /// How a result numbers the lines of a sheet, and what it calls it.
  struct NumberedSheet {
    var name: String
    var rows: SheetAxis.Numbering
    var columns: SheetAxis.Numbering
  }

  /// A formula as the result writes it.
  ///
  /// - Parameters:
  ///   - formula: the formula with the names that all versions have for its cells.
  ///   - sheet: what references call its sheet.
  ///   - row: the row of the formula in the result; `nil` where it belongs to no row.
  ///   - sheets: the sheets of the result, by what references call them.
  /// - Returns: `nil` where the result does not have a cell of it.
  /// - Throws: ``OfficeRefusal/movedRange(sheet:)`` where rows moved out of a range, or into it.
  func numbered(
    _ formula: String, sheet: String, row: Int? = nil, _ sheets: [String: NumberedSheet]
  ) throws(OfficeRefusal) -> String? {
    var torn: String?
    let text = FormulaText(formula, syntax).mapping { name in
      sheets[name]?.name ?? (pairs.sheets.contains { $0.name == name } ? nil : name)
    } _: { reference in
      let name = bare(reference.sheet) ?? sheet
      guard let numbered = sheets[name] else {
        return pairs.sheets.contains { $0.name == name } ? nil : reference
      }
      if let rows = reference.places(\.row), numbered.rows.isTorn(rows.first.name, rows.last.name) {
        torn = numbered.name
      }
      var result = reference
      result.sheet = reference.sheet.map { withSign(numbered.name, like: $0) }
      guard Self.number(&result, \.column, numbered.columns, own: nil),
        Self.number(&result, \.row, numbered.rows, own: row)
      else { return nil }
      return result
    }
    if let torn { throw .movedRange(sheet: torn) }
    return text
  }

  private static func number(
    _ reference: inout CellReference,
    _ axis: WritableKeyPath<CellReference.Corner, CellReference.Place?>,
    _ numbering: SheetAxis.Numbering, own: Int?
  ) -> Bool {
    guard var first = reference.first[keyPath: axis] else { return true }
    guard var last = reference.last?[keyPath: axis] else {
      guard let number = first.isOwn ? own : numbering.number(of: first.name) else { return false }
      first = .init(name: LineName(.base, number), isAbsolute: first.isAbsolute)
      reference.first[keyPath: axis] = first
      return true
    }
    let range: (first: Int, last: Int)?
    if first.isOwn || last.isOwn {
      let ends = [first, last].map { $0.isOwn ? own : numbering.number(of: $0.name) }
      range = ends[0].flatMap { start in ends[1].map { (start, $0) } }
    } else {
      range = numbering.range(first.name, last.name)
    }
    guard let range else { return false }
    (first.isOwn, last.isOwn) = (false, false)
    first.name = LineName(.base, range.first)
    last.name = LineName(.base, range.last)
    reference.first[keyPath: axis] = first
    reference.last?[keyPath: axis] = last
    return true
  }
}
