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

  /// What an element holds, unless it is empty or has text only and no attributes.
  var elementContent: Node? {
    guard children.count == 2, children[1].isElementContent else { return nil }
    return children[1]
  }
}
