import DocMergeArchive
import DocMergeLanguage

/// Reads the text of a document of OpenDocument.
struct OpenReader {
  let document: OpenDocument
  private var refusal: OfficeRefusal?
  /// How many paragraphs each open list has had, from the outermost on, and how many the open item.
  private var lists: [(element: XMLElement, count: Int, items: Int)] = []
  private var lastDepth = 0

  init(_ document: OpenDocument) {
    self.document = document
  }

  /// The text in the form in which it is merged.
  ///
  /// - Throws: ``OfficeRefusal`` for what has no place in such a text.
  mutating func text() throws(OfficeRefusal) -> OfficeText {
    var text = OfficeText()
    var elements: [XMLElement] = []
    for element in document.body.elements {
      if Self.isPreamble(element.name) {
        let name = element["presentation:name"].map { "\(element.name) \($0)" } ?? element.name
        if element.name != "text:tracked-changes" {
          text.properties[name] = document.cleaned(element)
        } else if element["text:track-changes"] != "false" {
          // Of tracked changes only whether more are recorded; each is where its marks are.
          text.properties[name] = XMLElement(name)
        }
      } else {
        elements.append(element)
      }
    }
    for attribute in document.body.attributes {
      text.properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    if document.bodyName == OpenSlidesCodec.body {
      document.body.forEach { element in
        guard element["smil:targetElement"] != nil else { return }
        refusal = .malformed(part: OpenDocument.contentPart, reason: tr("a slide has animations"))
      }
    }
    text.lines = lines(of: elements)
    if let refusal { throw refusal }
    return text
  }

  /// Whether an element stands before the text, and is no text.
  static func isPreamble(_ name: String) -> Bool {
    name.hasSuffix("-decls") || name.hasPrefix("presentation:") || name == "text:tracked-changes"
      || name == "office:forms"
      || name == "text:alphabetical-index-auto-mark-file"
  }

  mutating func lines(of elements: [XMLElement]) -> [Line] {
    var lines: [Line] = []
    for element in elements {
      switch element.name {
      case "text:p", "text:h": lines.append(.paragraph(paragraph(element)))
      case "text:list": lines += list(element, depth: 0)
      case "table:table": lines += table(element)
      case "text:section", "text:index-title": lines += container(element, content: element)
      case "text:soft-page-break": break
      case "draw:page": lines += page(element, named: "slide")
      default:
        if let content = element.first("text:index-body") {
          lines += container(element, content: content)
        } else {
          lines.append(
            .opaque(Container(name: element.localName, element: document.cleaned(element))))
        }
      }
      if element.name != "text:list" { lastDepth = 0 }
    }
    return lines
  }

  /// A section or an index: an element around lines.
  private mutating func container(_ element: XMLElement, content: XMLElement) -> [Line] {
    var outer = document.cleaned(element)
    outer.children.removeAll { child in
      if case .element(let inner) = child {
        return content.name == element.name
          ? !["text:section-source", "office:forms"].contains(inner.name)
          : inner.name == content.name
      }
      return true
    }
    let inner = content.elements.filter {
      content.name != element.name || !["text:section-source", "office:forms"].contains($0.name)
    }
    let name = element["text:name"].map { "\(element.localName) \($0)" } ?? element.localName
    return [.open(Container(name: name, element: outer))] + lines(of: inner) + [.close]
  }

  // MARK: - Lists

  private mutating func list(_ element: XMLElement, depth: Int) -> [Line] {
    var lines: [Line] = []
    if depth == 0 { lists = [] }
    lists.append((element, 0, 0))
    for item in element.elements {
      lists[depth].items = 0
      guard ["text:list-item", "text:list-header"].contains(item.name) else {
        refusal = .malformed(
          part: OpenDocument.contentPart, reason: tr("a list holds \(item.name)"))
        continue
      }
      for content in item.elements {
        switch content.name {
        case "text:p", "text:h":
          var paragraph = paragraph(content)
          join(&paragraph, item)
          lines.append(.paragraph(paragraph))
        case "text:list": lines += list(content, depth: depth + 1)
        case "text:soft-page-break": break
        default:
          refusal = .malformed(
            part: OpenDocument.contentPart, reason: tr("an item of a list holds \(content.name)"))
        }
      }
    }
    lists.removeLast()
    return lines
  }

  /// Notes the lists that a paragraph is in.
  private mutating func join(_ paragraph: inout Paragraph, _ item: XMLElement) {
    var nesting = XMLElement("list")
    for list in lists {
      let style = document.cleaned(list.element.emptied)["text:style-name"] ?? ""
      nesting.children.append(.element(XMLElement("level", [.init("style", style)])))
    }
    var own = document.cleaned(item.emptied)
    own.name = "item"
    if item.name == "text:list-header" { own["header"] = "true" }
    nesting.children.append(.element(own))
    paragraph.properties["list"] = nesting
    paragraph.joint.lists = lists.prefix { $0.count > 0 }.count
    paragraph.joint.isSameItem = (lists.last?.items ?? 0) > 0
    paragraph.joint.starts = lists.map { list in
      XMLElement(
        "start",
        list.element.attributes.filter { !$0.name.hasSuffix("style-name") })
    }
    if paragraph.prefix.isEmpty, !paragraph.joint.isSameItem {
      paragraph.prefix = String(repeating: "  ", count: min(lists.count - 1, 8)) + "- "
    }
    for index in lists.indices {
      lists[index].count += 1
      lists[index].items += 1
    }
  }

  // MARK: - Tables

  private mutating func table(_ element: XMLElement) -> [Line] {
    var properties = Properties()
    var columns = XMLElement("columns")
    var lines: [Line] = []
    var isPlain = true
    func columnsAreIn(_ element: XMLElement) -> Bool {
      ["table:table-column", "table:table-columns", "table:table-header-columns"].contains(
        element.name)
    }
    for child in element.elements {
      if columnsAreIn(child) {
        columns.children.append(.element(document.cleaned(child)))
      } else if child.name == "table:table-row" {
        lines.append(.row(row(child, isHeader: false)))
      } else if child.name == "table:table-header-rows" {
        lines += child.elements.filter { $0.name == "table:table-row" }
          .map { .row(row($0, isHeader: true)) }
      } else if child.name != "text:soft-page-break" {
        isPlain = false
      }
    }
    guard isPlain, !lines.isEmpty else {
      return [.opaque(Container(name: "table", element: document.cleaned(element)))]
    }
    for attribute in document.cleaned(element.emptied).attributes {
      properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    properties["columns"] = columns
    lines.insert(.table(properties), at: 1)
    return lines
  }

  private mutating func row(_ element: XMLElement, isHeader: Bool) -> Row {
    var row = Row()
    for attribute in document.cleaned(element.emptied).attributes {
      row.properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    if isHeader { row.properties["header"] = XMLElement("header") }
    row.cells = element.elements.map { cell($0) }
    return row
  }

  private mutating func cell(_ element: XMLElement) -> Row.Cell {
    var cell = Row.Cell()
    for attribute in document.cleaned(element.emptied).attributes {
      cell.properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    if element.name != "table:table-cell" {
      cell.properties["element"] = XMLElement("element", [.init("name", element.name)])
    }
    if element.elements.isEmpty { cell.properties["empty"] = XMLElement("empty") }
    for child in element.elements where child.name != "text:soft-page-break" {
      if ["text:p", "text:h"].contains(child.name) {
        cell.paragraphs.append(paragraph(child))
      } else {
        var paragraph = Paragraph()
        paragraph.append(TextObject(kind: .block, element: document.cleaned(child)), Properties())
        cell.paragraphs.append(paragraph)
      }
    }
    return cell
  }

  // MARK: - Paragraphs

  private mutating func paragraph(_ element: XMLElement) -> Paragraph {
    var paragraph = Paragraph()
    if let style = element["text:style-name"] {
      paragraph.properties = document.styles.properties(of: style, family: "paragraph")
    }
    if element.name == "text:h" {
      paragraph.properties["element"] = XMLElement("element", [.init("name", element.name)])
      let level = element["text:outline-level"].flatMap { Int($0) } ?? 1
      paragraph.prefix = String(repeating: "#", count: min(max(level, 1), 6)) + " "
    }
    for attribute in document.cleaned(element.emptied).attributes
    where attribute.name != "text:style-name" {
      paragraph.properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    var inline = OpenInline(document)
    inline.add(element.children, Properties(), to: &paragraph)
    if inline.spaces > OpenInline.spaceLimit { refusal = .tooLarge(part: OpenDocument.contentPart) }
    for note in inline.notes {
      if !note.body.elements.allSatisfy({ $0.name == "text:p" }) || note.body.elements.isEmpty {
        refusal = .malformed(
          part: OpenDocument.contentPart, reason: tr("a note holds no plain paragraphs"))
      }
      paragraph.objects[note.object].note = note.body.elements.enumerated().map { index, element in
        var paragraph = self.paragraph(element)
        paragraph.prefix = index == 0 ? ParagraphText.noteStart : ParagraphText.noteContinued
        return .paragraph(paragraph)
      }
    }
    return paragraph
  }
}
