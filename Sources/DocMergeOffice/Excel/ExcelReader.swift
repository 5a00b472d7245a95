import DocMergeArchive
import DocMergeLanguage

/// Reads the sheets of a workbook of Excel.
struct ExcelReader {
  let document: ExcelDocument
  /// The comments by the names of their sheets.
  private(set) var comments: [String: ExcelComments] = [:]

  init(document: ExcelDocument) {
    self.document = document
  }

  mutating func workbook() throws(OfficeRefusal) -> Workbook {
    var workbook = Workbook()
    for sheet in document.sheets { workbook.sheets.append(try self.sheet(sheet)) }
    for element in document.root.root.elements where !Self.ownOfProgram.contains(element.name) {
      workbook.properties[element.name] = withSheetNames(element)
    }
    return workbook
  }

  /// What a program notes of itself and of its windows, or counts anew.
  static let ownOfProgram: Set = [
    "sheets", "calcPr", "fileVersion", "fileRecoveryPr", "bookViews", "extLst", "workbookPr",
    "mc:AlternateContent", "xr:revisionPtr", "pivotCaches", "externalReferences",
  ]

  /// Names of ranges, with the name of their sheet in the place of its number.
  private func withSheetNames(_ element: XMLElement) -> XMLElement {
    guard element.name == "definedNames" else { return element }
    var names = element
    names.children = element.elements.map { name in
      var name = name
      if let index = name["localSheetId"].flatMap({ Int($0) }),
        document.sheets.indices.contains(index)
      {
        name["localSheetId"] = document.sheets[index].name
      }
      return .element(name)
    }
    return names
  }

  // MARK: - Sheets

  private mutating func sheet(_ part: ExcelDocument.SheetPart) throws(OfficeRefusal) -> Sheet {
    guard let root = try document.package.xml(part.part)?.root else {
      throw .malformed(part: part.part, reason: tr("it is missing"))
    }
    guard root.name == "worksheet" else {
      throw .malformed(part: part.part, reason: tr("its elements have a prefix"))
    }
    var cells = ExcelCells(document, part: part.part)
    var sheet = Sheet(name: part.name)
    sheet.rows = try cells.rows(root.first("sheetData"))
    let comments = try ExcelComments(root, part.relationships, document.package)
    self.comments[part.name] = comments
    if let comments { try add(comments, to: &sheet, of: part) }
    readColumns(root.elements.filter { $0.name == "cols" }.flatMap(\.elements), into: &sheet)
    var (lists, order) = ([String: [XMLElement]](), [String]())
    for element in root.elements
    where !["sheetData", "cols", "dimension"].contains(element.name)
      && !(element.name == "legacyDrawing" && comments != nil)
    {
      var named = try named(element, part)
      // The number of elements follows from the list.
      named["count"] = nil
      if lists[element.name] == nil { order.append(element.name) }
      lists[element.name, default: []].append(named)
    }
    // Of the formats of conditions there are several.
    for name in order {
      let elements = lists[name] ?? []
      sheet.properties[name] =
        elements.count == 1 && name != "conditionalFormatting"
        ? elements[0] : XMLElement(Self.several, children: elements.map { .element($0) })
    }
    if !part.element.attributes.isEmpty { sheet.properties["sheet"] = part.element }
    let others = implicit(part, used: root, without: comments?.parts ?? [])
    if !others.elements.isEmpty { sheet.properties["relationships"] = others }
    return sheet
  }

  /// Adds each comment to the format of its cell.
  private func add(
    _ comments: ExcelComments, to sheet: inout Sheet, of part: ExcelDocument.SheetPart
  ) throws(OfficeRefusal) {
    var cells = 0
    for (name, comment) in comments.byCell {
      let letters = name.prefix { !$0.isNumber }
      guard let column = ColumnLetters.column(of: letters),
        let row = Int(name.dropFirst(letters.count)), row > 0
      else { throw .malformed(part: comments.part, reason: tr("“\(name)” is no cell")) }
      cells += column + 1
      try Workbook.checkSize(rows: row, cells: cells, of: part.part)
      while sheet.rows.count < row { sheet.rows.append(SheetRow()) }
      var cell = sheet.rows[row - 1][column]
      cell.format[ExcelComments.property] = comment
      sheet.rows[row - 1][column] = cell
    }
  }

  /// The name of an element that holds those of one name.
  static let several = "several"

  private func readColumns(_ columns: [XMLElement], into sheet: inout Sheet) {
    let width = sheet.width
    for element in columns {
      guard let first = element["min"].flatMap({ Int($0) }),
        let last = element["max"].flatMap({ Int($0) }), first >= 1, first <= last,
        last <= ColumnLetters.limit
      else { continue }
      let properties = ExcelCells.properties(of: element, document.styles)
      // Columns far beyond the data share one setting, which the sheet keeps.
      let isTail = last > width + Self.spareColumns
      let end = isTail ? max(first - 1, min(last, width)) : last
      while sheet.columns.count < end { sheet.columns.append(Properties()) }
      for column in (first - 1)..<max(first - 1, end) { sheet.columns[column] = properties }
      if isTail, !properties.isEmpty {
        var tail = sheet.properties["tail"] ?? XMLElement("tail")
        tail.children.append(
          .element(
            XMLElement(
              "columns",
              [.init("after", String(max(0, first - 1 - width))), .init("max", String(last))],
              children: [.element(properties.element)])))
        sheet.properties["tail"] = tail
      }
    }
    while let last = sheet.columns.last, last.isEmpty { sheet.columns.removeLast() }
  }

  private static let spareColumns = 64

  // MARK: - References to other parts

  /// An element with what its references lead to in the place of their ids.
  private func named(
    _ element: XMLElement, _ part: ExcelDocument.SheetPart
  ) throws(OfficeRefusal) -> XMLElement {
    var missing: String?
    let named = element.mapping { inner in
      var inner = inner
      for attribute in inner.attributes where attribute.name.hasPrefix("r:") {
        guard let relationship = part.relationships[attribute.value] else {
          missing = attribute.value
          continue
        }
        inner[attribute.name] = Self.name(of: relationship, part.relationships)
      }
      if let index = inner["dxfId"].flatMap({ Int($0) }), inner.name == "cfRule",
        document.styles.conditions.indices.contains(index)
      {
        inner["dxfId"] = nil
        inner.children.insert(.element(document.styles.conditions[index]), at: 0)
      }
      return inner
    }
    if let missing {
      throw .malformed(part: part.part, reason: tr("the reference \(missing) is missing"))
    }
    return named ?? element
  }

  /// What a reference leads to: the end of its type, how, and where to.
  static func name(
    of relationship: Relationships.Relationship, _ relationships: Relationships
  ) -> String {
    relationship.isExternal
      ? "\(relationship.type) external \(relationship.target)"
      : "\(relationship.type) part \(relationships.part(of: relationship))"
  }

  /// References that the sheet has without naming them, such as to comments.
  private func implicit(
    _ part: ExcelDocument.SheetPart, used root: XMLElement, without parts: Set<String>
  ) -> XMLElement {
    var used: Set<String> = []
    root.forEach { element in
      for attribute in element.attributes where attribute.name.hasPrefix("r:") {
        used.insert(attribute.value)
      }
    }
    let others = part.relationships.list.filter {
      !used.contains($0.id) && !parts.contains(part.relationships.part(of: $0))
    }
    return XMLElement(
      "relationships",
      children: others.map { relationship in
        .element(
          XMLElement(
            "relationship", [.init("name", Self.name(of: relationship, part.relationships))]))
      })
  }
}
