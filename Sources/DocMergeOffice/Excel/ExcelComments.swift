import DocMergeArchive

/// The comments of a sheet of Excel, which are in a part of their own and drawn by another.
struct ExcelComments {
  /// The part with what they say.
  let part: String
  /// The part that draws them; `nil` where there is none.
  let drawing: String?
  /// The id of the reference to that part.
  let drawingID: String?
  /// The comments by the names of their cells.
  private(set) var byCell: [String: XMLElement] = [:]

  /// Reads the comments of a sheet.
  ///
  /// - Returns: `nil` where there are none, or more is kept with them than can be written anew: answers, and
  ///   drawn buttons.
  /// - Throws: ``OfficeRefusal`` for a part that cannot be read.
  init?(
    _ sheet: XMLElement, _ relationships: Relationships, _ package: OfficePackage
  ) throws(OfficeRefusal) {
    let kinds = Set(relationships.list.map(\.kind))
    guard !kinds.contains("threadedComment"),
      let relationship = relationships.list.first(where: { $0.kind == "comments" })
    else { return nil }
    part = relationships.part(of: relationship)
    guard let root = try package.xml(part)?.root else { return nil }
    drawingID = sheet.first("legacyDrawing")?["r:id"]
    drawing = drawingID.flatMap { relationships[$0] }.map { relationships.part(of: $0) }
    var visible: Set<String> = []
    if let drawing, let drawn = try package.xml(drawing)?.root {
      guard let shown = Self.visibleCells(in: drawn),
        try Relationships(of: drawing, in: package).list.isEmpty
      else { return nil }
      visible = shown
    }
    let authors = (root.first("authors")?.elements ?? []).map(\.text)
    for element in root.first("commentList")?.elements ?? [] {
      guard let cell = element["ref"], let text = element.first("text") else { continue }
      var comment = XMLElement("comment", children: [.element(text)])
      if let author = element["authorId"].flatMap({ Int($0) }), authors.indices.contains(author) {
        comment["author"] = authors[author]
      }
      if visible.contains(cell) { comment["visible"] = "1" }
      byCell[cell] = comment
    }
  }

  /// The names of the cells whose comments are always shown; `nil` where a drawing holds anything but comments.
  private static func visibleCells(in drawing: XMLElement) -> Set<String>? {
    var visible: Set<String> = []
    var isNotesOnly = true
    drawing.forEach { element in
      guard element.localName == "ClientData" else { return }
      if element["ObjectType"] != "Note" { isNotesOnly = false }
      let places = ["Row", "Column"].map { name in
        element.elements.first { $0.localName == name }.flatMap { Int($0.text) }
      }
      if let row = places[0], let column = places[1],
        element.elements.contains(where: { $0.localName == "Visible" })
      {
        visible.insert(ColumnLetters.letters(of: column) + String(row + 1))
      }
    }
    return isNotesOnly ? visible : nil
  }

  /// The parts that a merge writes anew.
  var parts: Set<String> { Set([part, drawing].compactMap(\.self)) }

  /// The names of the formats of cells that comments are.
  static let property = "comment"
}

/// Writes the comments of a sheet.
struct ExcelCommentWriter {
  /// A comment, and where it is.
  private struct Comment {
    var row: Int
    var column: Int
    var element: XMLElement
  }

  private let comments: [Comment]

  init(_ sheet: Sheet) {
    comments = sheet.rows.enumerated().flatMap { row, cells in
      cells.cells.enumerated().compactMap { column, cell in
        cell.format[ExcelComments.property].map {
          Comment(row: row, column: column, element: $0)
        }
      }
    }
  }

  var isEmpty: Bool { comments.isEmpty }

  /// Whether a version has the same comments at the same cells.
  func areSame(as other: ExcelComments) -> Bool {
    let own = comments.map { comment in
      (ColumnLetters.letters(of: comment.column) + String(comment.row + 1), comment.element)
    }
    return Dictionary(own) { first, _ in first } == other.byCell
  }

  static let kinds = (
    comments: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments",
    drawing: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing"
  )

  /// What the comments say.
  var part: XMLDocument {
    var authors: [String] = []
    let list = comments.map { comment -> XMLElement.Child in
      let author = comment.element["author"] ?? ""
      let index = authors.firstIndex(of: author) ?? authors.count
      if index == authors.count { authors.append(author) }
      let cell = ColumnLetters.letters(of: comment.column) + String(comment.row + 1)
      return .element(
        XMLElement(
          "comment", [.init("ref", cell), .init("authorId", String(index))],
          children: comment.element.children))
    }
    let names = authors.map {
      XMLElement.Child.element(XMLElement("author", children: [.text($0)]))
    }
    return XMLDocument(
      root: XMLElement(
        "comments", [.init("xmlns", "http://schemas.openxmlformats.org/spreadsheetml/2006/main")],
        children: [
          .element(XMLElement("authors", children: names)),
          .element(XMLElement("commentList", children: list)),
        ]), isStandalone: true)
  }

  // MARK: - Drawing

  /// The boxes of the comments, in the language in which Excel draws them.
  var drawing: XMLDocument {
    var shapeType = XMLElement(
      "v:shapetype",
      [
        .init("id", "_x0000_t202"), .init("coordsize", "21600,21600"), .init("o:spt", "202"),
        .init("path", "m,l,21600r21600,l21600,xe"),
      ])
    shapeType.children = [.element(XMLElement("v:stroke", [.init("joinstyle", "miter")]))]
    let shapes = comments.enumerated().map { index, comment in shape(comment, number: index) }
    return XMLDocument(
      root: XMLElement(
        "xml",
        [
          .init("xmlns:v", "urn:schemas-microsoft-com:vml"),
          .init("xmlns:o", "urn:schemas-microsoft-com:office:office"),
          .init("xmlns:x", "urn:schemas-microsoft-com:office:excel"),
        ], children: ([shapeType] + shapes).map { .element($0) }))
  }

  private func shape(_ comment: Comment, number: Int) -> XMLElement {
    let isVisible = comment.element["visible"] != nil
    // The box is as high as its lines.
    let length = comment.element.text.count
    let height = 4 + min(20, length / 25)
    let anchor = [
      comment.column + 1, 15, max(0, comment.row - 1), 10, comment.column + 3, 15,
      max(0, comment.row - 1) + height, 4,
    ]
    func element(_ name: String, _ text: String? = nil) -> XMLElement.Child {
      .element(XMLElement("x:" + name, children: text.map { [.text($0)] } ?? []))
    }
    var data = XMLElement("x:ClientData", [.init("ObjectType", "Note")])
    data.children = [
      element("MoveWithCells"), element("SizeWithCells"),
      element("Anchor", anchor.map(String.init).joined(separator: ", ")),
      element("AutoFill", "False"), element("Row", String(comment.row)),
      element("Column", String(comment.column)),
    ]
    if isVisible { data.children.append(element("Visible")) }
    return XMLElement(
      "v:shape",
      [
        .init("id", "_x0000_s\(1025 + number)"), .init("type", "#_x0000_t202"),
        .init("style", "position:absolute;visibility:\(isVisible ? "visible" : "hidden")"),
        .init("fillcolor", "#ffffe1"),
      ],
      children: [
        .element(XMLElement("v:fill", [.init("color2", "#ffffe1")])),
        .element(XMLElement("v:shadow", [.init("color", "black"), .init("obscured", "t")])),
        .element(XMLElement("v:path", [.init("o:connecttype", "none")])),
        .element(XMLElement("v:textbox")), .element(data),
      ])
  }
}
