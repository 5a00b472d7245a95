/// Finds where lines and comments of program code end, after a node.
struct CodeLines {
  let text: [UInt8]
  /// The end of each comment, without the end of the line, by its start.
  private let comments: [Int: Int]

  /// - Complexity: O(*n*), *n* being the number of nodes.
  init(_ text: [UInt8], _ code: CodeTree) {
    self.text = text
    var comments: [Int: Int] = [:]
    for index in code.nodes.indices where code.isComment(index) {
      let range = code.nodes[index].range
      guard !range.isEmpty else { continue }
      comments[range.lowerBound] = Self.trimmed(range, in: text).upperBound
    }
    self.comments = comments
  }

  /// A range without white space at its ends.
  static func trimmed(_ range: Range<Int>, in text: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start, text[end - 1].isWhite { end -= 1 }
    while start < end, text[start].isWhite { start += 1 }
    return start..<end
  }

  /// The text after a place on its line.
  struct Rest {
    /// The end of the last comment; the start of the search if there is none.
    var commentEnd: Int
    /// The end of the line; `nil` when code follows on it.
    var lineEnd: Int?
    /// The start of the next line with text, or of the code on this one.
    var next: Int

    /// The end of the last child of a container.
    var last: Int { lineEnd ?? commentEnd }
  }

  /// Searches from the end of a node to the end of its line, and past the blank lines below, up to a limit.
  func rest(from start: Int, upTo limit: Int) -> Rest {
    var (place, commentEnd) = (start, start)
    while true {
      place = skipBlanks(place, limit)
      guard let end = comments[place], end <= limit else { break }
      (place, commentEnd) = (end, end)
    }
    guard place < limit, text[place] == 0x0A else {
      let isEnd = place == text.count
      return Rest(commentEnd: commentEnd, lineEnd: isEnd ? place : nil, next: place)
    }
    let lineEnd = place + 1
    return Rest(commentEnd: commentEnd, lineEnd: lineEnd, next: skipBlankLines(lineEnd, limit))
  }

  /// The start of the line of a place, if there are only blanks between them; else the place itself.
  func lineStart(of place: Int, notBefore limit: Int) -> Int {
    var start = place
    while start > limit, text[start - 1].isBlankOrTab { start -= 1 }
    return start == 0 || text[start - 1] == 0x0A ? start : place
  }

  /// Whether there are only blanks before a place on its line.
  func startsLine(_ place: Int) -> Bool {
    let start = lineStart(of: place, notBefore: 0)
    return start == 0 || text[start - 1] == 0x0A
  }

  private func skipBlanks(_ place: Int, _ limit: Int) -> Int {
    var place = place
    while place < limit, text[place].isBlankOrTab || text[place] == 0x0D { place += 1 }
    return place
  }

  /// The place after all blank lines from a place on.
  func skipBlankLines(_ start: Int, _ limit: Int) -> Int {
    var line = start
    while line < limit {
      let end = skipBlanks(line, limit)
      guard end < limit, text[end] == 0x0A else { return line }
      line = end + 1
    }
    return line
  }
}

extension CodeTree {
  /// Whether a node is a comment.
  func isComment(_ index: Int) -> Bool {
    nodes[index].traits.contains(.extra) && type(index).contains("comment")
      || type(index).hasSuffix("comment")
  }
}
