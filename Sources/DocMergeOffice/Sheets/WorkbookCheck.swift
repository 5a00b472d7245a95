import DocMergeArchive
import DocMergeLanguage

/// What no program accepts of a workbook, and two sides can bring about without a conflict.
struct WorkbookCheck {
  private let workbook: Workbook
  private let syntax: FormulaText.Syntax

  init(_ workbook: Workbook, _ syntax: FormulaText.Syntax) {
    (self.workbook, self.syntax) = (workbook, syntax)
  }

  /// Refuses a workbook that a program would repair, or not open.
  ///
  /// - Throws: ``OfficeRefusal/malformed(part:reason:)``.
  func refuse() throws(OfficeRefusal) {
    guard Set(workbook.sheets.map { $0.name.lowercased() }).count == workbook.sheets.count else {
      throw .malformed(part: tr("the result"), reason: tr("two sheets have one name"))
    }
    let hidden = workbook.sheets.count { sheet in
      ["hidden", "veryHidden"].contains(sheet.properties["sheet"]?["state"] ?? "")
    }
    guard workbook.sheets.isEmpty || hidden < workbook.sheets.count else {
      throw .malformed(part: tr("the result"), reason: tr("all sheets are hidden"))
    }
    var names: Set<String> = []
    for name in workbook.properties["definedNames"]?.elements ?? [] {
      let said = "\((name["name"] ?? "").lowercased()) \(name["localSheetId"] ?? "")"
      guard names.insert(said).inserted else {
        let doubled = name["name"] ?? ""
        throw .malformed(
          part: tr("the result"), reason: tr("two ranges have the name \(doubled)"))
      }
    }
    for sheet in workbook.sheets { try refuseOverlaps(of: sheet) }
  }

  /// Cells can be joined with others once.
  private func refuseOverlaps(of sheet: Sheet) throws(OfficeRefusal) {
    var joined: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] = []
    for element in sheet.properties["mergeCells"]?.elements ?? [] {
      let text = element["ref"] ?? ""
      let range = FormulaText(syntax == .excel ? text : "[\(text)]", syntax).references.first
      guard let rows = range?.places(\.row), let columns = range?.places(\.column),
        rows.first.name.index <= rows.last.name.index,
        columns.first.name.index <= columns.last.name.index
      else { continue }
      joined.append(
        (
          rows.first.name.index...rows.last.name.index,
          columns.first.name.index...columns.last.name.index
        ))
    }
    joined.sort { $0.rows.lowerBound < $1.rows.lowerBound }
    for (index, area) in joined.enumerated() {
      for other in joined[(index + 1)...] {
        if other.rows.lowerBound > area.rows.upperBound { break }
        guard !other.columns.overlaps(area.columns) else {
          throw .malformed(part: sheet.name, reason: tr("joined cells overlap"))
        }
      }
    }
  }
}

extension Workbook {
  /// The workbook without ranges of joined cells that only one cell is left of.
  func withoutSingleJoins(_ syntax: FormulaText.Syntax) -> Workbook {
    var workbook = self
    for index in sheets.indices {
      guard var joins = sheets[index].properties["mergeCells"] else { continue }
      joins.children.removeAll { child in
        guard case .element(let join) = child else { return false }
        let text = join["ref"] ?? ""
        let range = FormulaText(syntax == .excel ? text : "[\(text)]", syntax).references.first
        return range?.last.map { $0 == range?.first } ?? true
      }
      workbook.sheets[index].properties["mergeCells"] = joins.elements.isEmpty ? nil : joins
    }
    return workbook
  }
}

extension SheetMatch {
  /// Whether one side set a filter, whose columns are numbers, and the other one moved columns.
  var movesFilters: Bool {
    func filters(_ version: Side) -> XMLElement? {
      self[version]?.properties["autoFilter"].flatMap { $0.first("filterColumn") == nil ? nil : $0 }
    }
    func moves(_ version: Side) -> Bool {
      columns.entries.contains { ($0.base == nil) != ($0[version] == nil) }
    }
    guard base != nil, ours != nil, theirs != nil else { return false }
    return [(Side.ours, Side.theirs), (.theirs, .ours)].contains { side, other in
      filters(side) != nil && filters(side) != filters(.base) && moves(other)
    }
  }
}

extension XMLElement {
  /// Whether something in it counts lines by numbers: changes of cells, or filters of ranges.
  var countsLines: Bool {
    var counts = false
    forEach { element in
      if element.name == "table:cell-content-change" || element.name == "table:insertion"
        || element.name == "table:deletion" || element["table:field-number"] != nil
      {
        counts = true
      }
    }
    return counts
  }
}
