/// Collects lines and comments in sequence, as the children of a node.
///
///     # one         a comment: all of its adjacent lines
///     # two
///     a             a line
///                   blank lines, which belong to the text before them
///     b
///
/// Each ends where the next one starts, the last one with its line.
struct LineRow {
  /// The nodes so far.
  private(set) var nodes: [Node] = []
  /// Where the lines of the last node end.
  private(set) var end: Int
  private let first: Int
  /// Whether the last node is a comment.
  private var isLastComment = false

  /// Starts at the place of the first node.
  init(from start: Int) { (first, end) = (start, start) }

  /// The bytes of the nodes.
  var inner: Range<Int> {
    guard let first = nodes.first, let last = nodes.last else { return self.first..<self.first }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Adds a node that ends with its line, or lines.
  mutating func append(_ node: Node, to lineEnd: Int) {
    var node = node
    if let last = nodes.indices.last {
      nodes[last].range = nodes[last].range.lowerBound..<node.range.lowerBound
    }
    node.range = node.range.lowerBound..<lineEnd
    nodes.append(node)
    end = lineEnd
    isLastComment = false
  }

  /// Adds a line of a comment, to the comment directly above it if there is one.
  mutating func appendComment(_ body: Range<Int>, to lineEnd: Int, from lineStart: Int) {
    if isLastComment, let last = nodes.indices.last, end == lineStart {
      let node = nodes[last]
      nodes[last] = Node(
        .text, range: node.range.lowerBound..<lineEnd,
        body: node.body.lowerBound..<body.upperBound)
      end = lineEnd
    } else {
      append(Node(.text, range: lineStart..<lineEnd, body: body), to: lineEnd)
      isLastComment = true
    }
  }

  /// Removes the comment that ends directly above a line, and returns its start.
  mutating func takeComment(above lineStart: Int) -> Int? {
    guard isLastComment, end == lineStart, let comment = nodes.popLast() else { return nil }
    isLastComment = false
    end = comment.range.lowerBound
    if let last = nodes.indices.last { end = nodes[last].range.upperBound }
    return comment.range.lowerBound
  }
}
