import DocMergeArchive
import DocMergeLanguage

/// Reads the text of a document of Word.
struct WordReader {
  let document: WordDocument
  private var pending: [(key: String, element: XMLElement)] = []
  private var refusal: OfficeRefusal?
  private var isInNote = false
  /// The part that is read, or the note, by its kind and id.
  private var place: String

  init(_ document: WordDocument) {
    (self.document, place) = (document, document.part)
  }

  /// The text in the form in which it is merged.
  ///
  /// - Throws: ``OfficeRefusal`` for what has no place in such a text.
  mutating func text() throws(OfficeRefusal) -> OfficeText {
    var text = OfficeText()
    guard let body = document.root.root.first("w:body") else { return text }
    var elements = body.elements
    if let last = elements.last, last.name == "w:sectPr" {
      text.properties = Properties(document.cleaned(last).elements)
      elements.removeLast()
    }
    text.lines = lines(of: elements)
    closePending(in: &text)
    for (part, page) in document.pages.sorted(by: { $0.key < $1.key }) {
      let name = part.split(separator: "/").last.map(String.init) ?? part
      text.lines.append(.open(Container(name: name, element: .page(part))))
      place = part
      text.lines += lines(of: page.elements)
      if !pending.isEmpty {
        refusal = .malformed(part: part, reason: tr("a mark stands behind its text"))
      }
      text.lines.append(.close)
    }
    if let refusal { throw refusal }
    return text
  }

  /// Marks behind the last paragraph are its ends.
  private mutating func closePending(in text: inout OfficeText) {
    guard !pending.isEmpty else { return }
    guard case .paragraph(var paragraph)? = text.lines.last else {
      refusal = .malformed(part: document.part, reason: tr("a mark stands behind the text"))
      return
    }
    for mark in pending { paragraph.append(mark: mark.key, mark.element, Properties()) }
    text.lines[text.lines.count - 1] = .paragraph(paragraph)
  }

  private mutating func lines(of elements: [XMLElement]) -> [Line] {
    var lines: [Line] = []
    for element in elements {
      switch element.name {
      case "w:p": lines.append(.paragraph(paragraph(element)))
      case "w:tbl": lines += table(element)
      case "w:sdt": lines += control(element)
      case "w:bookmarkStart", "w:bookmarkEnd":
        if document.isCopy(element, in: place) { break }
        let named = document.cleaned(element)
        pending.append((key(of: named), named.without("w:id")))
      case "w:proofErr": break
      default: lines.append(whole(element, named: element.localName))
      }
    }
    return lines
  }

  /// Something that is only kept whole; its notes and comments would lose what they lead to.
  private mutating func whole(_ element: XMLElement, named name: String) -> Line {
    .opaque(Container(name: name, element: keptWhole(element)))
  }

  private mutating func keptWhole(_ element: XMLElement) -> XMLElement {
    if element.holds(["w:footnoteRef", "w:endnoteRef", "w:comment", "w:bookmark"]) {
      refusal = .malformed(
        part: document.part,
        reason: tr("\(element.localName) holds a note, a comment or a bookmark"))
    }
    return document.cleaned(element)
  }

  /// A content control around paragraphs, such as a table of contents.
  private mutating func control(_ element: XMLElement) -> [Line] {
    guard let content = element.first("w:sdtContent") else {
      return [whole(element, named: "sdt")]
    }
    var control = document.cleaned(element)
    control.children.removeAll { child in
      if case .element(let inner) = child { return inner.name == "w:sdtContent" }
      return true
    }
    let name = element.first("w:sdtPr")?.first("w:docPartObj")?.first("w:docPartGallery")?["w:val"]
    return [.open(Container(name: name ?? "content control", element: control))]
      + lines(of: content.elements) + [.close]
  }

  // MARK: - Tables

  private mutating func table(_ element: XMLElement) -> [Line] {
    let isPlain = element.elements.allSatisfy { child in
      ["w:tblPr", "w:tblGrid", "w:tr"].contains(child.name)
        && (child.name != "w:tr"
          || child.elements.allSatisfy { ["w:trPr", "w:tc"].contains($0.name) })
    }
    let rows = element.elements.filter { $0.name == "w:tr" }
    guard isPlain, !rows.isEmpty else {
      return [whole(element, named: "table")]
    }
    var properties = Properties(
      document.cleaned(element.first("w:tblPr") ?? XMLElement("w:tblPr")).elements)
    if let grid = element.first("w:tblGrid") { properties["w:tblGrid"] = document.cleaned(grid) }
    var lines = rows.map { Line.row(row($0)) }
    lines.insert(.table(properties), at: 1)
    return lines
  }

  private mutating func row(_ element: XMLElement) -> Row {
    var row = Row()
    row.properties = Properties(
      element.first("w:trPr").map { document.cleaned($0).elements } ?? [])
    row.cells = element.elements.filter { $0.name == "w:tc" }.map { cell($0) }
    return row
  }

  private mutating func cell(_ element: XMLElement) -> Row.Cell {
    var cell = Row.Cell()
    cell.properties = Properties(
      element.first("w:tcPr").map { document.cleaned($0).elements } ?? [])
    for child in element.elements where child.name != "w:tcPr" {
      if child.name == "w:p" {
        cell.paragraphs.append(paragraph(child))
      } else {
        var paragraph = Paragraph()
        paragraph.append(TextObject(kind: .block, element: keptWhole(child)), Properties())
        cell.paragraphs.append(paragraph)
      }
    }
    return cell
  }

  // MARK: - Paragraphs

  private mutating func paragraph(_ element: XMLElement) -> Paragraph {
    var paragraph = Paragraph()
    for mark in pending { paragraph.append(mark: mark.key, mark.element, Properties()) }
    pending = []
    if let properties = element.first("w:pPr") {
      paragraph.properties = Properties(document.cleaned(properties).elements)
    }
    paragraph.prefix = prefix(of: paragraph.properties)
    add(element.elements.filter { $0.name != "w:pPr" }, in: Properties(), to: &paragraph)
    return paragraph
  }

  private func prefix(of properties: Properties) -> String {
    let style = properties["w:pStyle"]?["w:val"] ?? ""
    let level =
      properties["w:outlineLvl"]?["w:val"].flatMap { Int($0) } ?? document.styles.level(of: style)
    if let level, (0..<9).contains(level) {
      return String(repeating: "#", count: min(level, 5) + 1) + " "
    }
    let number = properties["w:numPr"]
    let isListed =
      number?.first("w:numId")?["w:val"].map { $0 != "0" } ?? document.styles.isListed(style)
    guard isListed else { return "" }
    let depth = number?.first("w:ilvl")?["w:val"].flatMap { Int($0) } ?? 0
    return String(repeating: "  ", count: min(max(depth, 0), 8)) + "- "
  }

  /// The elements that hold runs of their own.
  private static let wrappers: Set = [
    "w:hyperlink", "w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:smartTag", "w:fldSimple", "w:dir",
    "w:bdo",
  ]

  private mutating func add(
    _ elements: [XMLElement], in wrapper: Properties, to paragraph: inout Paragraph
  ) {
    for element in elements {
      if element.name == "w:r" {
        addRun(element, in: wrapper, to: &paragraph)
      } else if Self.wrappers.contains(element.name), !element.elements.isEmpty {
        let outer = document.cleaned(element.emptied)
        add(element.elements, in: wrapped(wrapper, in: outer, after: paragraph), to: &paragraph)
      } else if element.name == "w:sdt", let content = element.first("w:sdtContent") {
        var control = document.cleaned(element)
        control.children.removeAll { child in
          if case .element(let part) = child { return part.name == "w:sdtContent" }
          return true
        }
        add(
          content.elements, in: wrapped(wrapper, in: control, after: paragraph), to: &paragraph)
      } else if document.isCopy(element, in: place) {
        continue
      } else if element.name.hasSuffix("Start") || element.name.hasSuffix("End") {
        let named = document.cleaned(element)
        paragraph.append(mark: key(of: named), named.without("w:id"), wrapper)
      } else if element.name != "w:proofErr" {
        paragraph.append(
          TextObject(kind: .field, element: keptWhole(element), isBetweenRuns: true), wrapper)
      }
    }
  }

  /// A formatting in an element around runs; one that follows its like is another one.
  private func wrapped(
    _ format: Properties, in element: XMLElement, after paragraph: Paragraph
  ) -> Properties {
    var inner = format
    let depth = format.list.count { $0.name.hasPrefix("wrap ") }
    var name = "wrap \(depth) \(element.name)"
    let isLike =
      paragraph.glyphs.last.map { paragraph.formats[$0.format][name] == element } ?? false
    if isLike, ["w:fldSimple", "w:sdt"].contains(element.name) { name += "′" }
    inner[name] = element
    return inner
  }

  /// What a mark is known by; its end is known by the same name.
  private func key(of element: XMLElement) -> String {
    let id = element["w:id"] ?? ""
    let isEnd = element.name.hasSuffix("End")
    let name =
      element.name.hasPrefix("w:bookmark")
      ? element["w:name"] ?? document.bookmarks[place]?[id] ?? id
      : element.name.hasPrefix("w:comment") ? document.commentNames[id] ?? id : id
    let kind = element.name.hasSuffix("Start") ? element.name.dropLast(5) : element.name.dropLast(3)
    return "\(kind)|\(name)\(isEnd ? ":end" : "")"
  }

  private mutating func addRun(
    _ run: XMLElement, in wrapper: Properties, to paragraph: inout Paragraph
  ) {
    var format = wrapper
    for property in run.first("w:rPr")?.elements ?? [] {
      format[property.name] = document.cleaned(property)
    }
    for element in run.elements where element.name != "w:rPr" {
      add(element, format, to: &paragraph)
    }
  }

  private mutating func add(
    _ element: XMLElement, _ format: Properties, to paragraph: inout Paragraph
  ) {
    let named = document.cleaned(element)
    switch element.name {
    case "w:t", "w:delText": paragraph.append(element.text, format)
    case "w:tab": paragraph.append("\t", format)
    case "w:br" where (element["w:type"] ?? "textWrapping") == "textWrapping", "w:cr":
      paragraph.append(TextObject(kind: .lineBreak, element: named), format)
    case "w:br": paragraph.append(TextObject(kind: .pageBreak, element: named), format)
    case "w:drawing", "w:pict", "w:object", "mc:AlternateContent":
      paragraph.append(TextObject(kind: .image, element: keptWhole(element)), format)
    case "w:footnoteReference", "w:endnoteReference":
      paragraph.append(note(named), format)
    case "w:commentReference":
      let name = element["w:id"].flatMap { document.commentNames[$0] } ?? ""
      paragraph.append(mark: "w:commentReference|\(name):end", named.without("w:id"), format)
    case "w:footnoteRef", "w:endnoteRef", "w:annotationRef":
      paragraph.append(mark: element.name, named, format)
    case "w:fldChar", "w:instrText", "w:delInstrText":
      paragraph.append(TextObject(kind: .field, element: named), format)
    case "w:lastRenderedPageBreak": break
    default: paragraph.append(TextObject(kind: .special, element: named), format)
    }
  }

  // MARK: - Notes

  private mutating func note(_ reference: XMLElement) -> TextObject {
    if isInNote {
      refusal = .malformed(part: document.part, reason: tr("a note holds a note"))
      return TextObject(kind: .special, element: reference)
    }
    isInNote = true
    defer { isInNote = false }
    let kind = reference.name == "w:footnoteReference" ? "footnote" : "endnote"
    var object = TextObject(kind: .note, element: reference.without("w:id"))
    let note = reference["w:id"].flatMap { document.notes["\(kind) \($0)"] }
    guard let note, note.elements.allSatisfy({ $0.name == "w:p" }) else {
      refusal = .malformed(
        part: "word/\(kind)s.xml", reason: tr("a note is missing or holds a table"))
      return object
    }
    let outer = place
    place = "\(kind) \(reference["w:id"] ?? "")"
    defer { place = outer }
    object.note = note.elements.enumerated().map { index, element in
      var paragraph = paragraph(element)
      paragraph.prefix = index == 0 ? ParagraphText.noteStart : ParagraphText.noteContinued
      return .paragraph(paragraph)
    }
    return object
  }
}

extension XMLElement {
  /// What stands for a header or a footer among the lines of a document.
  static func page(_ part: String) -> XMLElement {
    XMLElement("docmerge:page", [Attribute("part", part)])
  }

  /// The part of a header or a footer; `nil` for anything else.
  var page: String? { name == "docmerge:page" ? self["part"] : nil }

  /// The name without its prefix.
  var localName: String { name.split(separator: ":").last.map(String.init) ?? name }
}
