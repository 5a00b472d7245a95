import DocMergeArchive

/// Reads and writes text documents of OpenDocument.
struct OpenCodec: OfficeCodec {
  let canTrack = true
  let texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText)
  private let base: OpenDocument
  private let ours: OpenDocument
  private let theirs: OpenDocument

  init(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage,
    bodyName: String = "office:text"
  ) throws(OfficeRefusal) {
    var documents = [
      try OpenDocument(base, bodyName: bodyName), try OpenDocument(ours, bodyName: bodyName),
      try OpenDocument(theirs, bodyName: bodyName),
    ]
    // A part that at most one side changed is taken as it is.
    if Set(documents.map { $0.package["styles.xml"]?.contentName }).count == 3 {
      try OpenDocument.settleFields(of: &documents)
      for index in documents.indices where bodyName != OpenSlidesCodec.body {
        documents[index] = try documents[index].withPageStyles(namedAsIn: documents[0])
      }
    }
    documents[2] = try documents[2].withTables(unlike: documents[1], base: documents[0])
    for index in 1...2 {
      documents[index] = documents[index].withChanges(namedAsIn: documents[0])
    }
    (self.base, self.ours, self.theirs) = (documents[0], documents[1], documents[2])
    texts = (
      try Self.text(of: self.base), try Self.text(of: self.ours), try Self.text(of: self.theirs)
    )
  }

  static func text(of document: OpenDocument) throws(OfficeRefusal) -> OfficeText {
    var reader = OpenReader(document)
    let text = try reader.text()
    try text.checkSize(of: OpenDocument.contentPart)
    return text
  }

  func text(of package: OfficePackage, like written: OfficeText) throws(OfficeRefusal) -> OfficeText
  {
    let document = try OpenDocument(package)
    let text = try Self.text(of: document)
    let named = document.withChanges(
      namedAsIn: written.lines, read: text.lines, of: [base, ours, theirs])
    return try named.map(Self.text) ?? text
  }

  func tracked(
    _ text: OfficeText, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> OfficePackage {
    var text = text
    var tracking = OpenTracking(authors: authors)
    text.lines = try tracking.written(text.lines)
    return try written(text, tracking.regions)
  }

  func trackedLines(
    of package: OfficePackage, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [Line] {
    try OpenTracking.lines(of: OpenDocument(package), by: authors)
  }

  func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    try written(text, [:])
  }

  /// Writes the text, with the tracked changes of conflicts that its marks lead to.
  private func written(
    _ text: OfficeText, _ changes: [String: OpenTracking.Region]
  ) throws(OfficeRefusal) -> OfficePackage {
    let parts = PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: Self.rule)
    try refusePagesOfSlides()
    var own: Set = [OpenDocument.contentPart, OpenDocument.manifestPart]
    for document in [base, ours, theirs] {
      own.formUnion(document.package.names.filter { $0.hasPrefix("Pictures/") })
    }
    var target = ours
    target.package = try parts.merged(without: own)
    try OpenDocument.checkPageStyles(of: target.package, mergedFrom: [base, ours, theirs])
    // Pictures of styles and of other parts come along; those of nothing are left out by the writer.
    for name in theirs.package.names
    where name.hasPrefix("Pictures/") && target.package[name] == nil && base.package[name] == nil {
      target.package[name] = theirs.package[name]
    }
    var writer = OpenWriter(target: target, sources: [theirs, base])
    writer.tracked = changes
    return try writer.written(text)
  }

  /// Refuses where both sides changed the pages of slides, whose styles each program numbers anew.
  private func refusePagesOfSlides() throws(OfficeRefusal) {
    guard ours.bodyName == OpenSlidesCodec.body else { return }
    let parts = [
      try base.package.xml("styles.xml"), try ours.package.xml("styles.xml"),
      try theirs.package.xml("styles.xml"),
    ].map { document in
      ["office:automatic-styles", "office:master-styles"].map { document?.root.first($0) }
    }
    if parts[1] == parts[2] || parts[1] == parts[0] || parts[2] == parts[0] { return }
    throw .bothChanged(part: "styles.xml")
  }

  static func rule(_ part: String) -> PartMerge.Rule {
    switch part {
    case "meta.xml": .described
    case "settings.xml", "manifest.rdf":
      .volatile { $0["config:name"].map { name in "item \(name)" } ?? $0.name }
    case "styles.xml":
      .keyed { element in
        [element.name, element["style:family"], element["style:name"] ?? element["text:level"]]
          .compactMap(\.self).joined(separator: " ")
      }
    default:
      part.hasPrefix("Thumbnails/") || part.hasPrefix("Configurations2/") || part == "layout-cache"
        ? .computed : .whole
    }
  }
}
