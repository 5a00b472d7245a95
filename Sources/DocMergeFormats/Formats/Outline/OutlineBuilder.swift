/// Makes nodes from the lines of a text.
struct OutlineBuilder {
  let text: [UInt8]
  let lines: [OutlineLine]
  let longTags: [LongTag]
  let textFamily: LanguageFamily
  /// For each line the next one with code that is not indented deeper.
  let dedents: [Int]
  /// For each line the last one with code at or before it, or -1.
  let lastCode: [Int]
  /// Whether some list of the text has a comma after its last item.
  let hasFinalMark: Bool

  /// The deepest nesting whose containers are examined.
  static let depthLimit = 100

  init(_ lexer: OutlineLexer, _ family: LanguageFamily) {
    text = lexer.text
    longTags = lexer.longTags
    textFamily = family
    var pairs = LinePairs(lexer.lines, text, family)
    pairs.join()
    lines = pairs.lines
    (dedents, lastCode) = Self.indentation(of: lines)
    hasFinalMark = Self.hasFinalMark(lines, text)
  }

  private static func indentation(of lines: [OutlineLine]) -> (dedents: [Int], lastCode: [Int]) {
    var dedents = Array(repeating: lines.count, count: lines.count)
    var lastCode = Array(repeating: -1, count: lines.count)
    var open: [Int] = []
    var last = -1
    for (index, line) in lines.enumerated() {
      if line.hasCode || line.isGlued { last = index }
      lastCode[index] = last
      guard line.hasCode, !line.isGlued else { continue }
      while let deepest = open.last, lines[deepest].indent >= line.indent {
        dedents[deepest] = index
        open.removeLast()
      }
      open.append(index)
    }
    return (dedents, lastCode)
  }

  private static func hasFinalMark(_ lines: [OutlineLine], _ text: [UInt8]) -> Bool {
    var isAfterMark = false
    for line in lines where line.hasCode {
      if isAfterMark, line.closersEnd > line.first { return true }
      isAfterMark = text[line.end - 1] == 0x2C
    }
    return false
  }

  /// The start of a line; the end of the text for a line after the last one.
  func start(of line: Int) -> Int { line < lines.count ? lines[line].start : text.count }

  /// The language of a line.
  func family(_ line: Int) -> LanguageFamily {
    lines[line].isScript ? .script : textFamily
  }

  /// The first byte of the code on a line.
  func firstByte(_ line: Int) -> UInt8 { lines[line].hasCode ? text[lines[line].first] : 0 }

  /// The last byte of the code on a line.
  func lastByte(_ line: Int) -> UInt8 { lines[line].hasCode ? text[lines[line].end - 1] : 0 }

  // MARK: - Blocks

  /// The node of the whole text.
  func root() -> Node {
    let first = endOfHeader
    if textFamily.features.contains(.records) {
      return records(first).node(key: nil, range: 0..<text.count, body: 0..<text.count)
    }
    let block = block(
      first..<lines.count,
      BlockContext(scope: textFamily.prose ? .statements : .declarations, isRoot: true))
    return block.node(key: nil, range: 0..<text.count, body: 0..<text.count)
  }

  /// The end of the comments about the whole text: a `#!` line, and comments that a blank line follows.
  private var endOfHeader: Int {
    var line = 0
    if text.starts(with: "#!".utf8) || text.starts(with: "<?xml".utf8) { line = 1 }
    while line < lines.count, lines[line].isBlank { line += 1 }
    let start = line
    while line < lines.count, lines[line].isComment { line += 1 }
    guard line < lines.count, lines[line].isBlank else { return start }
    while line < lines.count, lines[line].isBlank { line += 1 }
    return line
  }

  /// The children on a range of lines.
  func block(_ range: Range<Int>, _ context: BlockContext) -> OutlineBlock {
    var line = range.lowerBound
    while line < range.upperBound, lines[line].isBlank { line += 1 }
    var block = OutlineBlock(inner: start(of: range.lowerBound)..<start(of: range.lowerBound))
    var lower = start(of: line)
    var children: [Node] = []
    var end = lower
    while let first = nextStatement(line..<range.upperBound) {
      var (node, next) = statement(at: first, upTo: range.upperBound, context)
      if let last = children.indices.last {
        children[last].range = children[last].range.lowerBound..<lower
      }
      end = start(of: next)
      node.range = lower..<end
      children.append(node)
      line = next
      while line < range.upperBound, lines[line].isBlank { line += 1 }
      lower = start(of: line)
    }
    if let first = children.first { block.inner = first.range.lowerBound..<end }
    block.children = children
    arrange(&block, context)
    return block
  }

  /// The next line on which a statement starts, after comments and attributes above it.
  private func nextStatement(_ range: Range<Int>) -> Int? {
    var line = range.lowerBound
    var attribute: Int?
    while line < range.upperBound {
      if !lines[line].hasCode {
        if lines[line].isBlank, let attribute { return attribute }
        line += 1
        continue
      }
      guard let end = endOfAttribute(line), end <= range.upperBound else { return line }
      attribute = attribute ?? line
      line = end
    }
    return attribute
  }
}

extension LanguageFamily {
  /// Whether lines are text.
  var prose: Bool { features.contains(.prose) }
  /// Whether there are no declarations and no statements.
  var isData: Bool { features.contains(.data) }
}
