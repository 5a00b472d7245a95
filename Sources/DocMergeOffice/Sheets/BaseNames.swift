import DocMergeArchive

/// Formulas of a side that it did not change itself, although the lines that they name are others now.
///
/// Where a side deletes the last row of a range, its program makes the range end with the row before. Seen as an
/// edit, that would be in conflict with an edit of the other side. It is none where the formula of the base,
/// numbered as the side numbers its lines, is just what the side has.
struct BaseNames<Codec: WorkbookCodec> {
  private let names: ReferenceNames
  private let version: Side
  private let sheets: [String: ReferenceNames.NumberedSheet]

  init(_ names: ReferenceNames, _ version: Side) {
    (self.names, self.version) = (names, version)
    var sheets: [String: ReferenceNames.NumberedSheet] = [:]
    for match in names.pairs.sheets {
      guard let sheet = match[version] else { continue }
      sheets[match.name] = .init(
        name: sheet.name,
        rows: match.rows.numbering(
          match.rows.entries.map { $0[version] }, count: sheet.rows.count),
        columns: match.columns.numbering(
          match.columns.entries.map { $0[version] }, count: sheet.width))
    }
    self.sheets = sheets
  }

  /// A sheet of the side whose formulas have the names of the base where it did not change them.
  ///
  /// - Parameters:
  ///   - match: the sheet in all versions, with the names that these have.
  ///   - raw: the sheet of the side as it is written.
  /// - Returns: `nil` where the side or the base lacks the sheet.
  func restored(_ match: SheetMatch, raw: Sheet?) -> Sheet? {
    guard let base = match.base, var sheet = match[version], let raw else { return nil }
    let columns = match.columns.entries.compactMap { entry in
      entry.base.flatMap { old in entry[version].map { (old, $0) } }
    }
    for entry in match.rows.entries {
      guard let old = entry.base, let row = entry[version] else { continue }
      for (before, column) in columns {
        let (known, cell) = (base.rows[old][before], sheet.rows[row][column])
        guard known.isFormula, cell.isFormula, known.text != cell.text,
          (try? names.numbered(known.text, sheet: match.name, row: row, sheets))
            == raw.rows[row][column].text
        else { continue }
        sheet.rows[row].cells[column].text = known.text
      }
    }
    sheet.properties = restored(
      base.properties, sheet.properties, raw: raw.properties, sheet: match.name)
    return sheet
  }

  /// The properties of a sheet, or of the workbook.
  func restored(
    _ base: Properties, _ side: Properties, raw: Properties, sheet: String
  ) -> Properties {
    var restored = side
    for property in base.list {
      guard let own = side[property.name], own != property.value, let written = raw[property.name]
      else { continue }
      restored[property.name] = self.restored(property.value, own, raw: written, sheet: sheet)
    }
    return restored
  }

  private func restored(
    _ base: XMLElement, _ side: XMLElement, raw: XMLElement, sheet: String
  ) -> XMLElement {
    if numbered(base, sheet) == raw { return base }
    var restored = side
    guard side.children.count == raw.children.count else { return side }
    var known: [XMLElement: XMLElement] = [:]
    for element in base.elements {
      if let written = numbered(element, sheet) { known[written] = element }
    }
    restored.children = zip(side.children, raw.children).map { own, written in
      guard case .element(let element) = written, let old = known[element] else { return own }
      return .element(old)
    }
    return restored
  }

  private func numbered(_ element: XMLElement, _ sheet: String) -> XMLElement? {
    // What cannot be numbered was changed by the side.
    (try? Codec.mapping(element) { formula throws(OfficeRefusal) in
      try names.numbered(formula, sheet: sheet, sheets)
    }) ?? nil
  }
}
