import DocMergeArchive

/// Writes the text of a document of Word, with the ids that it has in that document.
struct WordWriter {
  /// The document that the text is written to.
  var target: WordDocument
  /// The documents that the text was merged from.
  let sources: [WordDocument]

  private var output: [XMLElement.Child] = []
  private var bookmarks: [String: String] = [:]
  private var nextChange = 1
  private var nextPicture = 1
  private var usedReferences: Set<String> = []
  private var notes: [String: [XMLElement]] = [:]
  private var comments: [(name: String, id: String)] = []
  private var refusal: OfficeRefusal?

  init(target: WordDocument, sources: [WordDocument]) {
    (self.target, self.sources) = (target, sources)
  }

  /// The package with the text in it.
  ///
  /// - Throws: ``OfficeRefusal`` for what cannot be written.
  mutating func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    var body = XMLElement("w:body")
    body.children = blocks(text.lines[...]).map(XMLElement.Child.element)
    if !text.properties.isEmpty {
      let section = XMLElement(
        "w:sectPr", children: text.properties.list.map { .element($0.value) })
      body.children.append(.element(numbered(section)))
    }
    var root = target.root
    root.root.children = root.root.children.map { child in
      if case .element(let element) = child, element.name == "w:body" {
        return .element(body)
      }
      return child
    }
    declareNamespaces(of: &root.root)
    try writeNotes()
    try writeComments()
    if let refusal { throw refusal }
    dropUnusedReferences()
    target.package.write(root, to: target.part)
    target.package.write(target.relationships.document, to: target.relationships.name)
    if let numbering = target.numbering.document, let part = target.partName("numbering") {
      target.package.write(numbering, to: part)
    }
    return target.package
  }

  /// What theirs brings may have prefixes that ours does not declare.
  private func declareNamespaces(of root: inout XMLElement) {
    for source in sources {
      for attribute in source.root.root.attributes where attribute.name.hasPrefix("xmlns") {
        if root[attribute.name] == nil { root[attribute.name] = attribute.value }
      }
    }
  }

  // MARK: - Blocks

  private mutating func blocks(_ lines: ArraySlice<Line>) -> [XMLElement] {
    var blocks: [XMLElement] = []
    var rows: [Row] = []
    var open: [(container: Container, blocks: [XMLElement])] = []
    var table = Properties()
    func isRow(_ index: Int) -> Bool {
      guard lines.indices.contains(index) else { return false }
      switch lines[index] {
      case .row: return true
      case .table: return true
      default: return false
      }
    }
    for index in lines.indices {
      switch lines[index] {
      case .row(let row):
        let isFirst: Bool
        if lines.indices.contains(index + 1), case .table(let properties) = lines[index + 1] {
          isFirst = true
          if !rows.isEmpty { blocks.append(self.table(rows, table)) }
          (rows, table) = ([], properties)
        } else {
          isFirst = false
        }
        if !isFirst, rows.isEmpty { refusal = .unaccounted }
        rows.append(row)
        if !isRow(index + 1) {
          blocks.append(self.table(rows, table))
          rows = []
        }
      case .table:
        if rows.count != 1 { refusal = .unaccounted }
        if !isRow(index + 1), !rows.isEmpty {
          blocks.append(self.table(rows, table))
          rows = []
        }
      case .paragraph(let paragraph): blocks.append(self.paragraph(paragraph))
      case .open(let container):
        open.append((container, blocks))
        blocks = []
      case .close:
        guard let (container, outer) = open.popLast() else {
          refusal = .unaccounted
          continue
        }
        var element = numbered(container.element)
        element.children.append(
          .element(XMLElement("w:sdtContent", children: blocks.map { .element($0) })))
        blocks = outer + [element]
      case .opaque(let container): blocks.append(numbered(container.element))
      case .notes: refusal = .unaccounted
      }
    }
    if !open.isEmpty { refusal = .unaccounted }
    return blocks
  }

  private mutating func table(_ rows: [Row], _ properties: Properties) -> XMLElement {
    var table = XMLElement("w:tbl")
    var set = properties
    let grid = set["w:tblGrid"]
    set["w:tblGrid"] = nil
    table.children.append(
      .element(
        XMLElement("w:tblPr", children: elements(set, in: WordNames.tableOrder))))
    table.children.append(.element(grid ?? XMLElement("w:tblGrid")))
    for row in rows {
      var element = XMLElement("w:tr")
      if !row.properties.isEmpty {
        element.children.append(
          .element(XMLElement("w:trPr", children: elements(row.properties, in: [:]))))
      }
      for cell in row.cells { element.children.append(.element(self.cell(cell))) }
      table.children.append(.element(element))
    }
    return table
  }

  private mutating func cell(_ cell: Row.Cell) -> XMLElement {
    var element = XMLElement("w:tc")
    if !cell.properties.isEmpty {
      element.children.append(
        .element(
          XMLElement("w:tcPr", children: elements(cell.properties, in: WordNames.cellOrder))))
    }
    for paragraph in cell.paragraphs {
      if let block = paragraph.objects.first, block.kind == .block {
        element.children.append(.element(numbered(block.element)))
      } else {
        element.children.append(.element(self.paragraph(paragraph)))
      }
    }
    // A cell ends with a paragraph, or Word calls the document damaged.
    if element.elements.last?.name != "w:p" { element.children.append(.element(XMLElement("w:p"))) }
    return element
  }

  private mutating func elements(
    _ properties: Properties, in order: [String: Int]
  ) -> [XMLElement.Child] {
    properties.elements(in: order).map { .element(numbered($0.value)) }
  }

  // MARK: - Paragraphs

  private mutating func paragraph(_ paragraph: Paragraph) -> XMLElement {
    var element = XMLElement("w:p")
    if !paragraph.properties.isEmpty {
      element.children.append(
        .element(
          XMLElement(
            "w:pPr", children: elements(paragraph.properties, in: WordNames.paragraphOrder))))
    }
    var runs = WordRuns()
    var marks = paragraph.marks[...]
    for (index, glyph) in paragraph.glyphs.enumerated() {
      while let mark = marks.first, mark.position <= index {
        addMark(mark, to: &runs)
        marks = marks.dropFirst()
      }
      let format = paragraph.formats[glyph.format]
      if let object = paragraph.object(of: glyph) {
        runs.add(written(object), format)
      } else {
        runs.add(glyph.scalar, format)
      }
    }
    for mark in marks { addMark(mark, to: &runs) }
    for run in runs.elements { element.children.append(.element(numbered(run))) }
    return element
  }

  private mutating func addMark(_ mark: Paragraph.Mark, to runs: inout WordRuns) {
    var element = mark.element
    let isBare =
      element.name.hasSuffix("Start") || element.name.hasSuffix("End")
    let name = String(
      (mark.key.hasSuffix(":end") ? mark.key.dropLast(4) : mark.key[...])
        .drop { $0 != "|" }.dropFirst())
    if element.name.hasPrefix("w:bookmark") {
      element["w:id"] = bookmarks[name] ?? String(bookmarks.count)
      bookmarks[name] = element["w:id"]
    } else if element.name.hasPrefix("w:comment") {
      element["w:id"] = commentID(name)
    } else if isBare {
      element["w:id"] = name
    }
    runs.add(element, mark.format, isBare: isBare)
  }

  private mutating func commentID(_ name: String) -> String {
    if let known = comments.first(where: { $0.name == name }) { return known.id }
    let id = String(comments.count)
    comments.append((name, id))
    return id
  }

  private mutating func written(_ object: TextObject) -> XMLElement {
    guard object.kind == .note else { return object.element }
    let kind = object.element.name == "w:footnoteReference" ? "footnote" : "endnote"
    var note = XMLElement("w:\(kind)")
    // Separators have the first numbers.
    let id = String(2 + (notes[kind]?.count ?? 0))
    note["w:id"] = id
    note.children = blocks(object.note[...]).map { .element($0) }
    notes[kind, default: []].append(note)
    var reference = object.element
    reference.attributes.insert(.init("w:id", id), at: 0)
    return reference
  }

  // MARK: - Ids

  /// The element with ids in the place of names.
  private mutating func numbered(_ element: XMLElement) -> XMLElement {
    var element = element
    for index in element.attributes.indices {
      let attribute = element.attributes[index]
      if attribute.name.hasPrefix("r:"), attribute.value.contains("|") {
        element.attributes[index].value = reference(attribute.value)
      } else if element.name == "w:numId", attribute.name == "w:val", attribute.value.contains(" ")
      {
        guard let id = target.numbering.id(of: attribute.value, in: sources.map(\.numbering)) else {
          refusal = .unaccounted
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
  private mutating func reference(_ name: String) -> String {
    if let known = target.relationships.list.first(where: { target.name(of: $0) == name }) {
      usedReferences.insert(known.id)
      return known.id
    }
    for source in sources {
      guard let found = source.relationships.list.first(where: { source.name(of: $0) == name })
      else {
        continue
      }
      let id =
        found.isExternal
        ? target.relationships.add(type: found.type, target: found.target, isExternal: true)
        : bringAlong(found, of: source)
      usedReferences.insert(id)
      return id
    }
    refusal = .unaccounted
    return name
  }

  private mutating func bringAlong(
    _ relationship: Relationships.Relationship, of source: WordDocument
  ) -> String {
    let part = source.relationships.part(of: relationship)
    let inner = try? Relationships(of: part, in: source.package)
    guard let member = source.package[part], inner?.list.isEmpty == true else {
      refusal = .bothChanged(part: part)
      return ""
    }
    let name = freeName(part, holding: member)
    var copy = member
    copy.name = name
    target.package[name] = copy
    ContentTypes.bringAlong(part, as: name, from: source.package, to: &target.package)
    let relative =
      name.hasPrefix(target.relationships.folder)
      ? String(name.dropFirst(target.relationships.folder.count)) : "/\(name)"
    return target.relationships.add(type: relationship.type, target: relative, isExternal: false)
  }

  /// A name for a part that no other part has.
  private func freeName(_ part: String, holding member: ZipMember) -> String {
    if target.package[part].map({ $0.holdsSame(as: member) }) ?? true { return part }
    let dot = part.lastIndex(of: ".") ?? part.endIndex
    let stem = String(part[..<dot]).trimmingDigits
    var number = 1
    while target.package["\(stem)\(number)\(part[dot...])"] != nil { number += 1 }
    return "\(stem)\(number)\(part[dot...])"
  }

  /// References of the text that the text no longer has lead to parts that nothing needs.
  private mutating func dropUnusedReferences() {
    let textKinds = WordDocument.contentKinds.union(["header", "footer"])
    let unused = target.relationships.list.filter {
      textKinds.contains($0.kind) && !usedReferences.contains($0.id)
    }
    target.relationships.keep { !unused.contains($0) }
    let kept = Set(target.relationships.list.map { target.relationships.part(of: $0) })
    for relationship in unused where !relationship.isExternal {
      let part = target.relationships.part(of: relationship)
      if !kept.contains(part), relationship.kind == "image" { target.package[part] = nil }
    }
  }

  // MARK: - Notes and comments

  private mutating func writeNotes() throws(OfficeRefusal) {
    for kind in ["footnote", "endnote"] {
      let written = notes[kind] ?? []
      if target.partName(kind + "s") == nil {
        if written.isEmpty { continue }
        try adoptPart(kind + "s")
      }
      guard let part = target.partName(kind + "s"), var document = try target.package.xml(part)
      else {
        throw .unaccounted
      }
      let separators = document.root.elements.filter { $0["w:type"] != nil }
      document.root.children = (separators + written).map { .element($0) }
      declareNamespaces(of: &document.root)
      target.package.write(document, to: part)
    }
  }

  private mutating func writeComments() throws(OfficeRefusal) {
    if target.partName("comments") == nil {
      if comments.isEmpty { return }
      try adoptPart("comments")
    }
    guard let part = target.partName("comments"), var document = try target.package.xml(part) else {
      throw .unaccounted
    }
    var written: [XMLElement] = []
    for (name, id) in comments {
      let found = ([target] + sources).lazy.compactMap { source in
        source.commentNames.first { $0.value == name }.flatMap { source.comments[$0.key] }
      }.first
      guard var comment = found else { throw .unaccounted }
      comment["w:id"] = id
      written.append(comment)
    }
    document.root.children = written.map { .element($0) }
    declareNamespaces(of: &document.root)
    target.package.write(document, to: part)
  }

  /// Takes a part of a kind from another version, where the target has none.
  private mutating func adoptPart(_ kind: String) throws(OfficeRefusal) {
    for source in sources {
      guard let relationship = source.relationships.list.first(where: { $0.kind == kind }) else {
        continue
      }
      let part = source.relationships.part(of: relationship)
      target.package[part] = source.package[part]
      ContentTypes.bringAlong(part, as: part, from: source.package, to: &target.package)
      _ = target.relationships.add(
        type: relationship.type, target: relationship.target, isExternal: false)
      return
    }
    throw .unaccounted
  }
}

extension String {
  /// The text without the digits at its end.
  fileprivate var trimmingDigits: String {
    String(self[..<(lastIndex { !$0.isNumber }.map { index(after: $0) } ?? startIndex)])
  }
}
