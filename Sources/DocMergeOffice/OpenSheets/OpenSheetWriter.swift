import DocMergeArchive

/// Writes the sheets of a spreadsheet of OpenDocument.
struct OpenSheetWriter {
  private var writer: OpenWriter
  private var styleIDs: [Properties: String] = [:]
  private var validations: [XMLElement] = []

  init(_ writer: OpenWriter) {
    self.writer = writer
  }

  mutating func written(_ workbook: Workbook) throws(OfficeRefusal) -> OfficePackage {
    var body = writer.target.body
    let tables = try workbook.sheets.map { sheet throws(OfficeRefusal) in try table(sheet) }
    var others = workbook.properties.list.map { writer.numbered($0.value) }
    if !validations.isEmpty {
      others.append(
        XMLElement("table:content-validations", children: validations.map { .element($0) }))
    }
    func rank(_ element: XMLElement) -> Int {
      Self.preamble.firstIndex(of: element.name) ?? Self.preamble.count
    }
    let ahead = others.filter { rank($0) < Self.preamble.count }.sorted { rank($0) < rank($1) }
    let behind = others.filter { rank($0) == Self.preamble.count }.enumerated().sorted {
      (Self.order($0.element), $0.offset) < (Self.order($1.element), $1.offset)
    }.map(\.element)
    body.children = (ahead + tables + behind).map { .element($0) }
    return try writer.written(body)
  }

  /// What stands before the sheets, in its order.
  private static let preamble = [
    "table:tracked-changes", "table:calculation-settings", "table:content-validations",
    "table:label-ranges",
  ]

  /// What stands behind the sheets, in its order.
  private static func order(_ element: XMLElement) -> Int {
    [
      "table:named-expressions", "table:database-ranges", "table:data-pilot-tables",
      "table:consolidation", "table:dde-links",
    ].firstIndex(of: element.name) ?? 5
  }

  // MARK: - Sheets

  private mutating func table(_ sheet: Sheet) throws(OfficeRefusal) -> XMLElement {
    var table = XMLElement("table:table", [.init("table:name", sheet.name)])
    var style = Properties()
    var (ahead, behind): ([XMLElement], [XMLElement]) = ([], [])
    for property in sheet.properties.list {
      if property.name.hasPrefix("t|") {
        style[String(property.name.dropFirst(2))] = property.value
      } else if property.name.hasPrefix("a|") {
        table.attributes += property.value.attributes
      } else if !["mergeCells", "shapes"].contains(property.name) {
        let element = writer.numbered(property.value)
        if Self.behindRows.contains(element.name) {
          behind.append(element)
        } else {
          ahead.append(element)
        }
      }
    }
    if !style.isEmpty { table["table:style-name"] = writer.styleID(style, family: "table") }
    table.children = (ahead + columns(sheet)).map { .element($0) }
    table.children += try rows(sheet).map { .element($0) }
    table.children += behind.map { .element($0) }
    return table
  }

  private static let behindRows: Set = [
    "table:named-expressions", "calcext:conditional-formats", "calcext:sparkline-groups",
  ]

  private mutating func columns(_ sheet: Sheet) -> [XMLElement] {
    var nested = NestedLines()
    let columns = sheet.columns.isEmpty ? [Properties()] : sheet.columns
    var index = 0
    while index < columns.count {
      let end = columns[index...].firstIndex { $0 != columns[index] } ?? columns.count
      var element = line("table:table-column", columns[index], family: "table-column")
      if end - index > 1 { element["table:number-columns-repeated"] = String(end - index) }
      let format = columns[index]["format"].map { Properties(element: $0) } ?? Properties()
      element["table:default-cell-style-name"] = cellStyle(format)
      nested.add(element, in: columns[index]["nest"])
      index = end
    }
    return nested.finished
  }

  private mutating func line(
    _ name: String, _ properties: Properties, family: String
  ) -> XMLElement {
    var element = XMLElement(name)
    var style = Properties()
    for property in properties.list where !["format", "nest"].contains(property.name) {
      if property.name.hasPrefix("a|") {
        element.attributes += property.value.attributes
      } else {
        style[property.name] = property.value
      }
    }
    if !style.isEmpty { element["table:style-name"] = writer.styleID(style, family: family) }
    return element
  }

  /// The name of the style of a cell.
  private mutating func cellStyle(_ format: Properties) -> String {
    if let known = styleIDs[format] { return known }
    let name = format.isEmpty ? nil : writer.styleID(format, family: "table-cell")
    styleIDs[format] = name ?? "Default"
    return name ?? "Default"
  }

  // MARK: - Rows

  private mutating func rows(_ sheet: Sheet) throws(OfficeRefusal) -> [XMLElement] {
    var nested = NestedLines()
    let joined = try JoinedCells(sheet)
    let defaults = sheet.columns.map { column in
      column["format"].map { Properties(element: $0) } ?? Properties()
    }
    let last = max(sheet.rows.count, joined.height)
    for number in 0..<last {
      let row = number < sheet.rows.count ? sheet.rows[number] : SheetRow()
      var element = line("table:table-row", row.properties, family: "table-row")
      element.children = cells(row, number, joined, defaults).map { .element($0) }
      nested.add(element, in: row.properties["nest"])
    }
    if last == 0 {
      let cell = XMLElement("table:table-cell")
      nested.add(XMLElement("table:table-row", children: [.element(cell)]), in: nil)
    }
    return nested.finished
  }

  private mutating func cells(
    _ row: SheetRow, _ number: Int, _ joined: JoinedCells, _ defaults: [Properties]
  ) -> [XMLElement] {
    var cells: [XMLElement] = []
    let width = max(1, row.cells.count, joined.width(ofRow: number))
    for column in 0..<width {
      let cell = row[column]
      var element = self.cell(cell, default: column < defaults.count ? defaults[column] : .init())
      if joined.covers(number, column) { element.name = "table:covered-table-cell" }
      if let size = joined.size(number, column) {
        element["table:number-columns-spanned"] = String(size.columns)
        element["table:number-rows-spanned"] = String(size.rows)
      }
      for shape in joined.shapes(number, column) {
        element.children.append(.element(writer.numbered(shape)))
      }
      cells.append(element)
    }
    return cells
  }

  // MARK: - Cells

  /// What of the format of a cell is no style.
  private static let others: Set = ["rich", "array", "kind", "annotation", "validation"]

  private mutating func cell(_ cell: SheetCell, default style: Properties) -> XMLElement {
    var element = XMLElement("table:table-cell")
    var format = Properties()
    for property in cell.format.list where !Self.others.contains(property.name) {
      if property.name.hasPrefix("a|") {
        element.attributes += property.value.attributes
      } else {
        format[property.name] = property.value
      }
    }
    if format != style, !cell.isEmpty { element["table:style-name"] = cellStyle(format) }
    if let validation = cell.format["validation"] {
      element["table:content-validation-name"] = name(of: validation)
    }
    if let annotation = cell.format["annotation"] {
      element.children.append(.element(writer.numbered(annotation)))
    }
    if cell.isFormula {
      element["table:formula"] = "of:" + cell.text
      if let array = cell.format["array"] {
        element["table:number-matrix-rows-spanned"] = array["rows"]
        element["table:number-matrix-columns-spanned"] = array["columns"]
      }
    } else if !cell.text.isEmpty {
      write(CellValue(cell.text), cell, to: &element)
    }
    return element
  }

  private mutating func name(of validation: XMLElement) -> String {
    var numbered = writer.numbered(validation)
    func name(_ index: Int) -> String { "val\(index + 1)" }
    for (index, known) in validations.enumerated() where known.withoutName == numbered {
      return name(index)
    }
    numbered.attributes.insert(.init("table:name", name(validations.count)), at: 0)
    validations.append(numbered)
    return name(validations.count - 1)
  }

  private mutating func write(
    _ value: CellValue, _ cell: SheetCell, to element: inout XMLElement
  ) {
    let said = cell.format["kind"]
    let kind = said?["type"] ?? OpenTime.kind(of: value)
    element["office:value-type"] = kind
    element["calcext:value-type"] = kind
    element["office:currency"] = said?["currency"]
    switch kind {
    case "float", "percentage", "currency": element["office:value"] = cell.text
    case "boolean": element["office:boolean-value"] = value == .boolean(true) ? "true" : "false"
    case "date": element["office:date-value"] = cell.text
    case "time": element["office:time-value"] = OpenTime.duration(cell.text)
    default: break
    }
    var string = cell.text
    if case .string(let text) = value { string = text }
    if let rich = cell.format["rich"] {
      element.children += writer.numbered(rich).children
      return
    }
    for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
      element.children.append(
        .element(XMLElement("text:p", children: Self.characters(String(line)))))
    }
  }

  /// Characters, with those that are written as elements.
  private static func characters(_ text: String) -> [XMLElement.Child] {
    var (children, plain, spaces) = ([XMLElement.Child](), "", 0)
    func closed(_ plain: String) -> [XMLElement.Child] { plain.isEmpty ? [] : [.text(plain)] }
    func addSpaces() {
      guard spaces > 0 else { return }
      // The first space of several is a character, unless it starts the paragraph.
      let isFirst = children.isEmpty && plain.isEmpty
      if !isFirst { plain.append(" ") }
      let rest = isFirst ? spaces : spaces - 1
      spaces = 0
      guard rest > 0 else { return }
      children += closed(plain)
      plain = ""
      children.append(.element(XMLElement("text:s", [.init("text:c", String(rest))])))
    }
    for sign in text {
      if sign == " " {
        spaces += 1
        continue
      }
      addSpaces()
      guard sign == "\t" else {
        plain.append(sign)
        continue
      }
      children += closed(plain) + [.element(XMLElement("text:tab"))]
      plain = ""
    }
    // Spaces at the end are lost but as an element.
    if spaces > 0 {
      children += closed(plain)
      plain = ""
      children.append(.element(XMLElement("text:s", [.init("text:c", String(spaces))])))
    }
    return children + closed(plain)
  }
}

extension XMLElement {
  fileprivate var withoutName: XMLElement {
    var element = self
    element["table:name"] = nil
    return element
  }
}

/// The cells of a sheet that are joined, and what is drawn in cells.
private struct JoinedCells {
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  private var sizes: [Cell: (rows: Int, columns: Int)] = [:]
  private var covered: Set<Cell> = []
  private var drawn: [Cell: [XMLElement]] = [:]
  private var widths: [Int: Int] = [:]
  private(set) var height = 0

  init(_ sheet: Sheet) throws(OfficeRefusal) {
    for element in sheet.properties["mergeCells"]?.elements ?? [] {
      guard let (first, last) = Self.cells(element["ref"]) else { continue }
      sizes[first] = (last.row - first.row + 1, last.column - first.column + 1)
      guard (last.row - first.row + 1) * (last.column - first.column + 1) <= 1_000_000 else {
        throw .tooLarge(part: sheet.name)
      }
      for row in first.row...last.row {
        for column in first.column...last.column where (row, column) != (first.row, first.column) {
          covered.insert(Cell(row: row, column: column))
        }
        extend(row, last.column)
      }
    }
    for element in sheet.properties["shapes"]?.elements ?? [] {
      guard let cell = Self.cells(element["ref"])?.first else { continue }
      drawn[cell, default: []] += element.elements
      extend(cell.row, cell.column)
    }
  }

  private mutating func extend(_ row: Int, _ column: Int) {
    widths[row] = max(widths[row] ?? 0, column + 1)
    height = max(height, row + 1)
  }

  private static func cells(_ address: String?) -> (first: Cell, last: Cell)? {
    let reference = FormulaText("[\(address ?? "")]", .openFormula).references.first
    guard let reference, let rows = reference.places(\.row),
      let columns = reference.places(\.column), rows.first.name.index <= rows.last.name.index,
      columns.first.name.index <= columns.last.name.index
    else { return nil }
    return (
      Cell(row: rows.first.name.index, column: columns.first.name.index),
      Cell(row: rows.last.name.index, column: columns.last.name.index)
    )
  }

  func width(ofRow row: Int) -> Int { widths[row] ?? 0 }

  func covers(_ row: Int, _ column: Int) -> Bool {
    covered.contains(Cell(row: row, column: column))
  }

  func size(_ row: Int, _ column: Int) -> (rows: Int, columns: Int)? {
    sizes[Cell(row: row, column: column)]
  }

  func shapes(_ row: Int, _ column: Int) -> [XMLElement] {
    drawn[Cell(row: row, column: column)] ?? []
  }
}

/// Rows or columns in the groups that they are in.
private struct NestedLines {
  private var open: [XMLElement] = []
  private var names: [XMLElement] = []
  private var done: [XMLElement] = []

  /// Adds a line behind those that are there.
  mutating func add(_ line: XMLElement, in nest: XMLElement?) {
    let groups = nest?.elements ?? []
    var shared = 0
    while shared < groups.count, shared < names.count, groups[shared] == names[shared] {
      shared += 1
    }
    close(to: shared)
    for group in groups[shared...] {
      open.append(group)
      names.append(group)
    }
    append(line)
  }

  private mutating func append(_ element: XMLElement) {
    if open.isEmpty {
      done.append(element)
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  private mutating func close(to depth: Int) {
    while open.count > depth {
      let element = open.removeLast()
      names.removeLast()
      append(element)
    }
  }

  var finished: [XMLElement] {
    var nested = self
    nested.close(to: 0)
    return nested.done
  }
}
