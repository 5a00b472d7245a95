/// Collects statements in sequence, as the children of a node.
///
/// Blank lines belong to the statement before them, comments to the one after; the last statement ends with its line.
struct StatementRow {
  /// The statements so far.
  private(set) var nodes: [Node] = []
  /// Where the next statement starts, with the comments above it.
  private(set) var start: Int

  /// Starts at the place of the first statement.
  init(from start: Int) { self.start = start }

  /// The range of the statements; empty, at a place, where there are none.
  func inner(at place: Int) -> Range<Int> {
    guard let first = nodes.first, let last = nodes.last else { return place..<place }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Adds a statement with its end, and with blank lines after it.
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
