import DocMergeLanguage

/// Reads makefiles.
struct MakefileScanner {
  private var cursor: ByteCursor
  private var depth = 0
  /// Whether a line after a tab would belong to the recipe of the last rule.
  private var isRuleOpen = false

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    cursor.skipBlankLines()
    let start = cursor.offset
    let row = try statements()
    guard cursor.isAtEnd else { throw refusal(tr("a condition before its end")) }
    var root = Node(
      .blocks, range: text.indices, body: text.indices, inner: row.inner(at: start))
    root.children = row.nodes
    return root
  }

  /// The statements up to the end of a branch, or of the text; leaves the cursor before that line.
  private mutating func statements() throws(FormatRefusal) -> StatementRow {
    var row = StatementRow(from: cursor.offset)
    while !cursor.isAtEnd {
      let lineStart = cursor.offset
      if cursor.isAtConflictMarker { throw refusal(tr("a statement, not a conflict marker,")) }
      let isTabbed = cursor.next == 0x09
      cursor.skipBlanks()
      guard let next = cursor.next, next != 0x0A, next != 0x23 else {
        scanLogicalLine()
        continue
      }
      // A condition separates the line from its recipe.
      if isTabbed, isRuleOpen { throw refusal(tr("a recipe without conditions")) }
      let first = cursor.offset
      let line = scanLogicalLine()
      guard let parts = MakeLine(line, in: text) else {
        throw FormatRefusal(at: first, tr("a rule, a variable or a directive was expected"))
      }
      if parts.kind == .branch || parts.kind == .end {
        guard depth > 0 else {
          throw FormatRefusal(at: first, tr("a condition was expected before"))
        }
        cursor.offset = lineStart
        return row
      }
      let node = try node(parts, first..<line.upperBound)
      let end = cursor.offset
      cursor.skipBlankLines()
      row.append(node, to: end, blankLinesTo: cursor.offset)
    }
    return row
  }

  /// Scans a line with its continuation lines, and returns its contents.
  @discardableResult
  private mutating func scanLogicalLine() -> Range<Int> {
    let start = cursor.offset
    while true {
      cursor.skip { $0 != 0x0A }
      let end = cursor.trimmed(downTo: start)
      let slashes = text[start..<cursor.offset].reversed().prefix { $0 == 0x5C }.count
      cursor.skipLine()
      if slashes % 2 == 0 || cursor.isAtEnd { return start..<end }
    }
  }

  private mutating func node(_ line: MakeLine, _ body: Range<Int>) throws(FormatRefusal) -> Node {
    if line.kind != .condition { isRuleOpen = line.kind == .rule }
    switch line.kind {
    case .variable(let isAddition):
      if text[line.name].elementsEqual(".RECIPEPREFIX".utf8) {
        throw FormatRefusal(at: body.lowerBound, tr("recipes behind tabs were expected"))
      }
      return MakeVariable(line: line, body: body, end: cursor.offset, text: text)
        .node(isAddition: isAddition)
    case .rule: return try rule(line, body)
    case .condition: return try condition(body)
    case .definition: return try definition(line, body)
    case .directive: return Node(.text, range: body, body: body)
    case .definitionEnd, .branch, .end:
      throw FormatRefusal(at: body.lowerBound, tr("a definition was expected before"))
    }
  }

  // MARK: Rules

  private mutating func rule(_ line: MakeLine, _ body: Range<Int>) throws(FormatRefusal) -> Node {
    let targets = text[line.name].split(whereSeparator: \.isBlankOrTab)
    let isDouble = text[..<line.value].suffix(2).elementsEqual("::".utf8)
    let key = Node.Key(
      meaning: Array(targets.joined(separator: [0x20])) + Array(":".utf8), at: line.name)
    let headEnd = cursor.offset
    var row = StatementRow(from: headEnd)
    while let recipeStart = recipeLine() {
      cursor.offset = recipeStart
      let start = cursor.offset
      cursor.skipBlanks()
      let first = cursor.offset
      let words = scanLogicalLine()
      let node = Node(
        .text, range: start..<cursor.offset, body: first..<max(first, words.upperBound))
      row.append(node, to: cursor.offset, blankLinesTo: cursor.offset)
    }
    if row.nodes.isEmpty {
      if let set = phony(line, body, targets) { return set }
      // Several rules can give the dependencies of one target.
      let whole = Node.Key(meaning: text[body], at: line.name)
      return Node(.text, key: isDouble ? nil : whole, range: body, body: body)
    }
    let end = row.nodes.last?.range.upperBound ?? headEnd
    var node = Node(
      .blocks, key: isDouble ? nil : key, range: body.lowerBound..<end,
      body: body.lowerBound..<end, inner: row.inner(at: end))
    node.children = row.nodes
    cursor.offset = end
    return node
  }

  /// The start of the next line of a recipe, without blank lines and comments; `nil` where the recipe ends.
  private func recipeLine() -> Int? {
    var ahead = cursor
    while !ahead.isAtEnd {
      if ahead.next == 0x09 { return ahead.offset }
      guard ahead.next == 0x0A || ahead.next == 0x23 else { return nil }
      ahead.skipLine()
    }
    return nil
  }

  /// The names after `.PHONY:` as a set.
  private func phony(
    _ line: MakeLine, _ body: Range<Int>, _ targets: [ArraySlice<UInt8>]
  ) -> Node? {
    let rest = text[line.value..<body.upperBound]
    guard targets.count == 1, targets[0].elementsEqual(".PHONY".utf8),
      !rest.contains(where: { $0 == 0x0A || $0 == 0x23 || $0 == 0x5C }),
      let first = rest.firstIndex(where: { !$0.isWhite })
    else { return nil }
    let words = rest.split(whereSeparator: \.isBlankOrTab)
    let key = Node.Key(meaning: Array(".PHONY ".utf8) + (words.first ?? []), at: line.name)
    var node = Node(.set, key: key, range: body, body: body, inner: first..<body.upperBound)
    node.children = words.indices.map { index in
      let end = index + 1 < words.count ? words[index + 1].startIndex : body.upperBound
      return Node(.scalar, range: words[index].startIndex..<end, body: words[index].indices)
    }
    node.isOneLine = true
    return node
  }

  // MARK: Conditions and definitions

  private mutating func condition(_ body: Range<Int>) throws(FormatRefusal) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth < nestingLimit else { throw refusal(tr("less nesting")) }
    var branches: [Node] = []
    var (start, line) = (body.lowerBound, body)
    var end: Range<Int>?
    while end == nil {
      let headEnd = cursor.offset
      cursor.skipBlankLines()
      let row = try statements()
      guard !cursor.isAtEnd else { throw refusal("endif") }
      let next = cursor.offset
      cursor.skipBlanks()
      let first = cursor.offset
      let words = scanLogicalLine()
      var branch = Node(
        .blocks, key: key(ofBranch: line), range: start..<next, body: line.lowerBound..<next,
        inner: row.nodes.isEmpty ? next..<next : row.inner(at: headEnd))
      branch.children = row.nodes
      branches.append(branch)
      if MakeLine(words, in: text)?.kind == .end { end = first..<words.upperBound }
      (start, line) = (next, first..<words.upperBound)
    }
    // The same condition can occur in several places.
    let first = branches.first?.children.first?.key.map { Array(text[$0.range]) } ?? []
    var key = key(ofBranch: body)
    key.hash = Node.Key(meaning: Array(text[body]) + [0x0A] + first, at: body).hash
    var node = Node(
      .blocks, key: key, range: body.lowerBound..<cursor.offset,
      body: body.lowerBound..<cursor.offset,
      inner: body.lowerBound..<(branches.last?.range.upperBound ?? body.lowerBound))
    node.children = branches
    return node
  }

  private func key(ofBranch line: Range<Int>) -> Node.Key {
    Node.Key(
      meaning: Array(text[line].split(whereSeparator: \.isBlankOrTab).joined(separator: [0x20])),
      at: line)
  }

  private mutating func definition(
    _ line: MakeLine, _ body: Range<Int>
  ) throws(FormatRefusal) -> Node {
    var depth = 1
    while depth > 0 {
      guard !cursor.isAtEnd else { throw refusal("endef") }
      cursor.skipBlanks()
      switch MakeLine(scanLogicalLine(), in: text)?.kind {
      case .definition: depth += 1
      case .definitionEnd: depth -= 1
      default: break
      }
    }
    let end = cursor.trimmed(downTo: body.lowerBound)
    return Node(
      .text, key: Node.Key(line.name, in: text), range: body.lowerBound..<cursor.offset,
      body: body.lowerBound..<end)
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
