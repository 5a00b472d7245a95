import DocMergeArchive

/// Ids in the place of names, and the parts beside the text.
extension WordWriter {
  // MARK: - Ids

  /// The element with ids in the place of names.
  mutating func numbered(_ element: XMLElement) -> XMLElement {
    var element = element
    for index in element.attributes.indices {
      let attribute = element.attributes[index]
      if attribute.name.hasPrefix("r:"), attribute.value.contains("|") {
        element.attributes[index].value = reference(attribute.value)
      } else if element.name == "w:numId", attribute.name == "w:val", attribute.value.contains(" ")
      {
        guard let id = target.numbering.id(of: attribute.value, in: sources.map(\.numbering)) else {
          refuse()
          continue
        }
        element.attributes[index].value = id
      }
    }
    switch element.name {
    case "wp:docPr", "pic:cNvPr":
      element.attributes.insert(.init("id", String(nextPicture)), at: 0)
      if element.name == "wp:docPr" { nextPicture += 1 }
    case "w:ins", "w:del", "w:moveFrom", "w:moveTo":
      element.attributes.insert(.init("w:id", String(100_000 + nextChange)), at: 0)
      nextChange += 1
    default: break
    }
    element.children = element.children.map { child in
      guard case .element(let inner) = child else { return child }
      return .element(numbered(inner))
    }
    return element
  }

  /// The id of a reference; what it leads to is brought along from the version that has it.
  mutating func reference(_ name: String) -> String {
    var own = references(of: target, isTarget: true)
    defer { keep(own) }
    if let known = own.list.first(where: { WordDocument.name(of: $0, own, target.package) == name })
    {
      if sideKind == nil { usedReferences.insert(known.id) }
      return known.id
    }
    for source in sources {
      let theirs = references(of: source)
      let found = theirs.list.first {
        WordDocument.name(of: $0, theirs, source.package) == name
      }
      guard let found else { continue }
      let id =
        found.isExternal
        ? own.add(type: found.type, target: found.target, isExternal: true)
        : bringAlong(found, theirs, of: source, to: &own)
      if sideKind == nil { usedReferences.insert(id) }
      return id
    }
    refuse()
    return name
  }

  /// The references of the part that is written, in a document.
  private func references(of document: WordDocument, isTarget: Bool = false) -> Relationships {
    guard let sideKind else { return document.relationships }
    let known = isTarget ? sideReferences[sideKind] : nil
    // A part that the target has not yet is taken from another version, without its references.
    let any = ([target] + sources).lazy.compactMap { $0.sideReferences[sideKind] }.first
    return known ?? document.sideReferences[sideKind] ?? any?.emptied ?? document.relationships
  }

  private mutating func keep(_ references: Relationships) {
    if let sideKind {
      sideReferences[sideKind] = references
    } else {
      target.relationships = references
    }
  }

  /// Writes headers and footers.
  mutating func writePages() throws(OfficeRefusal) {
    for (part, blocks) in pages.sorted(by: { $0.key < $1.key }) {
      guard var document = try target.package.xml(part) else {
        throw .unaccounted(in: place(of: part))
      }
      document.root.children = blocks.map { .element($0) }
      declareNamespaces(of: &document.root)
      target.package.write(document, to: part)
    }
  }

  /// Writes the references of parts beside the text, where these have some.
  mutating func writeSideReferences() {
    for (_, references) in sideReferences.sorted(by: { $0.key < $1.key }) {
      guard !references.list.isEmpty else { continue }
      target.package.write(references.document, to: references.name)
    }
  }

  mutating func bringAlong(
    _ relationship: Relationships.Relationship, _ relationships: Relationships,
    of source: WordDocument, to own: inout Relationships
  ) -> String {
    do throws(OfficeRefusal) {
      return try broughtAlong(relationship, relationships, of: source, to: &own)
    } catch {
      refusal = error
      return ""
    }
  }

  private mutating func broughtAlong(
    _ relationship: Relationships.Relationship, _ relationships: Relationships,
    of source: WordDocument, to own: inout Relationships
  ) throws(OfficeRefusal) -> String {
    let part = relationships.part(of: relationship)
    // The references of headers and footers are written with these.
    let isPage = ["header", "footer"].contains(relationship.kind)
    let inner = try Relationships(of: part, in: source.package)
    guard let member = source.package[part], isPage || inner.list.isEmpty else {
      throw .bothChanged(part: part)
    }
    let name = freeName(part, holding: member)
    var copy = member
    copy.name = name
    target.package[name] = copy
    try ContentTypes.bringAlong(part, as: name, from: source.package, to: &target.package)
    let relative =
      name.hasPrefix(own.folder) ? String(name.dropFirst(own.folder.count)) : "/\(name)"
    return own.add(type: relationship.type, target: relative, isExternal: false)
  }

  /// A name for a part that no other part has.
  func freeName(_ part: String, holding member: ZipMember) -> String {
    if target.package[part].map({ $0.holdsSame(as: member) }) ?? true { return part }
    let dot = part.lastIndex(of: ".") ?? part.endIndex
    let stem = String(part[..<dot]).trimmingDigits
    var number = 1
    while target.package["\(stem)\(number)\(part[dot...])"] != nil { number += 1 }
    return "\(stem)\(number)\(part[dot...])"
  }

  /// References of the text that the text no longer has lead to parts that nothing needs.
  mutating func dropUnusedReferences() throws(OfficeRefusal) {
    let textKinds = WordDocument.contentKinds.union(["header", "footer"])
    let unused = target.relationships.list.filter {
      textKinds.contains($0.kind) && !usedReferences.contains($0.id)
    }
    target.relationships.keep { !unused.contains($0) }
    let kept = try targets(of: target)
    for relationship in unused where !relationship.isExternal {
      let part = target.relationships.part(of: relationship)
      if !kept.contains(part), ["image", "header", "footer"].contains(relationship.kind) {
        target.package[part] = nil
      }
    }
  }

  /// The parts that any part of a document leads to.
  private func targets(of document: WordDocument) throws(OfficeRefusal) -> Set<String> {
    var targets = Set(document.relationships.list.map { document.relationships.part(of: $0) })
    for name in document.package.names
    where name.hasSuffix(".rels") && name != document.relationships.name {
      let inner = try Relationships(named: name, in: document.package)
      targets.formUnion(inner.list.map { inner.part(of: $0) })
    }
    return targets
  }

  // MARK: - Notes and comments

  mutating func writeNotes() throws(OfficeRefusal) {
    for kind in ["footnote", "endnote"] {
      let written = notes[kind] ?? []
      if target.partName(kind + "s") == nil {
        if written.isEmpty { continue }
        try adoptPart(kind + "s")
      }
      guard let part = target.partName(kind + "s"), var document = try target.package.xml(part)
      else {
        throw .unaccounted(in: place(of: kind + "s"))
      }
      let separators = document.root.elements.filter { $0["w:type"] != nil }
      document.root.children = (separators + written).map { .element($0) }
      declareNamespaces(of: &document.root)
      target.package.write(document, to: part)
    }
  }

  mutating func writeComments() throws(OfficeRefusal) {
    if target.partName("comments") == nil {
      if comments.isEmpty { return }
      try adoptPart("comments")
    }
    guard let part = target.partName("comments"), var document = try target.package.xml(part) else {
      throw .unaccounted(in: place(of: "comments"))
    }
    var written: [XMLElement] = []
    for (name, id) in comments {
      let found = ([target] + sources).lazy.compactMap { $0.commentsByName[name] }.first
      guard var comment = found else { throw .unaccounted(in: place(of: "comments")) }
      // Other parts say by these ids whether it is resolved, and what it answers.
      if !comment.hasParagraphIds, let other = versionWithIds(of: comment, named: name) {
        comment = comment.withParagraphIds(of: other)
      }
      comment["w:id"] = id
      sideKind = "comments"
      written.append(comment.hasReferences ? numbered(comment) : comment)
      sideKind = nil
    }
    document.root.children = written.map { .element($0) }
    declareNamespaces(of: &document.root)
    if document.root["xmlns:w14"] == nil, written.contains(where: \.hasParagraphIds) {
      document.root["xmlns:w14"] = "http://schemas.microsoft.com/office/word/2010/wordml"
    }
    target.package.write(document, to: part)
  }

  /// The version of a comment whose paragraphs have ids; one that says something else is known by its author
  /// and date, which no other comment of that version has.
  private func versionWithIds(of comment: XMLElement, named name: String) -> XMLElement? {
    let same = sources.lazy.compactMap { $0.commentsByName[name] }.first(where: \.hasParagraphIds)
    return same
      ?? ([target] + sources).lazy.compactMap { source in
        let found = source.commentsByName.values.filter {
          $0["w:author"] == comment["w:author"] && $0["w:date"] == comment["w:date"]
        }
        return found.count == 1 && found[0].hasParagraphIds ? found[0] : nil
      }.first
  }

  /// Takes a part of a kind from another version, where the target has none.
  mutating func adoptPart(_ kind: String) throws(OfficeRefusal) {
    for source in sources {
      guard let relationship = source.relationships.list.first(where: { $0.kind == kind }) else {
        continue
      }
      let part = source.relationships.part(of: relationship)
      target.package[part] = source.package[part]
      try ContentTypes.bringAlong(part, as: part, from: source.package, to: &target.package)
      _ = target.relationships.add(
        type: relationship.type, target: relationship.target, isExternal: false)
      return
    }
    throw .unaccounted(in: place(of: kind))
  }

  mutating func writeStyles(_ styles: XMLElement) throws(OfficeRefusal) {
    if target.partName("styles") == nil { try adoptPart("styles") }
    guard let part = target.partName("styles"), var document = try target.package.xml(part) else {
      throw .unaccounted(in: place(of: "styles"))
    }
    document.root = numbered(styles)
    declareNamespaces(of: &document.root)
    target.package.write(document, to: part)
  }
}

extension XMLElement {
  /// Whether a paragraph of the comment has an id.
  fileprivate var hasParagraphIds: Bool { elements.contains { $0["w14:paraId"] != nil } }

  /// The comment with the ids that its paragraphs have in another version.
  fileprivate func withParagraphIds(of other: XMLElement) -> XMLElement {
    var ids = other.elements.filter { $0.name == "w:p" }.map { $0["w14:paraId"] }[...]
    var comment = self
    comment.children = children.map { child in
      guard case .element(var paragraph) = child, paragraph.name == "w:p" else { return child }
      paragraph["w14:paraId"] = ids.popFirst() ?? nil
      return .element(paragraph)
    }
    return comment
  }
}

extension String {
  /// The text without the digits at its end.
  fileprivate var trimmingDigits: String {
    String(self[..<(lastIndex { !$0.isNumber }.map { index(after: $0) } ?? startIndex)])
  }
}
