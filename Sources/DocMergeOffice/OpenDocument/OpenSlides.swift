import DocMergeArchive

/// Reads slides: pages that hold shapes, some of which have a text.
extension OpenReader {
  /// The lines of a slide, or of its notes.
  mutating func page(_ element: XMLElement, named name: String) -> [Line] {
    var outer = document.cleaned(element.emptied)
    var lines: [Line] = []
    var hasPlace = false
    for child in element.elements {
      let isNotes = child.name == "presentation:notes"
      guard isNotes || child.name.hasPrefix("draw:") || child.name.hasPrefix("dr3d:") else {
        outer.children.append(.element(document.cleaned(child)))
        continue
      }
      if !hasPlace { outer.children.append(.element(XMLElement.place)) }
      hasPlace = true
      lines += isNotes ? page(child, named: "notes") : shape(child)
    }
    if !hasPlace { outer.children.append(.element(XMLElement.place)) }
    return [.open(Container(name: name, element: outer))] + lines + [.close]
  }

  /// A shape with a text as lines; any other one whole.
  private mutating func shape(_ element: XMLElement) -> [Line] {
    let words = element["presentation:class"] ?? element["draw:name"] ?? element.localName
    let name = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let holder = element.name == "draw:frame" ? element.first("draw:text-box") : element
    let isFrame = element.name == "draw:frame"
    guard let holder, element.name != "draw:g",
      isFrame || holder.elements.contains(where: Self.isText)
    else {
      return [.opaque(Container(name: name, element: document.cleaned(element)))]
    }
    var outer = document.cleaned(element)
    if isFrame {
      outer.children = outer.children.map { child in
        guard case .element(let inner) = child, inner.name == "draw:text-box" else { return child }
        return .element(inner.withPlaceOfText)
      }
    } else {
      outer = outer.withPlaceOfText
    }
    return [.open(Container(name: name, element: outer))]
      + lines(of: holder.elements.filter(Self.isText)) + [.close]
  }

  static func isText(_ element: XMLElement) -> Bool {
    ["text:p", "text:h", "text:list"].contains(element.name)
  }
}

extension XMLElement {
  /// The element with a place for its text instead of the text.
  fileprivate var withPlaceOfText: XMLElement {
    var element = self
    let first = children.firstIndex { child in
      if case .element(let inner) = child { return OpenReader.isText(inner) }
      return false
    }
    let place = first ?? (name == "draw:text-box" ? 0 : children.count)
    element.children.insert(.element(XMLElement.place), at: place)
    element.children.removeAll { child in
      switch child {
      case .element(let inner): OpenReader.isText(inner)
      case .text: true
      }
    }
    return element
  }
}
