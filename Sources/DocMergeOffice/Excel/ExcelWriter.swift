import DocMergeArchive
import DocMergeLanguage

/// Puts a merged workbook of Excel together.
struct ExcelWriter {
  private let codec: ExcelCodec
  private let references: PartReferences
  private var package: OfficePackage
  private var relationships: Relationships
  private var sheetWriter: ExcelSheetWriter
  private var usedComments: Set<String> = []

  init(codec: ExcelCodec, package: OfficePackage, references: PartReferences) {
    (self.codec, self.package, self.references) = (codec, package, references)
    relationships = codec.ours.relationships
    sheetWriter = ExcelSheetWriter(codec.ours)
  }

  mutating func written(_ workbook: Workbook) throws(OfficeRefusal) -> OfficePackage {
    try mergeNamedStyles()
    try addReferences()
    var list: [XMLElement] = []
    var kept: Set<String> = []
    for sheet in workbook.sheets {
      let (part, id) = try write(sheet)
      kept.insert(part)
      list.append(Self.listed(sheet, id: id, others: list, codec.ours))
    }
    removeSheets(others: kept)
    try writeStylesAndStrings()
    try dropChain()
    try writeWorkbook(workbook, list)
    package.write(relationships.document, to: relationships.name)
    try nameTypes()
    try refuseDoubledTables()
    return package
  }

  // MARK: - Sheets

  /// Writes the part of a sheet, and returns its name and the id of the reference to it.
  private mutating func write(_ sheet: Sheet) throws(OfficeRefusal) -> (part: String, id: String) {
    var sheet = sheet
    try writeComments(of: &sheet)
    let sources = sources(of: sheet)
    guard let source = sources.first,
      var document = try source.document.package.xml(source.sheet.part)
    else { throw .unaccounted(in: tr("sheet \(sheet.name)")) }
    for other in sources.dropFirst() {
      if let root = try other.document.package.xml(other.sheet.part)?.root {
        document.root.takeNamespaces(of: root)
      }
    }
    let part = source.isOurs ? source.sheet.part : freeName(source.sheet.part)
    if package[part] == nil { package[part] = source.document.package[source.sheet.part] }
    var references = try Relationships(of: part, in: source.document.package).emptied
    document.root = sheetWriter.element(of: sheet, in: document.root, &references)
    package.write(document, to: part)
    if references.list.isEmpty {
      package[references.name] = nil
    } else {
      package.write(references.document, to: references.name)
    }
    if let known = relationships.list.first(where: { relationships.part(of: $0) == part }) {
      return (part, known.id)
    }
    let type =
      source.document.relationships.list.first { $0.kind == "worksheet" }?.type
      ?? Self.worksheet
    return (part, relationships.add(type: type, target: "/" + part, isExternal: false))
  }

  private static let worksheet =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"

  /// The versions that have a sheet, ours first, whatever they call it.
  private func sources(
    of sheet: Sheet
  ) -> [(document: ExcelDocument, sheet: ExcelDocument.SheetPart, isOurs: Bool)] {
    guard let match = references.match(ofResult: sheet.name) else { return [] }
    return [(codec.ours, Side.ours), (codec.theirs, .theirs), (codec.base, .base)]
      .compactMap { document, version in
        document.sheets.first { $0.name == match[version]?.name }
          .map { (document, $0, version == .ours) }
      }
  }

  /// Writes the comments of a sheet, and adds references to them to its properties.
  private mutating func writeComments(of sheet: inout Sheet) throws(OfficeRefusal) {
    let writer = ExcelCommentWriter(sheet)
    guard !writer.isEmpty else { return }
    let known = references.match(ofResult: sheet.name)?.ours.flatMap { codec.comments[$0.name] }
    let part = known?.part ?? freePart("xl/comments", ".xml")
    let drawing = known?.drawing ?? freePart("xl/drawings/vmlDrawing", ".vml")
    if let known, known.drawing != nil, writer.areSame(as: known) {
      // They stay as ours has them, with the sizes of their boxes.
    } else {
      package.write(writer.part, to: part)
      package.write(writer.drawing, to: drawing)
    }
    usedComments.formUnion([part, drawing])
    let kinds = ExcelCommentWriter.kinds
    var others = sheet.properties["relationships"] ?? XMLElement("relationships")
    others.children.append(
      .element(XMLElement("relationship", [.init("name", "\(kinds.comments) part \(part)")])))
    sheet.properties["relationships"] = others
    sheet.properties["legacyDrawing"] = XMLElement(
      "legacyDrawing", [.init("r:id", "\(kinds.drawing) part \(drawing)")])
  }

  private func freePart(_ start: String, _ end: String) -> String {
    var number = 1
    func name() -> String { "\(start)\(number)\(end)" }
    while package[name()] != nil || codec.ours.package[name()] != nil
      || codec.commentParts.contains(name())
    { number += 1 }
    return name()
  }

  /// A name for a part that no other one has.
  private func freeName(_ name: String) -> String {
    guard package[name] != nil || codec.ours.package[name] != nil else { return name }
    let folder = name[..<(name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex)]
    return freePart("\(folder)sheet", ".xml")
  }

  private mutating func removeSheets(others kept: Set<String>) {
    for part in codec.commentParts.subtracting(usedComments) { package[part] = nil }
    for document in [codec.ours, codec.theirs, codec.base] {
      for sheet in document.sheets where !kept.contains(sheet.part) {
        package[sheet.part] = nil
        package[sheet.relationships.name] = nil
      }
    }
    let (package, references) = (package, relationships)
    relationships.keep { relationship in
      relationship.isExternal || package[references.part(of: relationship)] != nil
        || relationship.kind == "styles" || relationship.kind == "sharedStrings"
    }
  }

  /// A sheet as the workbook lists it.
  private static func listed(
    _ sheet: Sheet, id: String, others: [XMLElement], _ ours: ExcelDocument
  ) -> XMLElement {
    var element = XMLElement("sheet", [.init("name", sheet.name)])
    let known = ours.root.root.first("sheets")?.elements ?? []
    let own = known.first { $0["name"] == sheet.name }?["sheetId"]
    let used = (known + others).compactMap { $0["sheetId"].flatMap { Int($0) } }
      .filter { $0 < 1 << 30 }
    element["sheetId"] = own ?? String((used.max() ?? 0) + 1)
    for attribute in sheet.properties["sheet"]?.attributes ?? [] {
      element[attribute.name] = attribute.value
    }
    element["r:id"] = id
    return element
  }

  // MARK: - Other parts

  /// Styles of a name that theirs added or changed.
  private mutating func mergeNamedStyles() throws(OfficeRefusal) {
    let (base, ours, theirs) = (
      codec.base.styles.named, codec.ours.styles.named, codec.theirs.styles.named
    )
    for (name, style) in theirs.sorted(by: { $0.key < $1.key }) where ours[name] != style {
      if base[name] == style { continue }
      guard ours[name] == base[name] else {
        throw .bothChanged(part: tr("the style “\(name)”"))
      }
      sheetWriter.styles.set(style, ofStyle: name)
    }
  }

  private mutating func writeStylesAndStrings() throws(OfficeRefusal) {
    if let name = codec.ours.partName("styles"), var document = try codec.ours.package.xml(name) {
      document.root = sheetWriter.styles.root
      package.write(document, to: name)
    }
    guard let name = codec.ours.partName("sharedStrings"),
      var document = try codec.ours.package.xml(name)
    else { return }
    document.root.children = sheetWriter.strings.map { .element($0) }
    document.root["uniqueCount"] = String(sheetWriter.strings.count)
    document.root["count"] = nil
    package.write(document, to: name)
  }

  /// Takes away the order in which cells were computed, which is not that of the result.
  private mutating func dropChain() throws(OfficeRefusal) {
    guard let name = codec.ours.partName("calcChain") else { return }
    package[name] = nil
    relationships.keep { $0.kind != "calcChain" }
  }

  /// References of theirs to parts that ours does not have.
  private mutating func addReferences() throws(OfficeRefusal) {
    let theirs = codec.theirs
    for relationship in theirs.relationships.list {
      let part = theirs.relationships.part(of: relationship)
      let isOwn = ["worksheet", "styles", "sharedStrings", "calcChain"].contains(relationship.kind)
      guard !isOwn, !relationship.isExternal, package[part] != nil,
        !relationships.list.contains(where: { relationships.part(of: $0) == part })
      else { continue }
      _ = relationships.add(
        type: relationship.type, target: relationship.target, isExternal: false)
    }
  }

  private mutating func nameTypes() throws(OfficeRefusal) {
    if package[ContentTypes.part] == nil {
      package[ContentTypes.part] = codec.ours.package[ContentTypes.part]
    }
    for part in usedComments.sorted() {
      let isDrawing = part.hasSuffix(".vml")
      try ContentTypes.name(
        part,
        isDrawing
          ? "application/vnd.openxmlformats-officedocument.vmlDrawing"
          : "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml",
        byEnding: isDrawing, in: &package)
    }
    for part in package.names
    where codec.ours.package[part] == nil && !usedComments.contains(part) {
      guard codec.theirs.package[part] != nil else {
        // A sheet of theirs under another name, or one that only the base has.
        let like = codec.ours.sheets.first?.part ?? part
        try ContentTypes.bringAlong(like, as: part, from: codec.ours.package, to: &package)
        continue
      }
      try ContentTypes.bringAlong(part, as: part, from: codec.theirs.package, to: &package)
    }
    try ContentTypes.dropMissing(of: &package)
  }

  /// Refuses tables of both sides that have one number or one name.
  private func refuseDoubledTables() throws(OfficeRefusal) {
    var known: Set<String> = []
    for name in package.names.sorted() where name.hasPrefix("xl/tables/") && name.hasSuffix(".xml")
    {
      guard let table = try package.xml(name)?.root else { continue }
      for attribute in ["id", "displayName"] {
        let said = "\(attribute) \((table[attribute] ?? name).lowercased())"
        guard known.insert(said).inserted else { throw .bothChanged(part: name) }
      }
    }
  }

  // MARK: - The workbook

  private mutating func writeWorkbook(
    _ workbook: Workbook, _ list: [XMLElement]
  ) throws(OfficeRefusal) {
    var document = codec.ours.root
    document.root.takeNamespaces(of: codec.theirs.root.root)
    var children: [XMLElement] = document.root.elements.compactMap { element in
      if element.name == "sheets" {
        return XMLElement("sheets", children: list.map { .element($0) })
      }
      if element.name == "bookViews" { return Self.views(element, count: list.count) }
      if ExcelReader.ownOfProgram.contains(element.name) { return element }
      return workbook.properties[element.name].map { withNumbers($0, list) }
    }
    for property in workbook.properties.list
    where !children.contains(where: { $0.name == property.name }) {
      children.append(withNumbers(property.value, list))
    }
    // All values are computed anew, since those of the versions need not be those of the result.
    var calculation = children.first { $0.name == "calcPr" } ?? XMLElement("calcPr")
    let settings = [codec.base, codec.theirs].map { $0.root.root.first("calcPr") }
    for name in ["iterate", "iterateCount", "iterateDelta", "fullPrecision", "calcMode", "refMode"]
    {
      let (old, other) = (settings[0]?[name], settings[1]?[name])
      if other != old, calculation[name] == old { calculation[name] = other }
    }
    calculation["fullCalcOnLoad"] = "1"
    calculation["calcId"] = nil
    children.removeAll { $0.name == "calcPr" }
    children.append(calculation)
    func place(_ element: XMLElement) -> Int {
      Self.order.firstIndex(of: element.name) ?? Self.order.count
    }
    document.root.children = children.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map { .element($0.element) }
    if package[codec.ours.part] == nil {
      package[codec.ours.part] = codec.ours.package[codec.ours.part]
    }
    package.write(document, to: codec.ours.part)
  }

  /// The windows, which show a sheet that is there.
  private static func views(_ element: XMLElement, count: Int) -> XMLElement {
    var views = element
    views.children = element.elements.map { view in
      var view = view
      for name in ["activeTab", "firstSheet"] {
        if let index = view[name].flatMap({ Int($0) }), index >= count { view[name] = "0" }
      }
      return .element(view)
    }
    return views
  }

  private static let order = [
    "fileVersion", "fileSharing", "workbookPr", "mc:AlternateContent", "xr:revisionPtr",
    "workbookProtection", "bookViews", "sheets", "functionGroups", "externalReferences",
    "definedNames", "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr",
    "smartTagTypes", "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
  ]

  /// Names of ranges, with the number of their sheet in the place of its name.
  private func withNumbers(_ element: XMLElement, _ list: [XMLElement]) -> XMLElement {
    guard element.name == "definedNames" else { return element }
    var names = element
    names.children = element.elements.compactMap { name in
      guard let sheet = name["localSheetId"] else { return .element(name) }
      guard let index = list.firstIndex(where: { $0["name"] == sheet }) else { return nil }
      var name = name
      name["localSheetId"] = String(index)
      return .element(name)
    }
    return names
  }
}

extension XMLElement {
  /// Takes the prefixes that another element has and this one lacks.
  fileprivate mutating func takeNamespaces(of other: XMLElement) {
    for attribute in other.attributes
    where attribute.name.hasPrefix("xmlns:") && self[attribute.name] == nil {
      self[attribute.name] = attribute.value
    }
    let ignorable = [self, other].flatMap {
      ($0["mc:Ignorable"] ?? "").split(separator: " ").map(String.init)
    }
    var known: Set<String> = []
    let kept = ignorable.filter { self["xmlns:\($0)"] != nil && known.insert($0).inserted }
    self["mc:Ignorable"] = kept.isEmpty ? nil : kept.joined(separator: " ")
  }
}
