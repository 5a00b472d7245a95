import DocMergeArchive
import DocMergeLanguage

/// Reads the rows and cells of a sheet of OpenDocument.
struct OpenCells {
  private let document: OpenDocument
  private let validations: [String: XMLElement]
  private let sheet: String
  /// Whether the sheets note the conditions of formats.
  private let hasConditions: Bool
  private var formats: [String: Properties] = [:]
  private(set) var rows: [SheetRow] = []
  private(set) var columns: [Properties] = []
  /// The cells that are joined, as ranges.
  private(set) var joined: [String] = []
  /// The shapes in cells, by the addresses of the cells.
  private(set) var shapes: [(cell: String, element: XMLElement)] = []
  /// The formats of cells without one, by column.
  private var defaults: [String] = []
  private var cellCount = 0
  /// Rows that only say how they look, and are of use only where others follow.
  private var pending: [SheetRow] = []

  init(
    _ document: OpenDocument, _ validations: [String: XMLElement], sheet: String,
    hasConditions: Bool
  ) {
    (self.document, self.validations, self.sheet) = (document, validations, sheet)
    self.hasConditions = hasConditions
  }

  private func malformed(_ reason: String) -> OfficeRefusal {
    .malformed(part: OpenDocument.contentPart, reason: "\(sheet): \(reason)")
  }

  /// Elements around rows or columns, such as the rows that every page repeats.
  private static let groups: Set = [
    "table:table-row-group", "table:table-header-rows", "table:table-rows",
    "table:table-column-group", "table:table-header-columns", "table:table-columns",
  ]

  /// Reads columns and rows.
  mutating func read(_ elements: [XMLElement], in nest: [XMLElement] = []) throws(OfficeRefusal) {
    for element in elements {
      if Self.groups.contains(element.name) {
        try read(element.elements, in: nest + [element.emptied])
      } else if element.name == "table:table-column" {
        readColumn(element, nest)
      } else if element.name == "table:table-row" {
        try readRow(element, nest)
      }
    }
  }

  /// Takes away what says nothing at the end.
  mutating func finish() {
    rows.clearArrays()
    while let last = rows.last, last.isEmpty { rows.removeLast() }
    let width = rows.reduce(0) { max($0, $1.cells.count) }
    // The last columns stand for all that follow.
    while columns.count > width, columns.count > 1, columns.last == columns[columns.count - 2] {
      columns.removeLast()
    }
  }

  // MARK: - Columns

  private static let widest = 1024

  private mutating func readColumn(_ element: XMLElement, _ nest: [XMLElement]) {
    let count = min(Self.repeats(element, "columns"), Self.widest - columns.count)
    let style = element["table:default-cell-style-name"] ?? "Default"
    var properties = properties(of: element, family: "table-column", nest)
    let format = format(style)
    if !format.isEmpty { properties["format"] = format.element }
    for _ in 0..<max(0, count) {
      columns.append(properties)
      defaults.append(style)
    }
  }

  private static func repeats(_ element: XMLElement, _ kind: String) -> Int {
    count(element["table:number-\(kind)-repeated"]) ?? 1
  }

  /// A number of rows or columns; more than any sheet has is as good as the most.
  private static func count(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.map { min(max(1, $0), 1 << 24) }
  }

  /// The settings of a row or a column, without its cells.
  private func properties(
    of element: XMLElement, family: String, _ nest: [XMLElement]
  ) -> Properties {
    var properties = Properties()
    if let style = element["table:style-name"] {
      properties = document.styles.properties(of: style, family: family)
    }
    for attribute in element.attributes {
      let isOther = [
        "table:style-name", "table:default-cell-style-name", "table:number-rows-repeated",
        "table:number-columns-repeated",
      ].contains(attribute.name)
      if !isOther { properties["a|\(attribute.name)"] = XMLElement("a", [attribute]) }
    }
    if !nest.isEmpty {
      properties["nest"] = XMLElement("nest", children: nest.map { .element($0) })
    }
    return properties
  }

  // MARK: - Rows

  private mutating func readRow(_ element: XMLElement, _ nest: [XMLElement]) throws(OfficeRefusal) {
    let count = Self.repeats(element, "rows")
    var row = SheetRow()
    let style = element["table:default-cell-style-name"]
    try readCells(element, style, into: &row)
    row.properties = properties(of: element, family: "table-row", nest)
    let saysNothing = row.cells.allSatisfy(\.isEmpty)
    // The last rows of a sheet are the unused ones.
    guard !saysNothing || count < 10_000 else { return }
    if saysNothing {
      try Workbook.checkSize(
        rows: rows.count + pending.count + count, cells: cellCount, of: sheet)
      pending += [SheetRow](repeating: row, count: count)
      return
    }
    try Workbook.checkSize(
      rows: rows.count + pending.count + count, cells: cellCount + row.cells.count * count,
      of: sheet)
    cellCount += row.cells.count * count
    rows += pending + [SheetRow](repeating: row, count: count)
    pending = []
  }

  private mutating func readCells(
    _ element: XMLElement, _ rowStyle: String?, into row: inout SheetRow
  ) throws(OfficeRefusal) {
    var column = 0
    for cell in element.elements {
      let count = Self.repeats(cell, "columns")
      defer { column += count }
      guard ["table:table-cell", "table:covered-table-cell"].contains(cell.name) else { continue }
      guard column < ColumnLetters.limit else { throw malformed(tr("it has too many columns")) }
      let isCovered = cell.name == "table:covered-table-cell"
      let place = rows.count + pending.count
      let read = try self.cell(cell, row: place, column: column, rowStyle)
      // A cell that another one covers is nothing where it holds nothing.
      guard !read.isEmpty, !(isCovered && read.text.isEmpty) else { continue }
      // The formats of the empty cells up to the end say nothing.
      guard count < 256 || !read.text.isEmpty else { continue }
      for offset in 0..<min(count, ColumnLetters.limit - column) {
        var copy = read
        if copy.text.isEmpty, style(of: cell, rowStyle, column + offset) == style(column + offset) {
          copy.format = copy.format.without(formatOf: format(style(column + offset)))
          if copy.isEmpty { continue }
        }
        row[column + offset] = copy
      }
    }
  }

  /// The style of the cells of a column that have none.
  private func style(_ column: Int) -> String {
    column < defaults.count ? defaults[column] : "Default"
  }

  private func style(of cell: XMLElement, _ rowStyle: String?, _ column: Int) -> String {
    cell["table:style-name"] ?? rowStyle ?? style(column)
  }

  private mutating func format(_ style: String) -> Properties {
    if let known = formats[style] { return known }
    var format =
      style == "Default"
      ? Properties() : document.styles.properties(of: style, family: "table-cell")
    // LibreOffice notes conditions twice, and reads those of the sheet.
    if hasConditions {
      for property in format.list where property.name.hasPrefix("map|") {
        format[property.name] = nil
      }
    }
    // A style that sets nothing is the one that it is based on.
    if format.list.map(\.name) == ["style"], format["style"]?["name"] == "Default" {
      format = Properties()
    }
    formats[style] = format
    return format
  }

  // MARK: - Cells

  private mutating func cell(
    _ element: XMLElement, row: Int, column: Int, _ rowStyle: String?
  ) throws(OfficeRefusal) -> SheetCell {
    var cell = SheetCell(format: format(style(of: element, rowStyle, column)))
    try readValue(element, into: &cell)
    let address = "." + ColumnLetters.letters(of: column) + String(row + 1)
    if let rows = Self.count(element["table:number-rows-spanned"]),
      let columns = Self.count(element["table:number-columns-spanned"]),
      rows > 1 || columns > 1
    {
      let end = ColumnLetters.letters(of: column + columns - 1) + String(row + rows)
      joined.append("\(address):.\(end)")
    }
    if let name = element["table:content-validation-name"], let said = validations[name] {
      cell.format["validation"] = said
    }
    for name in ["table:protect", "table:protected"] where element[name] != nil {
      cell.format["a|\(name)"] = XMLElement("a", [.init(name, element[name] ?? "")])
    }
    var paragraphs: [XMLElement] = []
    for inner in element.elements {
      switch inner.name {
      case "text:p": paragraphs.append(inner)
      case "office:annotation": cell.format["annotation"] = annotation(inner)
      default: shapes.append((address, document.cleaned(inner)))
      }
    }
    if !cell.isFormula, cell.text == "'" { readText(of: element, paragraphs, into: &cell) }
    return cell
  }

  /// Reads what a cell of text says, and its formatting.
  private func readText(
    of element: XMLElement, _ paragraphs: [XMLElement], into cell: inout SheetCell
  ) {
    let said =
      paragraphs.isEmpty
      ? element["office:string-value"] ?? ""
      : paragraphs.map(Self.text(of:)).joined(separator: "\n")
    cell.text = CellValue.string(said).text
    if said.isEmpty, paragraphs.isEmpty, element["office:string-value"] == nil { cell.text = "" }
    let isRich = paragraphs.contains { paragraph in
      paragraph.elements.contains { !["text:s", "text:tab", "text:line-break"].contains($0.name) }
        || paragraph["text:style-name"] != nil
    }
    if isRich {
      cell.format["rich"] = XMLElement(
        "rich", [.init("said", said)],
        children: paragraphs.map { .element(document.cleaned($0)) })
    }
  }

  /// Reads a value or a formula; of a text only that it is one.
  private func readValue(_ element: XMLElement, into cell: inout SheetCell) throws(OfficeRefusal) {
    if let formula = element["table:formula"] {
      guard formula.hasPrefix("of:=") else {
        throw malformed(tr("a formula is written in another language: \(formula.prefix(12))"))
      }
      cell.text = String(formula.dropFirst(3))
      if let rows = Self.count(element["table:number-matrix-rows-spanned"]),
        let columns = Self.count(element["table:number-matrix-columns-spanned"])
      {
        cell.format["array"] = XMLElement(
          "array", [.init("rows", String(rows)), .init("columns", String(columns))])
      }
      return
    }
    let kind = element["office:value-type"] ?? element["calcext:value-type"]
    switch kind {
    case nil: return
    case "boolean": cell.text = CellValue.boolean(element["office:boolean-value"] == "true").text
    case "date": cell.text = element["office:date-value"] ?? ""
    case "time": cell.text = OpenTime.clock(element["office:time-value"] ?? "")
    case "float", "percentage", "currency": cell.text = element["office:value"] ?? ""
    default: cell.text = "'"
    }
    guard let kind, !cell.text.hasPrefix("'") else { return }
    if OpenTime.kind(of: CellValue(cell.text)) != kind || element["office:currency"] != nil {
      var said = XMLElement("kind", [.init("type", kind)])
      if let currency = element["office:currency"] { said["currency"] = currency }
      cell.format["kind"] = said
    }
  }

  /// A comment, without where its window is drawn.
  private func annotation(_ element: XMLElement) -> XMLElement {
    var said = document.cleaned(element)
    said.attributes.removeAll { attribute in
      attribute.name.hasPrefix("svg:") || attribute.name.hasPrefix("draw:")
    }
    return said
  }

  /// Blanks and line ends in a file are one blank, and none at the start.
  private static func collapsed(_ part: String, after text: String) -> String {
    var (output, isBlank) = (String.UnicodeScalarView(), text.isEmpty)
    for scalar in part.unicodeScalars {
      let isSpace = " \t\n\r".unicodeScalars.contains(scalar)
      if !isSpace {
        output.append(scalar)
      } else if !isBlank {
        output.append(" ")
      }
      isBlank = isSpace
    }
    return String(output)
  }

  /// The characters of a paragraph, with those that are written as elements.
  static func text(of element: XMLElement) -> String {
    element.children.reduce(into: "") { text, child in
      switch child {
      case .text(let part): text += collapsed(part, after: text)
      case .element(let inner):
        switch inner.name {
        case "text:s":
          text += String(
            repeating: " ", count: min(1000, max(0, inner["text:c"].flatMap { Int($0) } ?? 1)))
        case "text:tab": text += "\t"
        case "text:line-break": text += "\n"
        case "office:annotation": break
        default: text += Self.text(of: inner)
        }
      }
    }
  }
}

extension Properties {
  /// The properties beside those of a format.
  fileprivate func without(formatOf other: Properties) -> Properties {
    var properties = self
    for property in other.list where self[property.name] == property.value {
      properties[property.name] = nil
    }
    return properties
  }
}

/// Times and kinds of values as OpenDocument writes them.
enum OpenTime {
  /// `08:30:00` for `PT08H30M00S`; other lengths of time stay as they are.
  static func clock(_ duration: String) -> String {
    guard duration.hasPrefix("PT"), let hours = duration.firstIndex(of: "H"),
      let minutes = duration.firstIndex(of: "M"), duration.hasSuffix("S"), hours < minutes
    else { return duration }
    let start = duration.index(duration.startIndex, offsetBy: 2)
    let parts = [
      duration[start..<hours], duration[duration.index(after: hours)..<minutes],
      duration[duration.index(after: minutes)...].dropLast(),
    ]
    var seconds = String(parts[2])
    if seconds.contains(".") {
      while seconds.hasSuffix("0") { seconds.removeLast() }
      if seconds.hasSuffix(".") { seconds.removeLast() }
    }
    let text = "\(parts[0]):\(parts[1]):\(seconds)"
    return CellValue.isDate(text) ? text : duration
  }

  static func duration(_ clock: String) -> String {
    let parts = clock.split(separator: ":")
    guard parts.count == 3 else { return clock }
    return "PT\(parts[0])H\(parts[1])M\(parts[2])S"
  }

  /// The kind of a value by itself.
  static func kind(of value: CellValue) -> String {
    switch value {
    case .number: "float"
    case .boolean: "boolean"
    case .date(let date): date.contains("-") ? "date" : "time"
    case .error, .string: "string"
    }
  }
}
