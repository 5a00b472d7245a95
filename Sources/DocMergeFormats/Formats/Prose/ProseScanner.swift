/// Finds the blocks of a text.
///
/// The code that all notations share is here: how blocks follow each other, and how nodes are made of lines. The
/// meaning of a line in a notation is defined by the extensions in the files named after the notations.
struct ProseScanner {
  /// A block that was found, and its lines.
  struct Piece {
    /// The block as a node; its range extends to the end of its last line.
    var node: Node
    /// The line after it.
    var next: Int
    /// The depth of the section that the block opens; `nil` for a block that is no heading.
    var level: Int?
  }

  /// The lines in which blocks are looked for.
  struct Place {
    /// The line where the next block is.
    var line: Int
    /// The line at which reading stops.
    var limit: Int
    /// The column at which the text starts, as within a list item.
    var indent = 0
    /// How many list items contain the place.
    var depth = 0

    /// The same place, from another line on.
    func at(_ line: Int) -> Place {
      Place(line: line, limit: limit, indent: indent, depth: depth)
    }
  }

  /// How many nested lists are followed; deeper ones are text.
  static let depthLimit = 24

  let text: [UInt8]
  let lines: [ProseLine]
  let dialect: ProseFormat.Dialect
  /// Lines that start like a list item but belong to no list, since their numbers do not count up.
  var notItems: Set<Int> = []
  /// The ways in which titles are underlined, in the order of their first use.
  var titleStyles: [UInt16] = []
  /// For the line of each `\begin`, the line of its `\end`.
  var environments: [Int: Int] = [:]
  /// Lines of a plain text that start a section though they are not underlined, and their levels.
  var changeLogHeaders: [Int: Int] = [:]
  /// Whether lines of a plain text that start with `#` are headings.
  var hasHashHeadings = false

  init(_ text: [UInt8], _ dialect: ProseFormat.Dialect) {
    self.text = text
    self.dialect = dialect
    lines = ProseLine.lines(of: text, tabWidth: dialect == .markdown ? 4 : 8)
  }

  /// The node of the whole text.
  mutating func root() -> Node {
    prepare()
    let children = sections(of: blocks(in: Place(line: 0, limit: lines.count)))
    let inner = (children.first?.range.lowerBound ?? 0)..<(children.last?.range.upperBound ?? 0)
    var root = Node(.blocks, range: text.indices, body: inner, inner: inner)
    root.children = children
    return root
  }

  private mutating func prepare() {
    switch dialect {
    case .latex: environments = matchingEnvironments()
    case .plainText:
      changeLogHeaders = findChangeLogHeaders()
      hasHashHeadings = findHashHeadings()
    case .markdown, .reStructuredText, .asciiDoc, .org: break
    }
  }

  /// Finds the blocks from a place to its limit.
  mutating func blocks(in place: Place) -> [Piece] {
    var pieces: [Piece] = []
    var line = place.line
    if line == 0, let end = frontMatterEnd {
      pieces.append(Piece(node: frontMatterNode(to: end), next: end))
      line = end
    }
    var comment: Int?
    while line < place.limit {
      if lines[line].isBlank {
        line += 1
        continue
      }
      if let end = commentEnd(at: place.at(line)), end < place.limit, !lines[end].isBlank {
        comment = comment ?? line
        line = end
        continue
      }
      var piece = block(at: place.at(line))
      if let start = comment {
        piece.node.range = lines[start].start..<piece.node.range.upperBound
        comment = nil
      }
      line = piece.next
      pieces.append(piece)
    }
    return pieces
  }

  private mutating func block(at place: Place) -> Piece {
    switch dialect {
    case .markdown: markdownBlock(at: place)
    case .reStructuredText: restBlock(at: place)
    case .asciiDoc: asciiDocBlock(at: place)
    case .plainText: plainBlock(at: place)
    case .latex: latexBlock(at: place)
    case .org: orgBlock(at: place)
    }
  }

  /// The line after the comment that starts at a place, or `nil` where none does.
  private func commentEnd(at place: Place) -> Int? {
    switch dialect {
    case .markdown: htmlCommentEnd(at: place)
    case .asciiDoc: asciiDocCommentEnd(at: place)
    case .latex: latexCommentEnd(at: place)
    case .org: orgCommentEnd(at: place)
    case .reStructuredText, .plainText: nil
    }
  }
}

extension ProseScanner {
  /// Makes a node of whole lines without children.
  func leaf(_ range: Range<Int>, _ kind: Node.Kind = .text, key: Node.Key? = nil) -> Node {
    let (first, last) = (lines[range.lowerBound], lines[range.upperBound - 1])
    return Node(kind, key: key, range: first.start..<last.next, body: first.first..<last.end)
  }

  /// Makes a piece of whole lines without children.
  func leafPiece(_ range: Range<Int>, _ kind: Node.Kind = .text, key: Node.Key? = nil) -> Piece {
    Piece(node: leaf(range, kind, key: key), next: range.upperBound)
  }

  /// Makes a node of opening lines, of children, and of closing lines.
  ///
  /// The head may be empty, and blank lines may follow it. The end is the line after the whole node; it
  /// is only given when more lines follow the children.
  func container(
    _ kind: Node.Kind, key: Node.Key? = nil, head: Range<Int>, _ children: [Node], end: Int? = nil
  ) -> Node {
    let opened = head.isEmpty ? nil : lines[head.upperBound - 1].next
    let start = children.first?.range.lowerBound ?? opened ?? lines[head.lowerBound].start
    let stop = children.last?.range.upperBound ?? start
    let body = (head.isEmpty ? start : lines[head.lowerBound].first)
    let bodyEnd = end.map { lines[$0 - 1].end } ?? stop
    let range = (head.isEmpty ? start : lines[head.lowerBound].start)
    var node = Node(
      kind, key: key, range: range..<(end.map { lines[$0 - 1].next } ?? stop),
      body: body..<bodyEnd, inner: start..<stop)
    node.children = Self.joined(children)
    return node
  }

  /// Gives the blank lines between siblings to the preceding one.
  static func joined(_ children: [Node]) -> [Node] {
    var children = children
    for index in children.indices.dropLast() {
      let end = children[index + 1].range.lowerBound
      children[index].range = children[index].range.lowerBound..<end
    }
    return children
  }
}
