/// The parts of an element, as nodes.
enum XMLElement {
  /// By what the start tag is found among the parts of an element.
  static func tagKey(at offset: Int) -> Node.Key {
    Node.Key(hash: 0x7461_6700_0000_0001, at: offset..<offset)
  }

  /// By what the content is found among the parts of an element.
  static func contentKey(at offset: Int) -> Node.Key {
    Node.Key(hash: 0x7461_6700_0000_0002, at: offset..<offset)
  }
}

extension Node {
  /// Whether it is the start tag of an element, and not an element itself.
  var isStartTag: Bool { key?.hash == XMLElement.tagKey(at: 0).hash }

  /// Whether it is all that an element holds.
  var isElementContent: Bool { key?.hash == XMLElement.contentKey(at: 0).hash }

  /// Whether it is a part of an element and has no name of its own.
  var isPartOfElement: Bool { isStartTag || isElementContent }

  /// The start tag of an element; `nil` for one with text only and no attributes.
  var startTag: Node? { children.first.flatMap { $0.isStartTag ? $0 : nil } }

  /// Whether an element has text, and no elements apart from it.
  var holdsText: Bool {
    guard children.count == 2, children[1].isElementContent else { return !isContainer }
    return !children[1].isContainer
  }

  /// What an element holds, unless it is empty or has text only and no attributes.
  var elementContent: Node? {
    guard children.count == 2, children[1].isElementContent else { return nil }
    return children[1]
  }
}

extension UnsafePointer<Node> {
  /// Whether an element holds other elements, or a list without any.
  var holdsElements: Bool {
    pointee.children.count == 2 && pointee.children[1].isElementContent
      && pointee.children[1].isContainer
  }

  /// Passes the elements in an element, where they stand.
  func forEachElement(_ body: (UnsafePointer<Node>) -> Void) {
    if holdsElements { pointee.children[1].children.forEachInPlace(body) }
  }

  /// Passes the attributes of an element, where they stand.
  func forEachAttribute(_ body: (UnsafePointer<Node>) -> Void) {
    guard !pointee.children.isEmpty, pointee.children[0].isStartTag else { return }
    pointee.children[0].children.forEachInPlace(body)
  }
}
