import DocMergeArchive

/// Reads and writes workbooks of Excel.
struct ExcelCodec: WorkbookCodec {
  static let syntax = FormulaText.Syntax.excel
  static let formatsWithReferences: [String] = []

  let workbooks: (base: Workbook, ours: Workbook, theirs: Workbook)
  let base: ExcelDocument
  let ours: ExcelDocument
  let theirs: ExcelDocument
  /// The comments that ours has, by the names of their sheets.
  let comments: [String: ExcelComments]
  /// The parts of the comments of all versions.
  let commentParts: Set<String>

  init(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage
  ) throws(OfficeRefusal) {
    self.base = try ExcelDocument(base)
    self.ours = try ExcelDocument(ours)
    self.theirs = try ExcelDocument(
      NewParts(base: self.base, ours: self.ours).renamed(in: ExcelDocument(theirs)))
    try Self.refuse(base: self.base, ours: self.ours, theirs: self.theirs)
    var readers = [self.base, self.ours, self.theirs].map { ExcelReader(document: $0) }
    workbooks = (
      try readers[0].workbook(), try readers[1].workbook(), try readers[2].workbook()
    )
    comments = readers[1].comments
    commentParts = readers.reduce(into: []) { parts, reader in
      for comments in reader.comments.values { parts.formUnion(comments.parts) }
    }
  }

  /// Refuses changes of theirs that would not come along.
  private static func refuse(
    base: ExcelDocument, ours: ExcelDocument, theirs: ExcelDocument
  ) throws(OfficeRefusal) {
    for name in ["externalReferences", "pivotCaches"] {
      let roots = [base, ours, theirs].map { $0.root.root.first(name) }
      if roots[2] != roots[0], roots[2] != roots[1] {
        throw .bothChanged(part: "\(name) of \(ours.part)")
      }
    }
    if theirs.styles.first != base.styles.first, theirs.styles.first != ours.styles.first {
      throw .bothChanged(part: "the standard format of cells")
    }
    guard theirs.styles.conditions != ours.styles.conditions else { return }
    // Tables name formats by numbers that are those of their own version.
    for name in theirs.owners.keys.sorted() where name.hasPrefix("xl/tables/") {
      guard let part = theirs.package[name], ours.package[name]?.holdsSame(as: part) != true else {
        continue
      }
      var namesFormats = false
      try theirs.package.xml(name)?.root.forEach { element in
        if element.attributes.contains(where: { $0.name.lowercased().hasSuffix("dxfid") }) {
          namesFormats = true
        }
      }
      if namesFormats { throw .bothChanged(part: name) }
    }
  }

  /// Puts what a result says into the order that Excel wants, and takes away what no result can say.
  static func settled(_ workbook: Workbook) -> Workbook {
    var (settled, hasSelected) = (workbook, false)
    for index in settled.sheets.indices {
      for (name, order) in childOrders {
        guard var element = settled.sheets[index].properties[name] else { continue }
        element.children = element.elements.enumerated().sorted { one, two in
          (order.firstIndex(of: one.element.name) ?? order.count, one.offset)
            < (order.firstIndex(of: two.element.name) ?? order.count, two.offset)
        }.map { .element($0.element) }
        settled.sheets[index].properties[name] = element
      }
      guard var views = settled.sheets[index].properties["sheetViews"] else { continue }
      views.children = views.elements.map { view in
        var view = view
        if ["1", "true"].contains(view["tabSelected"] ?? "") {
          // What is typed goes into all sheets that are selected.
          if hasSelected { view["tabSelected"] = nil }
          hasSelected = true
        }
        return .element(view)
      }
      settled.sheets[index].properties["sheetViews"] = views
    }
    return settled
  }

  /// The order of what stands in some elements.
  private static let childOrders = [
    ("sheetPr", ["tabColor", "outlinePr", "pageSetUpPr"]),
    (
      "headerFooter",
      ["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"]
    ),
  ]

  static func workbook(of package: OfficePackage) throws(OfficeRefusal) -> Workbook {
    var reader = ExcelReader(document: try ExcelDocument(package))
    return try reader.workbook()
  }

  static func mapping(
    _ element: XMLElement, _ change: (String) throws(OfficeRefusal) -> String?
  ) throws(OfficeRefusal) -> XMLElement? {
    try ExcelReferences.mapping(element, change)
  }

  static func union(
    _ base: String, _ ours: String, _ theirs: String,
    _ merge: (_ base: String, _ ours: String, _ theirs: String) -> String?
  ) -> String? {
    merge(base, ours, theirs)
  }

  func written(
    _ workbook: Workbook, _ references: PartReferences
  ) throws(OfficeRefusal) -> OfficePackage {
    var own: Set = [ours.part, ours.relationships.name, ContentTypes.part]
    for document in [base, ours, theirs] {
      for kind in ["styles", "sharedStrings", "calcChain"] {
        document.partName(kind).map { _ = own.insert($0) }
      }
      for sheet in document.sheets { own.formUnion([sheet.part, sheet.relationships.name]) }
    }
    own.formUnion(commentParts)
    let parts = ExcelParts(base: base, ours: ours, theirs: theirs, references: references)
    let moved = references.areUnchanged ? [] : parts.names.subtracting(commentParts)
    var package = try PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: Self.rule
    ).merged(without: own.union(moved))
    for name in moved.sorted() { try parts.merge(name, into: &package) }
    var writer = ExcelWriter(codec: self, package: package, references: references)
    return try writer.written(workbook)
  }

  private static func rule(_ part: String) -> PartMerge.Rule {
    switch part.split(separator: "/").last.map(String.init) {
    case "app.xml", "thumbnail.jpeg", "thumbnail.emf", "thumbnail.wmf": .computed
    case "core.xml": .described
    case "custom.xml": .keyed { element in element["name"] ?? element.name }
    case "persons.xml", "person.xml": .volatile(\.identity)
    default: .whole
    }
  }
}

/// Merges the parts that name cells of sheets, such as charts and comments, where lines moved.
struct ExcelParts {
  let base: ExcelDocument
  let ours: ExcelDocument
  let theirs: ExcelDocument
  let references: PartReferences
  private let owners: [[String: String]]

  init(
    base: ExcelDocument, ours: ExcelDocument, theirs: ExcelDocument, references: PartReferences
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.references = references
    owners = [base.owners, ours.owners, theirs.owners]
  }

  /// The parts, by their names.
  var names: Set<String> {
    Set(owners.flatMap(\.keys).filter { $0.hasSuffix(".xml") || $0.hasSuffix(".vml") })
  }

  /// Merges a part.
  ///
  /// - Throws: ``OfficeRefusal`` where both sides changed it differently.
  func merge(_ name: String, into package: inout OfficePackage) throws(OfficeRefusal) {
    let documents = [base, ours, theirs]
    var roots: [XMLElement?] = []
    for (index, version) in [Side.base, .ours, .theirs].enumerated() {
      guard let root = try documents[index].package.xml(name)?.root else {
        roots.append(nil)
        continue
      }
      let sheet = owners[index][name] ?? ""
      roots.append(
        try ExcelReferences.mapping(root) { formula throws(OfficeRefusal) in
          guard let named = references.named(formula, in: version, sheet: sheet) else {
            throw .movedLines(cell: sheet)
          }
          return named
        })
    }
    let merged: XMLElement?
    if roots[1] == roots[2] || roots[2] == roots[0] {
      merged = roots[1]
    } else if roots[1] == roots[0] {
      merged = roots[2]
    } else {
      guard
        let settled = XMLElement.merged(
          roots[0], roots[1], roots[2], key: \.identity,
          value: { references.names.union($0, $1, $2, sheet: references.name(of: owners[1][name])) }
        )
      else { throw .bothChanged(part: name) }
      merged = settled
    }
    let source = roots[1] != nil ? 1 : 2
    guard let merged, let sheet = owners[source][name],
      let pair = references.names.pairs.sheet(named: sheet, in: source == 1 ? .ours : .theirs),
      let root = try ExcelReferences.mapping(merged, { references.numbered($0, sheet: pair.name) })
    else {
      package[name] = nil
      return
    }
    guard var document = try documents[source].package.xml(name) else { return }
    if package[name] == nil { package[name] = documents[source].package[name] }
    guard document.root != root else { return }
    document.root = root
    package.write(document, to: name)
  }
}
