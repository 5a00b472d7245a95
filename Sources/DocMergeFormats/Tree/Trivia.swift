import DocMergeLanguage

/// The blanks, line ends and comments between two tokens.
struct Trivia {
  /// The end of the blanks before the first comment, line end or token.
  var blanksEnd: Int
  /// The end of the last comment of the first line; the start of the trivia if there is none.
  var commentEnd: Int
  /// The end of the first line; `nil` if the next token is on that line.
  var lineEnd: Int?
  /// The end of the blank lines that follow the first line.
  var joinedEnd: Int
  /// The end of the last blank line.
  var gapEnd: Int?
  /// Whether there is a comment below the first line.
  private var hasCommentBelow = false

  init(from start: Int, blanksEnd: Int, isLineStart: Bool) {
    self.blanksEnd = blanksEnd
    commentEnd = start
    lineEnd = isLineStart ? start : nil
    joinedEnd = start
  }

  /// The end of the part that belongs to the preceding node, when a sibling follows.
  var endBeforeSibling: Int { lineEnd == nil ? blanksEnd : joinedEnd }

  /// The end of the part that belongs to the preceding node, when the container ends.
  var endBeforeCloser: Int { lineEnd ?? commentEnd }

  /// The end of the part that belongs to the head of a container that has children.
  var headEnd: Int { gapEnd ?? lineEnd ?? blanksEnd }

  /// Adds a comment.
  mutating func addComment(to end: Int) {
    if lineEnd == nil { commentEnd = end } else { hasCommentBelow = true }
  }

  /// Adds the end of a line.
  mutating func addLineEnd(to end: Int, isBlankLine: Bool) {
    if lineEnd == nil {
      lineEnd = end
      joinedEnd = end
    } else if isBlankLine {
      gapEnd = end
      if !hasCommentBelow { joinedEnd = end }
    }
  }
}

extension ByteCursor {
  /// Scans blanks, line ends and, where they are accepted, comments.
  ///
  /// - Parameters:
  ///   - withComments: Whether `// comments` and `/* such */` are accepted.
  ///   - isLineStart: Whether nothing precedes, so that a blank line may be first.
  /// - Returns: The trivia.
  /// - Throws: ``FormatRefusal`` for a comment that is not closed.
  mutating func scanTrivia(
    withComments: Bool, isLineStart: Bool = false
  ) throws(FormatRefusal) -> Trivia {
    let start = offset
    skipLineBlanks(withFeeds: withComments)
    var trivia = Trivia(from: start, blanksEnd: offset, isLineStart: isLineStart)
    var isBlankLine = isLineStart
    while let next {
      if next == 0x0A {
        offset += 1
        trivia.addLineEnd(to: offset, isBlankLine: isBlankLine)
        isBlankLine = true
      } else if next == 0x2F, withComments {
        try scanComment()
        trivia.addComment(to: offset)
        isBlankLine = false
      } else {
        break
      }
      skipLineBlanks(withFeeds: withComments)
    }
    return trivia
  }

  /// Skips white space on one line; line and page feeds count only if they are accepted.
  private mutating func skipLineBlanks(withFeeds: Bool) {
    skip { $0.isBlankOrTab || $0 == 0x0D || withFeeds && ($0 == 0x0B || $0 == 0x0C) }
  }

  /// Scans `// to the end of the line`, without that end, or `/* to the closing mark */`.
  private mutating func scanComment() throws(FormatRefusal) {
    let start = offset
    if isAt("//") { return skip { $0 != 0x0A } }
    guard isAt("/*") else {
      throw FormatRefusal(at: start, tr("a comment was expected behind the slash"))
    }
    offset += 2
    while !isAtEnd {
      if isAt("*/") {
        offset += 2
        return
      }
      offset += 1
    }
    throw FormatRefusal(at: start, tr("the comment is not closed"))
  }
}
