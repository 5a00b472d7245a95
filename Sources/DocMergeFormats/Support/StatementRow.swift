/// Puts statements one behind the other, as the children of a node.
///
/// Blank lines belong to what stands before them, comments to what follows; the last statement ends with its line.
struct StatementRow {
  /// The statements so far.
  private(set) var nodes: [Node] = []
  /// Where the next statement starts, with the comments above it.
  private(set) var start: Int

  /// Starts where the first statement would.
  init(from start: Int) { self.start = start }

  /// Where the statements stand; empty, at a place, where there are none.
  func inner(at place: Int) -> Range<Int> {
    guard let first = nodes.first, let last = nodes.last else { return place..<place }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Adds a statement that ends somewhere, with blank lines behind it.
  mutating func append(_ node: Node, to end: Int, blankLinesTo next: Int) {
    var node = node
    if let last = nodes.indices.last {
      nodes[last].range = nodes[last].range.lowerBound..<start
    }
    node.range = start..<end
    nodes.append(node)
    start = next
  }
}
