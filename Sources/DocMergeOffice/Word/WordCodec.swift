import DocMergeArchive

/// Reads and writes documents of Word.
struct WordCodec: OfficeCodec {
  let canTrack = true
  let texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText)
  private let base: WordDocument
  private let ours: WordDocument
  private let theirs: WordDocument

  init(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage
  ) throws(OfficeRefusal) {
    self.base = try WordDocument(base)
    var (mine, other) = (try WordDocument(ours), try WordDocument(theirs))
    let items = (base: self.base.listItems, ours: mine.listItems, theirs: other.listItems)
    mine.numbering.align(to: self.base.numbering, items: items.ours, baseItems: items.base)
    other.numbering.align(to: self.base.numbering, items: items.theirs, baseItems: items.base)
    self.ours = mine
    other.numbering.distinguish(from: self.ours.numbering, base: self.base.numbering) {
      items.theirs[$0] == items.ours[$1]
    }
    self.theirs = other
    texts = (
      try Self.text(of: self.base), try Self.text(of: self.ours), try Self.text(of: self.theirs)
    )
  }

  static func text(of document: WordDocument) throws(OfficeRefusal) -> OfficeText {
    var reader = WordReader(document)
    let text = try reader.text()
    try text.checkSize(of: document.part)
    return text
  }

  func text(of package: OfficePackage, like written: OfficeText) throws(OfficeRefusal) -> OfficeText
  {
    var document = try WordDocument(package)
    let text = try Self.text(of: document)
    let (found, wanted) = (text.lines.flatMap(\.listNames), written.lines.flatMap(\.listNames))
    guard found != wanted, let names = [String: String](renaming: found, as: wanted),
      names.allSatisfy({ $0.prefix { $0 != " " } == $1.prefix { $0 != " " } })
    else { return text }
    document.numbering.rename(names)
    return try Self.text(of: document)
  }

  func tracked(
    _ text: OfficeText, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> OfficePackage {
    var text = text
    text.lines = try WordTracking(authors: authors).written(text.lines)
    return try written(text)
  }

  func trackedLines(
    of package: OfficePackage, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [Line] {
    WordTracking(authors: authors).read(try Self.text(of: WordDocument(package)).lines)
  }

  func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    let parts = PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: Self.rule)
    // What the writer makes of the text.
    var own: Set = [ours.part, ours.relationships.name, ContentTypes.part]
    for kind in ["footnotes", "endnotes", "comments", "numbering", "styles"] {
      for document in [base, ours, theirs] { document.partName(kind).map { _ = own.insert($0) } }
    }
    for document in [base, ours, theirs] {
      own.formUnion(document.sideReferences.values.map(\.name))
      own.formUnion(document.pages.keys)
    }
    var images: Set<String> = []
    for document in [base, ours, theirs] {
      for references in [document.relationships] + document.sideReferences.values {
        for relationship in references.list
        where relationship.kind == "image" && !relationship.isExternal {
          images.insert(references.part(of: relationship))
        }
      }
    }
    try refuseShared(images)
    own.formUnion(images)
    var target = ours
    target.package = try parts.merged(without: own)
    try addParts(of: theirs, to: &target)
    var writer = WordWriter(target: target, sources: [theirs, base])
    return try writer.written(text, styles: styles())
  }

  /// Refuses where an image of the text that theirs has another of is one of other parts too.
  private func refuseShared(_ images: Set<String>) throws(OfficeRefusal) {
    let own = Set([theirs.relationships.name] + theirs.sideReferences.values.map(\.name))
    for name in theirs.package.names where name.hasSuffix(".rels") && !own.contains(name) {
      let inner = try Relationships(named: name, in: theirs.package)
      for part in inner.list.map({ inner.part(of: $0) }) where images.contains(part) {
        let (one, other) = (ours.package[part], theirs.package[part])
        if let one, let other, one.holdsSame(as: other) { continue }
        if let old = base.package[part], let other, old.holdsSame(as: other), one == nil {
          continue
        }
        if other != nil { throw .bothChanged(part: part) }
      }
    }
  }

  /// The styles of both sides, with names in the place of ids of lists; `nil` where neither changed them.
  private func styles() throws(OfficeRefusal) -> XMLElement? {
    var roots: [XMLElement?] = []
    for document in [base, ours, theirs] {
      roots.append(
        try document.partName("styles").flatMap { part throws(OfficeRefusal) in
          try document.package.xml(part)?.root
        }.map(document.withListNames))
    }
    guard roots[1] != roots[2], roots[2] != roots[0] else { return nil }
    guard roots[1] != roots[0] else { return roots[2] }
    guard let merged = XMLElement.merged(roots[0], roots[1], roots[2], key: Self.styleKey) else {
      let place = XMLElement.conflict(roots[0], roots[1], roots[2], key: Self.styleKey)
      let part = ours.partName("styles") ?? "styles.xml"
      throw .bothChanged(part: ([part] + place).joined(separator: " › "))
    }
    return merged
  }

  private static func styleKey(_ element: XMLElement) -> String {
    [
      element.name, element["w:type"],
      element["w:styleId"] ?? element["w:name"] ?? element["name"],
    ].compactMap(\.self).joined(separator: " ")
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
        !target.relationships.list.contains(where: {
          target.relationships.part(of: $0) == part
        })
      else { continue }
      _ = target.relationships.add(
        type: relationship.type, target: relationship.target, isExternal: false)
    }
    for part in target.package.names where ours.package[part] == nil {
      try ContentTypes.bringAlong(part, as: part, from: theirs.package, to: &target.package)
    }
  }

  private static func rule(_ part: String) -> PartMerge.Rule {
    switch part.split(separator: "/").last.map(String.init) {
    case "commentsExtended.xml", "commentsIds.xml", "commentsExtensible.xml":
      .keyed { element in
        element["w15:paraId"] ?? element["w16cid:paraId"] ?? element["w16cex:durableId"]
          ?? element.name
      }
    case "app.xml", "thumbnail.jpeg", "thumbnail.emf": .computed
    case "core.xml": .described
    case "settings.xml", "fontTable.xml", "webSettings.xml", "people.xml": .volatile(\.name)
    case "custom.xml": .keyed(styleKey)
    default: .whole
    }
  }
}

extension Line {
  /// The names of the lists that its paragraphs are in, in order.
  fileprivate var listNames: [String] {
    paragraphs.compactMap { $0.properties["w:numPr"]?.first("w:numId")?["w:val"] }
      + notes.flatMap(\.self).flatMap(\.listNames)
  }
}
