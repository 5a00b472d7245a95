import DocMergeArchive

/// Writes the sheets of a workbook of Excel.
struct ExcelSheetWriter {
  var styles: ExcelStyleWriter
  private(set) var strings: [XMLElement]
  private var stringIndices: [XMLElement: Int] = [:]
  /// Whether there is a part for texts; without one they stand in their cells.
  private let sharesStrings: Bool
  private let countsFrom1904: Bool
  private let firstFormat: ExcelStyles

  init(_ document: ExcelDocument) {
    styles = ExcelStyleWriter(document.styles)
    firstFormat = document.styles
    strings = document.strings
    sharesStrings = document.partName("sharedStrings") != nil
    countsFrom1904 = document.countsFrom1904
    for (index, string) in strings.enumerated() where stringIndices[string] == nil {
      stringIndices[string] = index
    }
  }

  /// The order of what stands in a sheet.
  private static let order = [
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr",
    "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState",
    "dataConsolidate", "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting",
    "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter",
    "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags",
    "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects",
    "controls", "webPublishItems", "tableParts", "extLst",
  ]

  /// Makes the part of a sheet.
  ///
  /// - Parameters:
  ///   - sheet: the sheet.
  ///   - root: the element that it is put into.
  ///   - relationships: the references of the part, which those of the sheet are added to.
  /// - Returns: the root of the part.
  mutating func element(
    of sheet: Sheet, in root: XMLElement, _ relationships: inout Relationships
  ) -> XMLElement {
    var parts: [(place: Int, element: XMLElement)] = []
    func place(_ name: String) -> Int { Self.order.firstIndex(of: name) ?? Self.order.count - 1 }
    for property in sheet.properties.list
    where !["sheet", "relationships", "tail"].contains(property.name) {
      let elements =
        property.value.name == ExcelReader.several
        ? property.value.elements : [property.value]
      for element in elements {
        parts.append((place(property.name), withIds(element, &relationships)))
      }
    }
    if let columns = columns(of: sheet) { parts.append((place("cols"), columns)) }
    parts.append((place("dimension"), Self.dimension(of: sheet)))
    parts.append((place("sheetData"), rows(of: sheet)))
    for element in sheet.properties["relationships"]?.elements ?? [] {
      _ = Self.id(of: element["name"] ?? "", &relationships)
    }
    var root = root.emptied
    root.children = parts.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }.map { .element($0.element.element) }
    return root
  }

  private static func dimension(of sheet: Sheet) -> XMLElement {
    let width = sheet.rows.reduce(1) { max($0, $1.cells.count) }
    let end = "\(ColumnLetters.letters(of: width - 1))\(max(1, sheet.rows.count))"
    return XMLElement("dimension", [.init("ref", end == "A1" ? "A1" : "A1:\(end)")])
  }

  // MARK: - References

  private mutating func withIds(
    _ element: XMLElement, _ relationships: inout Relationships
  ) -> XMLElement {
    var (references, writer) = (relationships, styles)
    let written = element.mapping { inner in
      var inner = inner
      for attribute in inner.attributes where attribute.name.hasPrefix("r:") {
        inner[attribute.name] = Self.id(of: attribute.value, &references)
      }
      if inner.name == "cfRule", let format = inner.first("dxf") {
        inner["dxfId"] = String(writer.index(ofCondition: format))
        inner.children.removeAll { $0 == .element(format) }
      }
      return inner
    }
    (relationships, styles) = (references, writer)
    return written ?? element
  }

  private static func id(of name: String, _ relationships: inout Relationships) -> String {
    let pieces = name.split(separator: " ", maxSplits: 2).map(String.init)
    guard pieces.count == 3 else { return "" }
    let isExternal = pieces[1] == "external"
    let target = isExternal ? pieces[2] : "/" + pieces[2]
    let known = relationships.list.first { relationship in
      relationship.type == pieces[0] && relationship.isExternal == isExternal
        && (isExternal
          ? relationship.target == target : relationships.part(of: relationship) == pieces[2])
    }
    return known?.id
      ?? relationships.add(type: pieces[0], target: target, isExternal: isExternal)
  }

  // MARK: - Columns and rows

  private mutating func columns(of sheet: Sheet) -> XMLElement? {
    var columns: [XMLElement] = []
    var index = 0
    while index < sheet.columns.count {
      let properties = sheet.columns[index]
      let end = sheet.columns[index...].firstIndex { $0 != properties } ?? sheet.columns.count
      if !properties.isEmpty { columns.append(column(properties, index + 1, end)) }
      index = end
    }
    let width = sheet.rows.reduce(0) { max($0, $1.cells.count) }
    for tail in sheet.properties["tail"]?.elements ?? [] {
      guard let element = tail.elements.first, let last = tail["max"].flatMap({ Int($0) }),
        let after = tail["after"].flatMap({ Int($0) })
      else { continue }
      let start = max(sheet.columns.count, width + after) + 1
      if start <= last { columns.append(column(Properties(element: element), start, last)) }
    }
    guard !columns.isEmpty else { return nil }
    return XMLElement("cols", children: columns.map { .element($0) })
  }

  private mutating func column(_ properties: Properties, _ first: Int, _ last: Int) -> XMLElement {
    var element = XMLElement(
      "col", [.init("min", String(first)), .init("max", String(last))])
    write(properties, to: &element, format: "style")
    return element
  }

  private mutating func write(
    _ properties: Properties, to element: inout XMLElement, format attribute: String
  ) {
    for property in properties.list where property.name != "format" {
      element[property.name] = property.value["val"]
    }
    if let format = properties["format"] {
      element[attribute] = String(styles.index(of: Properties(element: format)))
    }
  }

  private mutating func rows(of sheet: Sheet) -> XMLElement {
    var rows: [XMLElement.Child] = []
    for (number, row) in sheet.rows.enumerated() where !row.isEmpty {
      var element = XMLElement("row", [.init("r", String(number + 1))])
      write(row.properties, to: &element, format: "s")
      if row.properties["format"] != nil { element["customFormat"] = "1" }
      for (column, cell) in row.cells.enumerated() where !cell.isEmpty {
        let name = ColumnLetters.letters(of: column) + String(number + 1)
        var written = self.cell(cell, named: name)
        if let array = cell.format["array"], let range = Self.range(array, number, column) {
          written.children = written.elements.map { formula in
            var formula = formula
            (formula["t"], formula["ref"]) = ("array", range)
            return .element(formula)
          }
        }
        element.children.append(.element(written))
      }
      rows.append(.element(element))
    }
    return XMLElement("sheetData", children: rows)
  }

  /// The cells that a formula fills.
  private static func range(_ array: XMLElement, _ row: Int, _ column: Int) -> String? {
    guard let height = array["rows"].flatMap({ Int($0) }),
      let width = array["columns"].flatMap({ Int($0) }), height > 0, width > 0
    else { return nil }
    let (first, last) = (
      ColumnLetters.letters(of: column) + String(row + 1),
      ColumnLetters.letters(of: column + width - 1) + String(row + height)
    )
    return first == last ? first : "\(first):\(last)"
  }

  // MARK: - Cells

  /// What of the format of a cell is no format in the file.
  private static let cellProperties: Set = ["rich", "array", "cm", "vm", ExcelComments.property]

  private mutating func cell(_ cell: SheetCell, named name: String) -> XMLElement {
    var element = XMLElement("c", [.init("r", name)])
    var format = Properties()
    for property in cell.format.list where !Self.cellProperties.contains(property.name) {
      format[property.name] = property.value
    }
    let index = styles.index(of: format)
    if index > 0 { element["s"] = String(index) }
    for name in ["cm", "vm"] { element[name] = cell.format[name]?["val"] }
    guard !cell.isFormula else {
      let formula = XMLElement("f", children: [.text(String(cell.text.dropFirst()))])
      element.children = [.element(formula)]
      return element
    }
    guard !cell.text.isEmpty else { return element }
    write(CellValue(cell.text), rich: cell.format["rich"], format: format, to: &element)
    return element
  }

  private mutating func write(
    _ value: CellValue, rich: XMLElement?, format: Properties, to element: inout XMLElement
  ) {
    var text: String
    switch value {
    case .number(let number): text = number
    case .boolean(let isTrue):
      element["t"] = "b"
      text = isTrue ? "1" : "0"
    case .error(let error):
      element["t"] = "e"
      text = error
    case .date(let date):
      let isDate = !countsFrom1904 && ExcelDates.isDate(firstFormat.numberFormat(format))
      guard isDate, let number = ExcelDates.number(of: date) else {
        return write(.string(date), rich: nil, format: format, to: &element)
      }
      text = number
    case .string(let string):
      let item = Self.item(string, rich)
      guard sharesStrings else {
        element["t"] = "inlineStr"
        var inner = item
        inner.name = "is"
        element.children = [.element(inner)]
        return
      }
      element["t"] = "s"
      text = String(index(of: item))
    }
    element.children = [.element(XMLElement("v", children: [.text(text)]))]
  }

  private static func item(_ string: String, _ rich: XMLElement?) -> XMLElement {
    if let rich { return XMLElement("si", children: rich.children) }
    return XMLElement(
      "si",
      children: [
        .element(XMLElement("t", [.init("xml:space", "preserve")], children: [.text(string)]))
      ])
  }

  private mutating func index(of item: XMLElement) -> Int {
    if let known = stringIndices[item] { return known }
    // The space around a text is kept where it matters only.
    if case .element(var text)? = item.children.first, text.name == "t" {
      text["xml:space"] = nil
      if let known = stringIndices[XMLElement("si", children: [.element(text)])] { return known }
    }
    strings.append(item)
    stringIndices[item] = strings.count - 1
    return strings.count - 1
  }
}
