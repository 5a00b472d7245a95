import DocMergeArchive

/// Reads and writes documents of Word.
struct WordCodec: OfficeCodec {
  let texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText)
  private let base: WordDocument
  private let ours: WordDocument
  private let theirs: WordDocument

  init(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage
  ) throws(OfficeRefusal) {
    self.base = try WordDocument(base)
    self.ours = try WordDocument(ours)
    self.theirs = try WordDocument(theirs)
    texts = (
      try Self.text(of: self.base), try Self.text(of: self.ours), try Self.text(of: self.theirs)
    )
  }

  static func text(of document: WordDocument) throws(OfficeRefusal) -> OfficeText {
    var reader = WordReader(document)
    return try reader.text()
  }

  func text(of package: OfficePackage) throws(OfficeRefusal) -> OfficeText {
    try Self.text(of: WordDocument(package))
  }

  func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    let parts = PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: Self.rule)
    // What the writer makes of the text.
    var own: Set = [ours.part, ours.relationships.name, ContentTypes.part]
    for kind in ["footnotes", "endnotes", "comments", "numbering"] {
      for document in [base, ours, theirs] { document.partName(kind).map { _ = own.insert($0) } }
    }
    for document in [base, ours, theirs] {
      for relationship in document.relationships.list
      where relationship.kind == "image" && !relationship.isExternal {
        own.insert(document.relationships.part(of: relationship))
      }
    }
    var target = ours
    target.package = try parts.merged(without: own)
    try addParts(of: theirs, to: &target)
    var writer = WordWriter(target: target, sources: [theirs, base])
    return try writer.written(text)
  }

  /// References of theirs that are not of the text, such as to styles, and the types of its parts.
  private func addParts(
    of theirs: WordDocument, to target: inout WordDocument
  ) throws(OfficeRefusal) {
    for relationship in theirs.relationships.list {
      let part = theirs.relationships.part(of: relationship)
      guard !relationship.isExternal, !WordDocument.contentKinds.contains(relationship.kind),
        !["header", "footer"].contains(relationship.kind),
        target.package[part] != nil, theirs.package[part] != nil,
        !target.relationships.list.contains(where: { $0.kind == relationship.kind })
      else { continue }
      _ = target.relationships.add(
        type: relationship.type, target: relationship.target, isExternal: false)
    }
    for part in target.package.names where ours.package[part] == nil {
      ContentTypes.bringAlong(part, as: part, from: theirs.package, to: &target.package)
    }
  }

  private static func rule(_ part: String) -> PartMerge.Rule {
    switch part.split(separator: "/").last.map(String.init) {
    case "app.xml", "thumbnail.jpeg", "thumbnail.emf": .computed
    case "core.xml": .described
    case "settings.xml", "fontTable.xml", "webSettings.xml", "people.xml": .volatile(\.name)
    case "styles.xml", "custom.xml":
      .keyed { element in
        [
          element.name, element["w:type"],
          element["w:styleId"] ?? element["w:name"] ?? element["name"],
        ]
        .compactMap(\.self).joined(separator: " ")
      }
    default: .whole
    }
  }
}
