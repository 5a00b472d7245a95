import DocMergeArchive
import DocMergeLanguage

/// Reads and writes spreadsheets of OpenDocument.
struct OpenSheetsCodec: WorkbookCodec {
  static let syntax = FormulaText.Syntax.openFormula
  static let formatsWithReferences = ["validation"]
  static let body = "office:spreadsheet"

  let workbooks: (base: Workbook, ours: Workbook, theirs: Workbook)
  private let base: OpenDocument
  private let ours: OpenDocument
  private let theirs: OpenDocument

  init(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage
  ) throws(OfficeRefusal) {
    self.base = try OpenDocument(base, bodyName: Self.body)
    self.ours = try OpenDocument(ours, bodyName: Self.body)
    self.theirs = try OpenDocument(theirs, bodyName: Self.body)
    workbooks = (
      try OpenSheetsReader(self.base).workbook(), try OpenSheetsReader(self.ours).workbook(),
      try OpenSheetsReader(self.theirs).workbook()
    )
  }

  static func workbook(of package: OfficePackage) throws(OfficeRefusal) -> Workbook {
    try OpenSheetsReader(OpenDocument(package, bodyName: body)).workbook()
  }

  static func mapping(
    _ element: XMLElement, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> XMLElement? {
    try OpenReferences.mapping(element, change)
  }

  static func union(
    _ base: String, _ ours: String, _ theirs: String,
    _ merge: (_ base: String, _ ours: String, _ theirs: String) -> String?
  ) -> String? {
    // Addresses are written as in formulas, without brackets.
    if base.hasPrefix("of:") { return merge(base, ours, theirs) }
    return merge("[\(base)]", "[\(ours)]", "[\(theirs)]").map { String($0.dropFirst().dropLast()) }
  }

  static func settled(_ workbook: Workbook) -> Workbook { workbook }

  func written(
    _ workbook: Workbook, _ references: PartReferences
  ) throws(OfficeRefusal) -> OfficePackage {
    var own: Set = [OpenDocument.contentPart, OpenDocument.manifestPart]
    var objects: Set<String> = []
    for document in [base, ours, theirs] {
      own.formUnion(document.package.names.filter { $0.hasPrefix("Pictures/") })
      if !references.areUnchanged {
        objects.formUnion(document.package.names.filter(Self.isObject))
      }
    }
    var target = ours
    target.package = try PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: OpenCodec.rule
    ).merged(without: own.union(objects))
    // A chart names the sheet of each of its cells.
    let versions = [Side.base: base, .ours: ours, .theirs: theirs].mapValues {
      PartReferences.Version(package: $0.package, sheet: "")
    }
    for name in objects.sorted() {
      try references.merge(name, of: versions, Self.self, into: &target.package)
    }
    for name in theirs.package.names
    where name.hasPrefix("Pictures/") && target.package[name] == nil && base.package[name] == nil {
      target.package[name] = theirs.package[name]
    }
    var writer = OpenSheetWriter(OpenWriter(target: target, sources: [theirs, base]))
    return try writer.written(workbook)
  }

  /// Whether a part is what a chart in the sheets shows.
  private static func isObject(_ name: String) -> Bool {
    name.hasSuffix("/content.xml")
  }
}

/// Reads the sheets of a spreadsheet of OpenDocument.
struct OpenSheetsReader {
  private let document: OpenDocument

  init(_ document: OpenDocument) {
    self.document = document
  }

  func workbook() throws(OfficeRefusal) -> Workbook {
    var workbook = Workbook()
    let validations = validations
    for element in document.body.elements {
      switch element.name {
      case "table:table": workbook.sheets.append(try sheet(element, validations))
      // They are with their cells.
      case "table:content-validations": break
      default:
        let isEmptyList = element.elements.isEmpty && element.attributes.isEmpty
        if !isEmptyList { workbook.properties[element.name] = document.cleaned(element) }
      }
    }
    guard Set(workbook.sheets.map(\.name)).count == workbook.sheets.count else {
      throw .malformed(part: OpenDocument.contentPart, reason: tr("two sheets have one name"))
    }
    return workbook
  }

  /// What may be entered in cells, by the names that cells have for it.
  private var validations: [String: XMLElement] {
    var validations: [String: XMLElement] = [:]
    for element in document.body.first("table:content-validations")?.elements ?? [] {
      guard let name = element["table:name"] else { continue }
      var said = document.cleaned(element)
      said["table:name"] = nil
      validations[name] = said
    }
    return validations
  }

  private func sheet(
    _ element: XMLElement, _ validations: [String: XMLElement]
  ) throws(OfficeRefusal) -> Sheet {
    guard let name = element["table:name"] else {
      throw .malformed(part: OpenDocument.contentPart, reason: tr("a sheet has no name"))
    }
    var cells = OpenCells(
      document, validations, sheet: name,
      hasConditions: document.body.elements.contains {
        $0.first("calcext:conditional-formats") != nil
      })
    try cells.read(element.elements)
    cells.finish()
    var sheet = Sheet(name: name, rows: cells.rows, columns: cells.columns)
    if let style = element["table:style-name"] {
      let properties = document.styles.properties(of: style, family: "table")
      for property in properties.list { sheet.properties["t|\(property.name)"] = property.value }
    }
    for attribute in element.attributes
    where !["table:name", "table:style-name"].contains(attribute.name) {
      sheet.properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    for inner in element.elements where !Self.lines.contains(inner.name) {
      let isEmptyList = inner.elements.isEmpty && inner.attributes.isEmpty
      if !isEmptyList { sheet.properties[inner.name] = Self.withoutStart(document.cleaned(inner)) }
    }
    if !cells.joined.isEmpty {
      sheet.properties["mergeCells"] = XMLElement(
        "mergeCells",
        children: cells.joined.map { .element(XMLElement("mergeCell", [.init("ref", $0)])) })
    }
    if !cells.shapes.isEmpty {
      sheet.properties["shapes"] = XMLElement(
        "shapes",
        children: cells.shapes.map { cell, shape in
          .element(XMLElement("shape", [.init("ref", cell)], children: [.element(shape)]))
        })
    }
    return sheet
  }

  /// Conditions without the cell that they are counted from, where they count from none.
  private static func withoutStart(_ element: XMLElement) -> XMLElement {
    element.mapping { inner in
      var inner = inner
      let value = FormulaText(inner["calcext:value"] ?? "", .openFormula)
      if inner.name == "calcext:condition", value.references.isEmpty {
        inner["calcext:base-cell-address"] = nil
      }
      return inner
    } ?? element
  }

  /// What holds rows and columns.
  private static let lines: Set = [
    "table:table-row", "table:table-column", "table:table-row-group", "table:table-header-rows",
    "table:table-rows", "table:table-column-group", "table:table-header-columns",
    "table:table-columns",
  ]
}
