/// The children of a container that is being read.
struct ChildList {
  /// The children so far; the last one ends as if none followed.
  private(set) var nodes: [Node] = []
  private let first: Int
  private var ends: ChildEnds?

  /// Starts at the place of the first child.
  init(from start: Int) { first = start }

  /// Where the next child starts.
  var start: Int { ends?.sibling ?? first }

  /// Where the children end when no more follow.
  var end: Int { ends?.last ?? first }

  /// Adds a child; its end sets its range.
  mutating func append(_ node: Node, _ ends: ChildEnds) {
    var node = node
    node.range = start..<ends.last
    if let last = nodes.indices.last {
      nodes[last].range = nodes[last].range.lowerBound..<start
    }
    nodes.append(node)
    self.ends = ends
  }
}
