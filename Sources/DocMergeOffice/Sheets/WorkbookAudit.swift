import DocMergeArchive

/// A merge of workbooks as texts that can be audited: formulas of all versions name cells as the result does.
///
/// Without it each formula below an added row would look changed.
struct WorkbookAudit {
  /// The texts of the base, ours, theirs and the result.
  let texts: [[UInt8]]

  init(
    base: Workbook, ours: Workbook, theirs: Workbook, result: Workbook,
    _ syntax: FormulaText.Syntax
  ) {
    let sides = Self.named(result, ours, theirs, syntax)
    let old = Self.named(result, base, base, syntax)
    texts = [old(.ours), sides(.ours), sides(.theirs), sides(.base)]
  }

  /// The texts of three workbooks, with cells named as the first one does.
  private static func named(
    _ result: Workbook, _ ours: Workbook, _ theirs: Workbook, _ syntax: FormulaText.Syntax
  ) -> (Side) -> [UInt8] {
    let pairs = SheetPairs(base: result, ours: ours, theirs: theirs, syntax)
    let names = ReferenceNames(pairs: pairs, syntax: syntax)
    let named = pairs.mapping { version, sheet in
      var named = sheet
      for (number, row) in sheet.rows.enumerated() {
        for (column, cell) in row.cells.enumerated() where cell.isFormula {
          // One that cannot be named is shown as it is.
          named.rows[number].cells[column].text =
            names.named(cell.text, in: version, sheet: sheet.name, row: number) ?? cell.text
        }
      }
      return named
    }
    let words = named.sheets.map { _ in FormatWordsOfRows() }
    return { SheetLines(named, $0, words: words).text }
  }
}
