/// The parts of an element, as nodes.
enum XMLElement {
  /// The key of the start tag among the parts of an element.
  static func tagKey(at offset: Int) -> Node.Key {
    Node.Key(hash: 0x7461_6700_0000_0001, at: offset..<offset)
  }

  /// The key of the content among the parts of an element.
  static func contentKey(at offset: Int) -> Node.Key {
    Node.Key(hash: 0x7461_6700_0000_0002, at: offset..<offset)
  }
}

extension Node {
  /// Whether it is the start tag of an element, and not an element itself.
  var isStartTag: Bool { key?.hash == XMLElement.tagKey(at: 0).hash }

  /// Whether it is the whole content of an element.
  var isElementContent: Bool { key?.hash == XMLElement.contentKey(at: 0).hash }

  /// Whether it is a part of an element and has no name of its own.
  var isPartOfElement: Bool { isStartTag || isElementContent }

  /// The start tag of an element; `nil` for one with text only and no attributes.
  var startTag: Node? { children.first.flatMap { $0.isStartTag ? $0 : nil } }

  /// Whether an element has text, and no elements besides it.
  var holdsText: Bool {
    guard children.count == 2, children[1].isElementContent else { return !isContainer }
    return !children[1].isContainer
  }

  /// The content of an element, unless it is empty or has text only and no attributes.
  var elementContent: Node? {
    guard children.count == 2, children[1].isElementContent else { return nil }
    return children[1]
  }
}

extension UnsafePointer<Node> {
  /// Whether an element contains other elements, or an empty list.
  var holdsElements: Bool {
    pointee.children.count == 2 && pointee.children[1].isElementContent
      && pointee.children[1].isContainer
  }

  /// Calls `body` with the elements in an element, in place.
  func forEachElement(_ body: (UnsafePointer<Node>) -> Void) {
    if holdsElements { pointee.children[1].children.forEachInPlace(body) }
  }

  /// Calls `body` with the attributes of an element, in place.
  func forEachAttribute(_ body: (UnsafePointer<Node>) -> Void) {
    guard !pointee.children.isEmpty, pointee.children[0].isStartTag else { return }
    pointee.children[0].children.forEachInPlace(body)
  }
}
