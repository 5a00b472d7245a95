import DocMergeArchive
import DocMergeLanguage

/// Writes the text of a document of Word, with the ids that it has in that document.
struct WordWriter {
  /// The document that the text is written to.
  var target: WordDocument
  /// The documents that the text was merged from.
  let sources: [WordDocument]

  var output: [XMLElement.Child] = []
  var bookmarks: [String: String] = [:]
  var nextChange = 1
  var nextPicture = 1
  var usedReferences: Set<String> = []
  /// The headers and footers by the names of their parts.
  var pages: [String: [XMLElement]] = [:]
  /// The kind of the part beside the text that is written, such as `footnotes`; `nil` for the text.
  var sideKind: String?
  /// The references of those parts as they are written.
  var sideReferences: [String: Relationships] = [:]
  var notes: [String: [XMLElement]] = [:]
  var comments: [(name: String, id: String)] = []
  var refusal: OfficeRefusal?

  init(target: WordDocument, sources: [WordDocument]) {
    (self.target, self.sources) = (target, sources)
  }

  /// The package with the text in it.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - styles: the styles, where they changed.
  /// - Returns: the package.
  /// - Throws: ``OfficeRefusal`` for what cannot be written.
  mutating func written(
    _ text: OfficeText, styles: XMLElement?
  ) throws(OfficeRefusal) -> OfficePackage {
    if target.numbering.document == nil,
      let source = sources.first(where: { $0.partName("numbering") != nil }),
      source.numbering.document != nil
    {
      try adoptPart("numbering")
      target.numbering = source.numbering
    }
    var body = XMLElement("w:body")
    body.children = blocks(text.lines[...]).map(XMLElement.Child.element)
    if !text.properties.isEmpty {
      let section = XMLElement(
        "w:sectPr",
        children: text.properties.elements(in: WordNames.sectionOrder).map { .element($0.value) })
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
    if let styles { try writeStyles(styles) }
    try writeParts()
    target.package.write(root, to: target.part)
    target.package.write(target.relationships.document, to: target.relationships.name)
    if let numbering = target.numbering.document, let part = target.partName("numbering") {
      target.package.write(numbering, to: part)
    }
    return target.package
  }

  /// Writes the parts beside the text, and drops what nothing leads to any more.
  private mutating func writeParts() throws(OfficeRefusal) {
    try writeNotes()
    try writeComments()
    try writePages()
    writeSideReferences()
    if let refusal { throw refusal }
    try dropUnusedReferences()
    target.relationships.keep { [target] relationship in
      relationship.isExternal || target.package[target.relationships.part(of: relationship)] != nil
    }
    try ContentTypes.dropMissing(of: &target.package)
  }

  /// What theirs brings may have prefixes that ours does not declare.
  func declareNamespaces(of root: inout XMLElement) {
    for source in sources {
      for attribute in source.root.root.attributes where attribute.name.hasPrefix("xmlns") {
        if root[attribute.name] == nil { root[attribute.name] = attribute.value }
      }
    }
  }

  // MARK: - Blocks

  mutating func blocks(_ lines: ArraySlice<Line>) -> [XMLElement] {
    var blocks: [XMLElement] = []
    var rows: [Row] = []
    var open: [(container: Container, blocks: [XMLElement])] = []
    var table = Properties()
    func closeTable() {
      if !rows.isEmpty { blocks.append(self.table(rows, table)) }
      rows = []
    }
    for index in lines.indices {
      switch lines[index] {
      case .row(let row):
        if lines.indices.contains(index + 1), case .table(let properties) = lines[index + 1] {
          closeTable()
          table = properties
        } else if rows.isEmpty {
          refuse()
        }
        rows.append(row)
        if !Self.isTable(at: index + 1, of: lines) { closeTable() }
      case .table:
        if rows.count != 1 { refuse() }
        if !Self.isTable(at: index + 1, of: lines) { closeTable() }
      case .paragraph(let paragraph): blocks.append(self.paragraph(paragraph))
      case .open(let container):
        open.append((container, blocks))
        blocks = []
        sideKind = container.element.page ?? sideKind
      case .close:
        if let (container, outer) = open.popLast() {
          blocks = outer + close(container, blocks)
        } else {
          refuse()
        }
      case .opaque(let container): blocks.append(numbered(container.element))
      case .notes: refuse()
      }
    }
    if !open.isEmpty { refuse() }
    return blocks
  }

  /// Whether a line is a row, or the properties of a table.
  private static func isTable(at index: Int, of lines: ArraySlice<Line>) -> Bool {
    guard lines.indices.contains(index) else { return false }
    switch lines[index] {
    case .row, .table: return true
    default: return false
    }
  }

  /// A container with what it holds; a header or footer is kept for its part.
  private mutating func close(_ container: Container, _ blocks: [XMLElement]) -> [XMLElement] {
    if let page = container.element.page {
      sideKind = nil
      pages[page] = blocks
      return []
    }
    var element = numbered(container.element)
    element.children.append(
      .element(XMLElement("w:sdtContent", children: blocks.map { .element($0) })))
    return [element]
  }

  mutating func table(_ rows: [Row], _ properties: Properties) -> XMLElement {
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
          .element(XMLElement("w:trPr", children: elements(row.properties, in: WordNames.rowOrder)))
        )
      }
      for cell in row.cells { element.children.append(.element(self.cell(cell))) }
      table.children.append(.element(element))
    }
    return table
  }

  mutating func cell(_ cell: Row.Cell) -> XMLElement {
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
    let last = element.elements.last { !$0.name.hasSuffix("Start") && !$0.name.hasSuffix("End") }
    if last?.name != "w:p", last?.name != "w:sdt" {
      element.children.append(.element(XMLElement("w:p")))
    }
    return element
  }

  mutating func elements(
    _ properties: Properties, in order: [String: Int]
  ) -> [XMLElement.Child] {
    properties.elements(in: order).map { .element(numbered($0.value)) }
  }

  // MARK: - Paragraphs

  mutating func paragraph(_ paragraph: Paragraph) -> XMLElement {
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
        runs.add(written(object), format, isBare: object.isBetweenRuns)
      } else {
        runs.add(glyph.scalar, format)
      }
    }
    for mark in marks { addMark(mark, to: &runs) }
    for run in runs.elements { element.children.append(.element(numbered(run))) }
    return element
  }

  mutating func addMark(_ mark: Paragraph.Mark, to runs: inout WordRuns) {
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

  mutating func commentID(_ name: String) -> String {
    if let known = comments.first(where: { $0.name == name }) { return known.id }
    let id = String(comments.count)
    comments.append((name, id))
    return id
  }

  mutating func written(_ object: TextObject) -> XMLElement {
    guard object.kind == .note else { return object.element }
    let kind = object.element.name == "w:footnoteReference" ? "footnote" : "endnote"
    var note = XMLElement("w:\(kind)")
    // Separators have the first numbers.
    let id = String(firstNote(kind) + (notes[kind]?.count ?? 0))
    note["w:id"] = id
    sideKind = kind + "s"
    note.children = blocks(object.note[...]).map { .element($0) }
    sideKind = nil
    notes[kind, default: []].append(note)
    var reference = object.element
    reference.attributes.insert(.init("w:id", id), at: 0)
    return reference
  }

  func firstNote(_ kind: String) -> Int {
    let separators = ([target] + sources).flatMap(\.notes).filter { $0.value["w:type"] != nil }
    return (separators.compactMap { $0.value["w:id"].flatMap { Int($0) } }.max() ?? 1) + 1
  }
}

extension WordWriter {
  /// Notes where something first cannot be written.
  mutating func refuse() { refusal = refusal ?? .unaccounted(in: place(of: sideKind)) }

  /// What a person calls a part of the document, by its kind such as `footnotes`, or by the name of the part of a header.
  func place(of part: String?) -> String {
    switch part {
    case nil: return tr("the text")
    case "footnotes": return tr("a footnote")
    case "endnotes": return tr("an endnote")
    case "comments": return tr("a comment")
    case "numbering": return tr("the lists")
    case "styles": return tr("the styles")
    case let part?:
      let isFooter = ([target] + sources).contains { document in
        document.relationships.list.contains {
          $0.kind == "footer" && document.relationships.part(of: $0) == part
        }
      }
      return isFooter ? tr("a footer") : tr("a header")
    }
  }
}
