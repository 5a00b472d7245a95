/// The children of a node, found by key in about the order in which they stand.
///
/// Two versions of a container mostly have the same keys in the same order: the next child is tried first, and a
/// dictionary is made only after a key that is not there.
struct KeyedChildren {
  private let children: [Node]
  /// The child after the one that was found last.
  private var next = 0
  private var indices: [Node.Key: Int]?

  /// - Complexity: O(1).
  init(_ node: Node?) { children = node?.children ?? [] }

  /// The child with a key; `nil` where there is none.
  ///
  /// - Complexity: O(1) on average; O(*n*) once, where keys are missing or stand in another order.
  mutating func child(_ key: Node.Key) -> Node? { place(of: key).map { children[$0] } }

  /// The place of the child with a key; `nil` where there is none.
  ///
  /// - Complexity: As that of ``child(_:)``, without the copy of a node.
  mutating func place(of key: Node.Key) -> Int? {
    guard let index = index(of: key) else { return nil }
    next = index + 1
    return index
  }

  /// The child at a place.
  subscript(place: Int) -> Node { children[place] }

  /// The hash of the content of the child at a place.
  func content(at place: Int) -> UInt64 { children[place].content }

  private mutating func index(of key: Node.Key) -> Int? {
    if next < children.count, children[next].key == key { return next }
    if let indices { return indices[key] }
    var found: [Node.Key: Int] = [:]
    for (index, child) in children.enumerated() {
      if let key = child.key { found[key] = index }
    }
    indices = found
    return found[key]
  }
}
