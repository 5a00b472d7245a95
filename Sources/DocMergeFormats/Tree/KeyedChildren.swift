import DocMergeCore

/// The children of a node, found by key in about the order in which they stand.
///
/// Two versions of a container mostly have the same keys in the same order: the next child is tried first, and a
/// table is made only after a key that is not there.
struct KeyedChildren {
  private let children: [Node]
  /// The child after the one that was found last.
  private var next = 0
  private var table: KeyTable?

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
    if let table { return table.place(of: key) }
    let made = KeyTable(children)
    table = made
    return made.place(of: key)
  }
}

extension KeyedChildren {
  /// Visits the containers that three nodes have under one key, and that both sides changed.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of children.
  static func forEachChanged(
    in nodes: Triple<Node>, _ visit: (Node.Key, Triple<Node>) -> Void
  ) {
    var (ours, theirs) = (KeyedChildren(nodes.ours), KeyedChildren(nodes.theirs))
    for place in nodes.base.children.indices where nodes.base.children[place].isContainer {
      let content = nodes.base.children[place].content
      guard let key = nodes.base.children[place].key, let one = ours.place(of: key),
        let other = theirs.place(of: key), ours.content(at: one) != content,
        theirs.content(at: other) != content
      else { continue }
      visit(
        key, Triple(base: nodes.base.children[place], ours: ours[one], theirs: theirs[other]))
    }
  }
}

/// The places of keys, whose hashes need not be hashed again.
private struct KeyTable {
  private var keys: HashedSet
  /// The last child with the key of each slot.
  private var places: [Int32]

  init(_ children: [Node]) {
    keys = HashedSet(capacity: children.count)
    places = Array(repeating: 0, count: keys.slotCount)
    var place: Int32 = 0
    children.forEachInPlace { child in
      if let hash = child.pointee.key?.hash { places[keys.slot(inserting: hash).slot] = place }
      place += 1
    }
  }

  func place(of key: Node.Key) -> Int? { keys.slot(of: key.hash).map { Int(places[$0]) } }
}
