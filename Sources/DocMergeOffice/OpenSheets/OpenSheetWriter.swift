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
        let element = Self.withStart(writer.numbered(property.value))
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

  /// Conditions with a cell that they are counted from: the first one of theirs.
  private static func withStart(_ element: XMLElement) -> XMLElement {
    guard element.name == "calcext:conditional-formats" else { return element }
    return element.mapping { format in
      guard let range = format["calcext:target-range-address"] else { return format }
      var format = format
      let first = range.split(separator: " ").first?.split(separator: ":").first.map(String.init)
      format.children = format.elements.map { condition in
        var condition = condition
        if condition.name == "calcext:condition", condition["calcext:base-cell-address"] == nil {
          condition["calcext:base-cell-address"] = first
        }
        return .element(condition)
      }
      return format
    } ?? element
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
