import DocMergeArchive
import DocMergeLanguage

/// Writes the text of a document of OpenDocument, with the automatic styles that it has in that document.
struct OpenWriter {
  var target: OpenDocument
  let sources: [OpenDocument]
  var styles: OpenStyles
  var notes = 0
  var changeIDs: [String: String] = [:]
  var changeOrder: [String] = []
  /// The changes of conflicts by their names.
  var tracked: [String: OpenTracking.Region] = [:]
  var annotations: [String: String] = [:]
  var listIDs: Set<String> = []
  var tables: Set<String> = []
  var refusal: OfficeRefusal?
  /// The parts of pictures that the text leads to.
  var pictures: Set<String> = []

  init(target: OpenDocument, sources: [OpenDocument]) {
    (self.target, self.sources, styles) = (target, sources, target.styles)
  }

  /// The package with the text in it.
  ///
  /// - Throws: ``OfficeRefusal`` for what cannot be written.
  mutating func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    var body = XMLElement(target.bodyName)
    var preamble: [XMLElement] = []
    for property in text.properties.list {
      if property.name.hasPrefix("a|") {
        body.attributes += property.value.attributes
      } else if property.name != "text:tracked-changes" {
        preamble.append(numbered(property.value))
      }
    }
    let blocks = blocks(text.lines)
    let isRecording = text.properties["text:tracked-changes"] != nil
    if let changes = changes(isRecording: isRecording) {
      preamble.insert(changes, at: 0)
    }
    // The forms come first, then tracked changes, then declarations.
    preamble.sort { Self.rank($0.name) < Self.rank($1.name) }
    let settings = preamble.filter { $0.name == "presentation:settings" }
    preamble.removeAll { $0.name == "presentation:settings" }
    body.children = (preamble + Self.numberedPages(blocks) + settings).map { .element($0) }
    return try written(body)
  }

  /// The package with a body in it, and the styles that the body has.
  ///
  /// - Throws: ``OfficeRefusal`` for what cannot be written.
  mutating func written(_ body: XMLElement) throws(OfficeRefusal) -> OfficePackage {
    var root = target.content
    root.root.children = root.root.children.map { child in
      guard case .element(let element) = child else { return child }
      switch element.name {
      case "office:body":
        var outer = element
        outer.children = [.element(body)]
        return .element(outer)
      case "office:automatic-styles":
        var automatic = element
        automatic.children += styles.added.map { .element($0) }
        return .element(automatic)
      case "office:font-face-decls": return .element(fonts(element))
      default: return child
      }
    }
    for source in sources {
      for attribute in source.content.root.attributes
      where attribute.name.hasPrefix("xmlns") && root.root[attribute.name] == nil {
        root.root[attribute.name] = attribute.value
      }
    }
    if !tracked.isEmpty, root.root["xmlns:dc"] == nil {
      root.root["xmlns:dc"] = "http://purl.org/dc/elements/1.1/"
    }
    if let refusal { throw refusal }
    target.package.write(root, to: OpenDocument.contentPart)
    try writeManifest()
    return target.package
  }

  /// The slides with the numbers that they have in this document.
  private static func numberedPages(_ blocks: [XMLElement]) -> [XMLElement] {
    blocks.enumerated().map { index, block in
      guard block.name == "draw:page" else { return block }
      return block.mapping { element in
        var element = element
        if element.name == "draw:page", element["draw:name"] == nil {
          element["draw:name"] = "page\(index + 1)"
        }
        if element.name == "draw:page-thumbnail" {
          element["draw:page-number"] = String(index + 1)
        }
        return element
      } ?? block
    }
  }

  private static func rank(_ name: String) -> Int {
    ["office:forms", "text:tracked-changes"].firstIndex(of: name) ?? 2
  }

  private func fonts(_ element: XMLElement) -> XMLElement {
    var element = element
    for source in sources {
      for font in source.content.root.first("office:font-face-decls")?.elements ?? []
      where !element.elements.contains(where: { $0["style:name"] == font["style:name"] }) {
        element.children.append(.element(font))
      }
    }
    return element
  }

  // MARK: - Blocks

  mutating func blocks(_ lines: [Line]) -> [XMLElement] {
    var builder = OpenBlocks()
    let tables = TableLines(lines)
    for (index, line) in lines.enumerated() {
      switch line {
      case .paragraph(let paragraph):
        let element = self.paragraph(paragraph)
        guard let nesting = paragraph.properties["list"] else {
          builder.add(element)
          continue
        }
        builder.add(element, in: levels(nesting, paragraph.joint), paragraph.joint)
      case .row(let row):
        if let properties = tables.table(at: index + 1) { builder.open(table(properties)) }
        if !builder.add(row: self.row(row), isHeader: row.properties["header"] != nil) {
          refuse()
        }
        if tables.table(at: index + 1) == nil, !tables.goesOn(behind: index) {
          builder.closeTable()
        }
      case .table:
        if !tables.isRow(at: index - 1) { refuse() }
        if !tables.goesOn(behind: index) { builder.closeTable() }
      case .open(let container): builder.open(numbered(container.element))
      case .close: if !builder.close() { refuse() }
      case .opaque(let container): builder.add(numbered(container.element))
      case .notes: refuse()
      }
    }
    guard let blocks = builder.finished() else {
      refuse()
      return []
    }
    return blocks
  }

  /// The lines of a text as rows of tables; the properties of a table stand behind its first row.
  private struct TableLines {
    let lines: [Line]

    init(_ lines: [Line]) { self.lines = lines }

    func isRow(at index: Int) -> Bool {
      guard lines.indices.contains(index), case .row = lines[index] else { return false }
      return true
    }

    /// The properties of a table; `nil` where there are none.
    func table(at index: Int) -> Properties? {
      guard lines.indices.contains(index), case .table(let properties) = lines[index] else {
        return nil
      }
      return properties
    }

    /// Whether the next line is another row of the same table, not the first row of another one.
    func goesOn(behind index: Int) -> Bool {
      isRow(at: index + 1) && table(at: index + 2) == nil
    }
  }

  mutating func table(_ properties: Properties) -> XMLElement {
    var table = XMLElement("table:table")
    for property in properties.list where property.name.hasPrefix("a|") {
      table.attributes += property.value.attributes
    }
    // Two tables have no name in common.
    if let name = table["table:name"], !tables.insert(name).inserted {
      var number = 2
      while !tables.insert("\(name)-\(number)").inserted { number += 1 }
      table["table:name"] = "\(name)-\(number)"
    }
    table.children = properties["columns"]?.children ?? []
    return numbered(table)
  }

  mutating func row(_ row: Row) -> XMLElement {
    var element = XMLElement("table:table-row")
    for property in row.properties.list where property.name.hasPrefix("a|") {
      element.attributes += property.value.attributes
    }
    for cell in row.cells {
      var written = XMLElement(cell.properties["element"]?["name"] ?? "table:table-cell")
      for property in cell.properties.list where property.name.hasPrefix("a|") {
        written.attributes += property.value.attributes
      }
      written = numbered(written)
      let isEmpty = cell.properties["empty"] != nil && cell.paragraphs.allSatisfy(\.isBlank)
      for paragraph in cell.paragraphs where !isEmpty {
        if let block = paragraph.objects.first, block.kind == .block {
          written.children.append(.element(numbered(block.element)))
        } else {
          written.children.append(.element(self.paragraph(paragraph)))
        }
      }
      element.children.append(.element(written))
    }
    return element.children.isEmpty ? element : withNumbers(element)
  }

  /// The attributes of a row alone; its cells have theirs.
  mutating func withNumbers(_ row: XMLElement) -> XMLElement {
    var element = numbered(row.emptied)
    element.children = row.children
    return element
  }

  /// The lists that a paragraph is in, from the outermost on, and its item.
  mutating func levels(_ nesting: XMLElement, _ joint: Paragraph.Joint) -> [XMLElement] {
    var levels: [XMLElement] = []
    let lists = nesting.elements.filter { $0.name == "level" }
    for (index, level) in lists.enumerated() {
      var list = XMLElement("text:list")
      if let style = level["style"], !style.isEmpty { list["text:style-name"] = style }
      if index < joint.starts.count, index >= joint.lists {
        for attribute in joint.starts[index].attributes {
          if attribute.name == "xml:id", !listIDs.insert(attribute.value).inserted { continue }
          if attribute.name == "text:continue-list", !listIDs.contains(attribute.value) { continue }
          list[attribute.name] = attribute.value
        }
      }
      levels.append(numbered(list))
    }
    var item = nesting.first("item") ?? XMLElement("item")
    item.name = item["header"] == nil ? "text:list-item" : "text:list-header"
    item["header"] = nil
    return levels + [numbered(item)]
  }

  // MARK: - Paragraphs

  mutating func paragraph(_ paragraph: Paragraph) -> XMLElement {
    var element = XMLElement(paragraph.properties["element"]?["name"] ?? "text:p")
    if let id = styleID(paragraph.properties, family: "paragraph") {
      element["text:style-name"] = id
    }
    for property in paragraph.properties.list where property.name.hasPrefix("a|") {
      element.attributes += property.value.attributes
    }
    element = numbered(element)
    var runs = OpenRuns()
    var marks = paragraph.marks[...]
    for (index, glyph) in paragraph.glyphs.enumerated() {
      while let mark = marks.first, mark.position <= index {
        runs.add(numbered(mark.element), mark.format)
        marks = marks.dropFirst()
      }
      let format = paragraph.formats[glyph.format]
      if let object = paragraph.object(of: glyph) {
        runs.add(written(object), format)
      } else {
        runs.add(glyph.scalar, format)
      }
    }
    for mark in marks { runs.add(numbered(mark.element), mark.format) }
    element.children = runs.children { properties in
      styleID(properties, family: "text")
    } wrapper: {
      numbered($0)
    }
    return element
  }

  mutating func styleID(_ properties: Properties, family: String) -> String? {
    for property in properties.list where property.name.hasPrefix("s|") {
      for attribute in property.value.attributes where attribute.value.hasPrefix(OpenStyles.prefix)
      {
        _ = styles.id(of: attribute.value, in: sources.map(\.styles))
      }
    }
    return styles.id(of: properties, family: family)
  }

  mutating func written(_ object: TextObject) -> XMLElement {
    guard object.kind == .note else { return numbered(object.element) }
    var note = numbered(object.element)
    notes += 1
    note.attributes.insert(.init("text:id", "ftn\(notes)"), at: 0)
    note.children = note.children.map { child in
      guard case .element(var inner) = child, inner.name == "text:note-citation",
        inner.children.isEmpty
      else { return child }
      inner.children = [.text(String(notes))]
      return .element(inner)
    }
    note.children.append(
      .element(XMLElement("text:note-body", children: blocks(object.note).map { .element($0) })))
    return note
  }
}

extension OpenWriter {
  /// Notes where something first cannot be written.
  mutating func refuse() {
    let place =
      switch target.bodyName {
      case "office:text": tr("the text")
      case OpenSlidesCodec.body: tr("the slides")
      default: tr("the sheets")
      }
    refusal = refusal ?? .unaccounted(in: place)
  }
}
