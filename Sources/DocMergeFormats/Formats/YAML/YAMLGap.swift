/// The comment lines and blank lines before a line with text.
struct YAMLGap {
  /// Where the gap starts.
  let start: Int
  /// Where the line before it ends, without the line's end.
  let lineEnd: Int
  /// Where the gap ends.
  private(set) var end: Int
  /// The end of the last blank line.
  private var lastBlankEnd: Int?
  /// The comments: their indentation, and where they end.
  private var comments: [(column: Int, lineEnd: Int)] = []
  /// How many comments are the tail of a container that ends before the gap.
  private var tailCount = 0

  init(from start: Int, behind lineEnd: Int) {
    self.start = start
    self.lineEnd = lineEnd
    end = start
  }

  /// Adds a blank line.
  mutating func addBlankLine(to end: Int) {
    self.end = end
    lastBlankEnd = end
  }

  /// Adds a line that holds a comment.
  mutating func addComment(column: Int, lineEnd: Int, to end: Int) {
    self.end = end
    comments.append((column, lineEnd))
  }

  /// The end of the part that is separated from the text below: the last blank line.
  var headEnd: Int { lastBlankEnd ?? start }

  /// The end of the comments, from the start on, with at least this indentation.
  ///
  /// The innermost container must ask first, and each asks with a smaller column than the one before it.
  ///
  /// - Parameter column: The column of the children of a container that ends before the gap.
  /// - Returns: The end of the tail of the container, without the line's end.
  mutating func tailEnd(column: Int) -> Int {
    while tailCount < comments.count, comments[tailCount].column >= column { tailCount += 1 }
    return tailCount == 0 ? lineEnd : comments[tailCount - 1].lineEnd
  }
}
