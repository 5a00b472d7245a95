import DocMergeArchive
import DocMergeLanguage

/// Reads the cells of a sheet of Excel.
struct ExcelCells {
  private let document: ExcelDocument
  private let part: String
  private let countsFrom1904: Bool
  /// The first formula of each group that is written once, and where it stands.
  private var shared: [String: (formula: FormulaText, row: Int, column: Int)] = [:]

  init(_ document: ExcelDocument, part: String) {
    (self.document, self.part) = (document, part)
    countsFrom1904 = document.countsFrom1904
  }

  /// Reads the rows; those between others that say nothing are empty.
  mutating func rows(_ data: XMLElement?) throws(OfficeRefusal) -> [SheetRow] {
    var (rows, count) = ([SheetRow](), 0)
    var elements = data?.elements.filter { $0.name == "row" } ?? []
    // Programs note how high the last row of the sheet would be.
    while let last = elements.last, Self.saysNothing(last) { elements.removeLast() }
    for element in elements {
      let said = element["r"].map { Int($0) } ?? rows.count + 1
      guard let said, said > rows.count else { throw malformed(tr("rows are out of order")) }
      let number = said - 1
      try Workbook.checkSize(rows: number + 1, cells: count, of: part)
      while rows.count < number { rows.append(SheetRow()) }
      let row = try row(element, number)
      count += row.cells.count
      rows.append(row)
    }
    try Workbook.checkSize(rows: rows.count, cells: count, of: part)
    rows.clearArrays()
    while let last = rows.last, last.isEmpty { rows.removeLast() }
    return rows
  }

  /// Whether a row has neither cells nor settings, apart from the height that a program computed.
  private static func saysNothing(_ row: XMLElement) -> Bool {
    row.first("c") == nil
      && row.attributes.allSatisfy { attribute in
        ["r", "spans", "ht"].contains(attribute.name) || attribute.name.contains(":")
          || ["0", "false"].contains(attribute.value)
      }
  }

  /// How many rows and columns a formula fills.
  private static func size(of range: String) -> XMLElement {
    let reference = FormulaText(range, .excel).references.first
    func count(_ axis: KeyPath<CellReference.Corner, CellReference.Place?>) -> Int {
      guard let places = reference?.places(axis) else { return 1 }
      return max(1, places.last.name.index - places.first.name.index + 1)
    }
    return XMLElement(
      "array",
      [.init("rows", String(count(\.row))), .init("columns", String(count(\.column)))])
  }

  private func malformed(_ reason: String) -> OfficeRefusal {
    .malformed(part: part, reason: reason)
  }

  private mutating func row(
    _ element: XMLElement, _ number: Int
  ) throws(OfficeRefusal) -> SheetRow {
    var row = SheetRow()
    row.properties = Self.properties(of: element, document.styles)
    for cell in element.elements where cell.name == "c" {
      var column = row.cells.count
      if let name = cell["r"] {
        let letters = name.prefix { !$0.isNumber }
        guard let known = ColumnLetters.column(of: letters), known >= column,
          name.dropFirst(letters.count) == String(number + 1)
        else { throw malformed(tr("the cell \(name) is out of order")) }
        column = known
      }
      let read = try self.cell(cell, number, column)
      if !read.isEmpty { row[column] = read }
    }
    return row
  }

  /// The settings of a row or a column.
  static func properties(of element: XMLElement, _ styles: ExcelStyles) -> Properties {
    var properties = Properties()
    for attribute in element.attributes {
      let name = attribute.name
      let isPlace = ["r", "spans", "min", "max", "s", "style", "customFormat"].contains(name)
      let isUnset = ["false", "0"].contains(attribute.value) && !["width", "ht"].contains(name)
      guard !isPlace, !isUnset, !name.contains(":") else {
        continue
      }
      let value = attribute.value == "true" ? "1" : attribute.value
      properties[name] = XMLElement(name, [.init("val", value)])
    }
    let format = styles[element["s"] ?? element["style"]]
    if element["customFormat"] != nil || element["style"] != nil, !format.isEmpty {
      properties["format"] = format.element
    }
    return properties
  }

  private mutating func cell(
    _ element: XMLElement, _ row: Int, _ column: Int
  ) throws(OfficeRefusal) -> SheetCell {
    var cell = SheetCell(format: document.styles[element["s"]])
    for name in ["cm", "vm"] where element[name] != nil {
      cell.format[name] = XMLElement(name, [.init("val", element[name] ?? "")])
    }
    if let formula = element.first("f") {
      try read(formula, row, column, into: &cell)
      if cell.isFormula { return cell }
    }
    let value = element.first("v")?.text
    switch element["t"] {
    case "s":
      guard let index = value.flatMap({ Int($0) }), document.strings.indices.contains(index) else {
        throw malformed(tr("a cell has a text that is not there"))
      }
      set(document.strings[index], in: &cell)
    case "inlineStr": element.first("is").map { set($0, in: &cell) }
    case "str": cell.text = CellValue.string(value ?? "").text
    case "b": cell.text = CellValue.boolean(value == "1" || value == "true").text
    case "e":
      cell.text = value ?? ""
      guard case .error = CellValue(cell.text) else { throw malformed(tr("an error has no name")) }
    case "d": throw malformed(tr("dates are written as texts"))
    default:
      guard let value else { break }
      let isDate =
        !countsFrom1904 && ExcelDates.isDate(document.styles.numberFormat(cell.format))
      guard let number = Self.number(value) else {
        throw malformed(tr("a number is none: \(value)"))
      }
      cell.text = (isDate ? ExcelDates.text(of: number) : nil) ?? number
    }
    return cell
  }

  /// The number that a text says, in its own spelling if a cell can have it; `nil` for other texts.
  private static func number(_ text: String) -> String? {
    if CellValue.isNumber(text) { return text }
    let digits = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return Double(String(digits)).flatMap { $0.isFinite ? "\($0)" : nil }
  }

  private func set(_ string: XMLElement, in cell: inout SheetCell) {
    // Only texts are part of it, alone or in runs; a reading aid is not.
    let said = string.elements.reduce(into: "") { said, element in
      if element.name == "t" { said += element.text }
      if element.name == "r" { said += element.first("t")?.text ?? "" }
    }
    cell.text = CellValue.string(said).text
    // A text that is empty is no text where the cell is shown, but keeps its kind.
    if said.isEmpty { cell.text = "'" }
    guard string.elements.contains(where: { $0.name != "t" }) else { return }
    cell.format["rich"] = XMLElement(
      "rich", [.init("said", said)], children: string.elements.map { .element($0) })
  }

  private mutating func read(
    _ element: XMLElement, _ row: Int, _ column: Int, into cell: inout SheetCell
  ) throws(OfficeRefusal) {
    let text = element.text
    switch element["t"] {
    case "shared":
      guard let group = element["si"] else { throw malformed(tr("a formula has no group")) }
      if !text.isEmpty { shared[group] = (FormulaText(text, .excel), row, column) }
      guard let first = shared[group] else {
        throw malformed(tr("a formula of a group is missing"))
      }
      guard let moved = first.formula.moved(rows: row - first.row, columns: column - first.column)
      else { throw malformed(tr("a formula of a group leaves the sheet")) }
      cell.text = "=" + moved
    case "array":
      cell.text = "=" + text
      cell.format["array"] = Self.size(of: element["ref"] ?? "")
    case "dataTable": throw malformed(tr("it has a table of what-if values"))
    default: if !text.isEmpty { cell.text = "=" + text }
    }
  }
}

extension FormulaText {
  /// The formula as a copy of it at another place; `nil` where that leaves the sheet.
  func moved(rows: Int, columns: Int) -> String? {
    if rows == 0, columns == 0 { return mapping { $0 } }
    func moved(_ corner: inout CellReference.Corner) -> Bool {
      if let column = corner.column, !column.isAbsolute {
        corner.column?.name.index = column.name.index + columns
        guard (0..<ColumnLetters.limit).contains(column.name.index + columns) else { return false }
      }
      if let row = corner.row, !row.isAbsolute {
        corner.row?.name.index = row.name.index + rows
        guard row.name.index + rows >= 0 else { return false }
      }
      return true
    }
    return mapping { reference in
      var copy = reference
      guard moved(&copy.first) else { return nil }
      guard var last = copy.last else { return copy }
      guard moved(&last) else { return nil }
      copy.last = last
      return copy
    }
  }
}

extension Properties {
  /// The properties as an element, to be the value of another property.
  var element: XMLElement {
    XMLElement(
      "format",
      children: list.sorted { $0.name < $1.name }.map { property in
        .element(
          XMLElement("p", [.init("name", property.name)], children: [.element(property.value)]))
      })
  }

  /// Reads properties that were written as an element.
  init(element: XMLElement) {
    self.init()
    for property in element.elements { self[property["name"] ?? ""] = property.elements.first }
  }
}
