/// A text as a tree of nodes that own all its bytes.
package struct SyntaxTree: Sendable {
  /// The text: UTF-8, with `\n` at the end of each line.
  package let text: [UInt8]
  /// The node of the whole text.
  package let root: Node

  /// Makes a tree of a text and what a format found in it.
  package init(text: [UInt8], root: Node) {
    self.text = text
    self.root = root
  }

  /// The first node that breaks a rule of ``Node``; `nil` when the tree is sound.
  ///
  /// The nodes of a sound tree put together again are the text, byte for byte.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  package var unsoundNode: Node? {
    guard root.range == text.indices else { return root }
    var open = [root]
    while let node = open.popLast() {
      guard node.isSound else { return node }
      open += node.children
    }
    return nil
  }
}

extension Node {
  /// Whether the ranges of the node hold each other, and its children fill its inner range.
  fileprivate var isSound: Bool {
    let bounds = [
      range.lowerBound, body.lowerBound, inner.lowerBound, inner.upperBound, body.upperBound,
      separator.lowerBound, separator.upperBound, range.upperBound,
    ]
    guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 }) else { return false }
    guard isContainer || children.isEmpty && inner.isEmpty else { return false }
    guard !children.isEmpty else { return inner.isEmpty }
    var end = inner.lowerBound
    for child in children {
      guard child.range.lowerBound == end else { return false }
      end = child.range.upperBound
    }
    return end == inner.upperBound
  }
}
