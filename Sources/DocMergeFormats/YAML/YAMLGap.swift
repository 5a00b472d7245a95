/// The comment lines and blank lines before a line that says something.
struct YAMLGap {
  /// Where the gap starts.
  let start: Int
  /// Where the line before it ends, without the line's end.
  let lineEnd: Int
  /// Where the gap ends.
  private(set) var end: Int
  /// Behind the last blank line.
  private var lastBlankEnd: Int?
  /// The comments: how far they are indented, and where they end.
  private var comments: [(column: Int, lineEnd: Int)] = []
  /// How many comments are the tail of something that ends before the gap.
  private var tailCount = 0

  init(from start: Int, behind lineEnd: Int) {
    self.start = start
    self.lineEnd = lineEnd
    end = start
  }

  /// Goes on with a blank line.
  mutating func addBlankLine(to end: Int) {
    self.end = end
    lastBlankEnd = end
  }

  /// Goes on with a line that holds a comment.
  mutating func addComment(column: Int, lineEnd: Int, to end: Int) {
    self.end = end
    comments.append((column, lineEnd))
  }

  /// Behind all that is set apart from what follows: the last blank line.
  var headEnd: Int { lastBlankEnd ?? start }

  /// Behind the comments, from the start on, that are indented so far.
  ///
  /// The innermost container must ask first, and each asks with a smaller column than the one before it.
  ///
  /// - Parameter column: Where the children of a container start, which ends before the gap.
  /// - Returns: Where the tail of the container ends, without the line's end.
  mutating func tailEnd(column: Int) -> Int {
    while tailCount < comments.count, comments[tailCount].column >= column { tailCount += 1 }
    return tailCount == 0 ? lineEnd : comments[tailCount - 1].lineEnd
  }
}
