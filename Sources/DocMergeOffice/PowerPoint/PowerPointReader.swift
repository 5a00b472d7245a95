import DocMergeArchive

/// Reads the slides of a presentation of PowerPoint.
struct PowerPointReader {
  let document: PowerPointDocument

  /// The slides in the form in which they are merged, without names that tell them apart.
  func text() -> OfficeText {
    var text = OfficeText()
    for child in document.root.root.elements where child.name != "p:sldIdLst" {
      text.properties[child.name] = withNames(child)
    }
    for slide in document.slides {
      text.lines += lines(of: slide.page, named: "slide", notes: slide.notes)
    }
    return text
  }

  /// An element of the list of slides, with names in the place of its references.
  private func withNames(_ element: XMLElement) -> XMLElement {
    element.mapping { element in
      var element = element
      for index in element.attributes.indices where element.attributes[index].name == "r:id" {
        guard let found = document.relationships[element.attributes[index].value] else { continue }
        element.attributes[index].value = document.name(of: found, document.relationships)
      }
      return element
    } ?? element
  }

  /// The lines of a slide, and those of its notes.
  private func lines(
    of page: PowerPointDocument.Page, named name: String, notes: PowerPointDocument.Page? = nil
  ) -> [Line] {
    var lines: [Line] = []
    let root = document.cleaned(page.document.root, of: page)
    let outer = root.mapping { element in
      guard element.name == "p:spTree" else { return element }
      var tree = element
      let isShape = { (child: XMLElement.Child) in
        guard case .element(let inner) = child else { return false }
        return !["p:nvGrpSpPr", "p:grpSpPr", "p:extLst"].contains(inner.name)
      }
      let shapes = element.children.filter(isShape)
      for case .element(let shape) in shapes { lines += self.shape(shape) }
      let place = tree.children.firstIndex(where: isShape) ?? tree.children.count
      tree.children.removeAll(where: isShape)
      tree.children.insert(.element(.place), at: place)
      return tree
    }
    if let notes { lines += self.lines(of: notes, named: "notes") }
    var element = XMLElement("docmerge:page", children: [.element(outer ?? root)])
    element.children += implicitReferences(of: page).map { .element($0) }
    return [.open(Container(name: name, element: element))] + lines + [.close]
  }

  /// What a page refers to without an element that says so, such as its layout.
  private func implicitReferences(of page: PowerPointDocument.Page) -> [XMLElement] {
    var used: Set<String> = []
    page.document.root.forEach { element in
      for attribute in element.attributes where attribute.name.hasPrefix("r:") {
        used.insert(attribute.value)
      }
    }
    return page.relationships.list.filter { relationship in
      !used.contains(relationship.id) && !["notesSlide", "slide"].contains(relationship.kind)
    }.map { relationship in
      XMLElement(
        "docmerge:reference",
        [.init("r:id", document.name(of: relationship, page.relationships))])
    }
  }

  private func shape(_ element: XMLElement) -> [Line] {
    let name = Self.name(of: element)
    guard element.name == "p:sp", let body = element.first("p:txBody") else {
      return [.opaque(Container(name: name, element: element))]
    }
    var outer = element
    outer.children = element.children.map { child in
      guard case .element(var inner) = child, inner.name == "p:txBody" else { return child }
      inner.children.removeAll { $0.isParagraph }
      inner.children.append(.element(.place))
      return .element(inner)
    }
    return [.open(Container(name: name, element: outer))]
      + body.elements.filter { $0.name == "a:p" }.map { .paragraph(DrawingText.paragraph($0)) }
      + [.close]
  }

  /// What a shape is called: the kind of its place on the slide, or its name without its number.
  private static func name(of shape: XMLElement) -> String {
    var place: String?
    var name = shape.localName
    for child in shape.elements.prefix(1) {
      if let own = child.first("p:cNvPr")?["name"] { name = own }
      if let kind = child.first("p:nvPr")?.first("p:ph") { place = kind["type"] ?? "body" }
    }
    if let place { return place == "ctrTitle" ? "title" : place }
    let words = name.split(whereSeparator: \.isWhitespace).filter { Int($0) == nil }
      .joined(separator: " ")
    return words.isEmpty ? shape.localName : words
  }
}

extension XMLElement.Child {
  fileprivate var isParagraph: Bool {
    if case .element(let element) = self { return element.name == "a:p" }
    return false
  }
}
