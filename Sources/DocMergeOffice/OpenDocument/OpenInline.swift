import DocMergeArchive

/// Reads what stands in a paragraph of OpenDocument.
struct OpenInline {
  /// A note whose paragraphs are still to be read.
  struct Note {
    /// The index of the object that leads to it.
    var object: Int
    var body: XMLElement
  }

  let document: OpenDocument
  private(set) var notes: [Note] = []
  /// How many spaces elements stand for; more than a paragraph has.
  private(set) var spaces = 0

  static let spaceLimit = 10_000
  /// Whether the last character is a space that further white space adds nothing to.
  private var endsWithSpace = true

  init(_ document: OpenDocument) {
    self.document = document
  }

  /// The elements that are marks: they stand in the text and have no width.
  private static let marks: Set = [
    "text:bookmark", "text:bookmark-start", "text:bookmark-end", "text:reference-mark",
    "text:reference-mark-start", "text:reference-mark-end", "text:change", "text:change-start",
    "text:change-end", "office:annotation", "office:annotation-end", "text:toc-mark",
    "text:toc-mark-start", "text:toc-mark-end", "text:alphabetical-index-mark",
    "text:alphabetical-index-mark-start", "text:alphabetical-index-mark-end",
  ]

  mutating func add(
    _ children: [XMLElement.Child], _ format: Properties, to paragraph: inout Paragraph
  ) {
    for child in children {
      switch child {
      case .text(let text): add(text, format, to: &paragraph)
      case .element(let element): add(element, format, to: &paragraph)
      }
    }
  }

  /// Adds characters; several of white space are one space, as everywhere in OpenDocument.
  private mutating func add(_ text: String, _ format: Properties, to paragraph: inout Paragraph) {
    var kept = ""
    for scalar in text.unicodeScalars {
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
      if isSpace, endsWithSpace { continue }
      kept.unicodeScalars.append(isSpace ? " " : scalar)
      endsWithSpace = isSpace
    }
    paragraph.append(kept, format)
  }

  private mutating func add(
    _ element: XMLElement, _ format: Properties, to paragraph: inout Paragraph
  ) {
    let isMark = Self.marks.contains(element.name)
    defer {
      if !isMark, element.name != "text:span", element.name != "text:a" { endsWithSpace = false }
    }
    switch element.name {
    case "text:s":
      let count = element["text:c"].flatMap { Int($0) } ?? 1
      spaces += max(count, 0)
      guard spaces <= Self.spaceLimit else { return }
      paragraph.append(String(repeating: " ", count: max(count, 0)), format)
    case "text:tab": paragraph.append("\t", format)
    case "text:line-break":
      paragraph.append(TextObject(kind: .lineBreak, element: document.cleaned(element)), format)
    case "text:span": add(element.children, self.format(of: element, in: format), to: &paragraph)
    case "text:a": add(element.children, wrapped(format, by: element), to: &paragraph)
    case "text:note": addNote(element, format, to: &paragraph)
    case "text:soft-page-break": break
    case _ where isMark:
      paragraph.append(mark: key(of: element), document.cleaned(element), format)
    case _ where element.name.hasPrefix("draw:"):
      paragraph.append(TextObject(kind: .image, element: document.cleaned(element)), format)
    default:
      paragraph.append(TextObject(kind: .field, element: document.cleaned(element)), format)
    }
  }

  /// The format of the text in a span.
  private func format(of span: XMLElement, in format: Properties) -> Properties {
    let style = document.styles.properties(of: span["text:style-name"] ?? "", family: "text")
    // Of two named styles neither is the other's: the inner one is an element around its text.
    if format["style"] != nil, style["style"] != nil { return wrapped(format, by: span) }
    var inner = format
    for property in style.list { inner[property.name] = property.value }
    return inner
  }

  /// The format with an element around the text.
  private func wrapped(_ format: Properties, by element: XMLElement) -> Properties {
    var inner = format
    let depth = format.list.count { $0.name.hasPrefix("wrap ") }
    inner["wrap \(depth) \(element.name)"] = document.cleaned(element.emptied)
    return inner
  }

  private mutating func addNote(
    _ element: XMLElement, _ format: Properties, to paragraph: inout Paragraph
  ) {
    var note = document.cleaned(element).without("text:id")
    note.children = note.elements.filter { $0.name != "text:note-body" }.map { child in
      var child = child
      // Programs count the notes themselves, unless a label is set.
      if child.name == "text:note-citation", child["text:label"] == nil { child.children = [] }
      return .element(child)
    }
    paragraph.append(TextObject(kind: .note, element: note), format)
    notes.append(
      Note(
        object: paragraph.objects.count - 1,
        body: element.first("text:note-body") ?? XMLElement("text:note-body")))
  }

  /// What a mark is known by; its end is known by the same name.
  private func key(of element: XMLElement) -> String {
    let isEnd = element.name.hasSuffix("-end")
    var kind = element.name
    for end in ["-start", "-end"] where kind.hasSuffix(end) { kind.removeLast(end.count) }
    let named = document.cleaned(element)
    let name =
      named["text:name"] ?? named["office:name"] ?? named["text:change-id"] ?? named["text:id"]
      ?? contentName(of: named.xml)
    return "\(kind)|\(name)\(isEnd ? ":end" : "")"
  }
}
