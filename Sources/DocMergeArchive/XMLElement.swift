/// An element of an XML document, with all that is in it.
package struct XMLElement: Sendable, Hashable {
  /// An attribute.
  package struct Attribute: Sendable, Hashable {
    /// The name, with its prefix as written.
    package var name: String
    /// The value, without entities.
    package var value: String

    /// Makes an attribute.
    package init(_ name: String, _ value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// What stands in an element.
  package enum Child: Sendable, Hashable {
    case element(XMLElement)
    /// Characters, without entities.
    case text(String)
  }

  /// The name, with its prefix as written.
  package var name: String
  /// The attributes, in the order in which they stand.
  package var attributes: [Attribute]
  /// What stands in it, in order; comments and processing instructions are left out.
  package var children: [Child]

  /// Makes an element.
  package init(_ name: String, _ attributes: [Attribute] = [], children: [Child] = []) {
    (self.name, self.attributes, self.children) = (name, attributes, children)
  }

  /// The value of an attribute; `nil` where there is none, and setting that takes it away.
  package subscript(name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      let index = attributes.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append(Attribute(name, value))
      case (nil, nil): break
      }
    }
  }

  /// The elements in it, in order.
  package var elements: [XMLElement] {
    children.compactMap { child in
      if case .element(let element) = child { return element }
      return nil
    }
  }

  /// The first element in it of a name.
  package func first(_ name: String) -> XMLElement? {
    for case .element(let element) in children where element.name == name { return element }
    return nil
  }

  /// The characters in it, at any depth.
  package var text: String {
    children.reduce(into: "") { text, child in
      switch child {
      case .element(let element): text += element.text
      case .text(let part): text += part
      }
    }
  }

  /// The element without what stands in it.
  package var emptied: XMLElement { XMLElement(name, attributes) }

  /// The element with its elements at any depth changed, the innermost first; `nil` leaves one out.
  package func mapping(_ change: (XMLElement) -> XMLElement?) -> XMLElement? {
    var element = self
    element.children = children.compactMap { child in
      guard case .element(let inner) = child else { return child }
      return inner.mapping(change).map(Child.element)
    }
    return change(element)
  }

  /// Calls a function for the element and all elements in it.
  package func forEach(_ body: (XMLElement) -> Void) {
    body(self)
    for case .element(let element) in children { element.forEach(body) }
  }
}
