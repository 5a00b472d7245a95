import DocMergeArchive
import DocMergeLanguage

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
    let known = PartNames(base: base)
    self.ours = try ExcelDocument(known.restored(in: ours))
    let other = try ExcelDocument(known.restored(in: theirs))
    self.theirs = try ExcelDocument(
      NewParts(base: self.base, ours: self.ours).renamed(in: other))
    try Self.refuse(base: self.base, ours: self.ours, theirs: self.theirs)
    var readers = [self.base, self.ours, self.theirs].map { ExcelReader(document: $0) }
    let base = try readers[0].workbook()
    workbooks = (
      base, RuleNames.renamed(try readers[1].workbook(), like: base),
      RuleNames.renamed(try readers[2].workbook(), like: base)
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
        throw .bothChanged(part: tr("\(name) of \(ours.part)"))
      }
    }
    if theirs.styles.first != base.styles.first, theirs.styles.first != ours.styles.first {
      throw .bothChanged(part: tr("the standard format of cells"))
    }
    guard theirs.styles.conditions != ours.styles.conditions else { return }
    // Tables name formats by numbers that are those of their own version.
    for name in try theirs.owners.keys.sorted() where name.hasPrefix("xl/tables/") {
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
          // A program types into all selected sheets at once.
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
    let parts = try ExcelParts(self)
    let moved = references.areUnchanged ? [] : parts.names.subtracting(commentParts)
    var package = try PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: Self.rule
    ).merged(without: own.union(moved))
    for name in moved.sorted() {
      try references.merge(name, of: parts.versions(of: name), Self.self, into: &package)
    }
    var writer = ExcelWriter(codec: self, package: package, references: references)
    return try writer.written(workbook)
  }

  private static func rule(_ part: String) -> PartMerge.Rule {
    if part.hasPrefix("xl/charts/chart") { return .derived(ChartCaches.settled) }
    return switch part.split(separator: "/").last.map(String.init) {
    case "app.xml", "thumbnail.jpeg", "thumbnail.emf", "thumbnail.wmf": .computed
    case "core.xml": .described
    case "custom.xml": .keyed { element in element["name"] ?? element.name }
    case "persons.xml", "person.xml": .volatile(\.identity)
    default: .whole
    }
  }
}

/// The parts that name cells of sheets, such as charts and comments.
struct ExcelParts {
  /// For each version the names of the sheets that its parts belong to.
  private let owners: [Side: [String: String]]
  private let documents: [Side: ExcelDocument]

  init(_ codec: ExcelCodec) throws(OfficeRefusal) {
    documents = [.base: codec.base, .ours: codec.ours, .theirs: codec.theirs]
    owners = [
      .base: try codec.base.owners, .ours: try codec.ours.owners, .theirs: try codec.theirs.owners,
    ]
  }

  /// The parts, by their names.
  var names: Set<String> {
    Set(owners.values.flatMap(\.keys).filter { $0.hasSuffix(".xml") || $0.hasSuffix(".vml") })
  }

  /// The versions of a part.
  func versions(of name: String) -> [Side: PartReferences.Version] {
    documents.reduce(into: [:]) { versions, document in
      versions[document.key] = .init(
        package: document.value.package, sheet: owners[document.key]?[name] ?? "")
    }
  }
}
