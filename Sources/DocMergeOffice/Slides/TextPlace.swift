import DocMergeArchive

/// Elements whose text is among the lines of a document.
extension XMLElement {
  /// What stands in an element for the lines that belong into it.
  static let place = XMLElement("docmerge:text")

  /// The element with elements in the place that is kept for them; notes of a slide stand last.
  func filled(with elements: [XMLElement]) -> XMLElement {
    var element = self
    guard let index = children.firstIndex(of: .element(.place)) else {
      var isFilled = false
      element.children = children.map { child in
        guard !isFilled, case .element(let inner) = child, inner.holdsPlace else { return child }
        isFilled = true
        return .element(inner.filled(with: elements))
      }
      return element
    }
    let notes = elements.filter { $0.name == "presentation:notes" }
    element.children.replaceSubrange(
      index...index,
      with: elements.filter { $0.name != "presentation:notes" }.map { .element($0) })
    element.children += notes.map { .element($0) }
    return element
  }

  /// Whether a place for text is kept in it.
  var holdsPlace: Bool {
    children.contains { child in
      if case .element(let inner) = child { return inner == .place || inner.holdsPlace }
      return false
    }
  }
}
