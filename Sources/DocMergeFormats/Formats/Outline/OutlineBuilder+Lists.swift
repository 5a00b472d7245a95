extension OutlineBuilder {
  /// Classifies the children of a container: items of a list, imports, clauses of a function.
  func arrange(_ block: inout OutlineBlock, _ context: BlockContext) {
    if !context.isImports, isList(block.children, context) {
      makeList(&block, context)
    } else if mayHaveSemicolons(in: context.opener), areParted(block.children, by: 0x3B) {
      makeList(&block, context, mark: 0x3B)
    } else if isBarred(block.children) {
      block.kind = .items
    } else {
      if textFamily.features.contains(.clauses), context.isRoot { groupClauses(&block.children) }
      groupRuns(&block.children)
      if context.isImports {
        block.kind = .set
        for index in block.children.indices {
          block.children[index].key = importKey(of: block.children[index])
        }
      } else if !textFamily.isData {
        groupImports(&block.children)
      }
      if context.isRoot, textFamily.features.contains(.sections) { groupSections(&block.children) }
    }
  }

  /// The last byte of a child, including its mark.
  private func lastByte(of node: Node) -> UInt8 {
    node.body.isEmpty ? 0 : text[node.body.upperBound - 1]
  }

  private func isList(_ children: [Node], _ context: BlockContext) -> Bool {
    let isBracket = context.opener == 0x5B || context.opener == 0x28
    guard let last = children.last else { return isBracket || context.isValue }
    let marked = children.dropLast().count { lastByte(of: $0) == 0x2C }
    if context.opener == 0, !textFamily.features.contains(.clauses) || context.isRoot {
      return false
    }
    if children.count == 1, lastByte(of: last) == 0x3B || lastByte(of: last) == 0x7D && !isBracket {
      return false
    }
    if children.count == 1 { return isBracket || context.isValue || lastByte(of: last) == 0x2C }
    if marked == children.count - 1 { return true }
    return textFamily.features.contains(.hashAttributes) && marked > 0
      && children.dropLast().allSatisfy { [0x2C, 0x7D].contains(lastByte(of: $0)) }
  }

  /// Whether the items between such brackets may have semicolons between them, as the ports of an entity in VHDL.
  private func mayHaveSemicolons(in opener: UInt8) -> Bool {
    opener == 0x28 || opener != 0 && textFamily.features.contains(.semicolonLists)
  }

  /// Whether a mark follows each of some children, except for the last one.
  private func areParted(_ children: [Node], by mark: UInt8) -> Bool {
    guard let last = children.last, children.count > 1 || lastByte(of: last) == mark else {
      return false
    }
    return children.dropLast().allSatisfy { lastByte(of: $0) == mark }
  }

  private func isBarred(_ children: [Node]) -> Bool {
    !children.isEmpty && !textFamily.isData
      && children.allSatisfy { !$0.body.isEmpty && text[$0.body.lowerBound] == 0x7C }
  }

  private func makeList(
    _ block: inout OutlineBlock, _ context: BlockContext, mark: UInt8 = 0x2C
  ) {
    block.kind = .items
    block.mark = mark
    for index in block.children.indices { cutMark(&block.children[index], mark) }
    if mark == 0x2C { block.children = valuesApart(block.children) }
    block.inner = cutEnd(&block.children, block.inner)
    let isThere = block.children.last.map { !$0.separator.isEmpty } ?? false
    block.allowsFinalMark = isThere || mark == 0x3B || allowsFinalMark(in: context.opener)
  }

  /// The children with a node of its own for each of several values on one line: `"a", "b",`.
  ///
  /// Lines with as many values each are rows, and stay as they are.
  private func valuesApart(_ children: [Node]) -> [Node] {
    let values = children.map { self.values(of: $0) }
    let counts = Set(values.map { $0?.count ?? 0 })
    guard !counts.contains(0), counts != [1], children.count == 1 || counts.count > 1 else {
      return children
    }
    return zip(children, values).flatMap { child, values in
      guard let values, values.count > 1 else { return [child] }
      return nodes(of: values, in: child)
    }
  }

  private func nodes(of values: [Range<Int>], in child: Node) -> [Node] {
    var start = child.range.lowerBound
    return values.enumerated().map { index, value in
      let isLast = index == values.count - 1
      var node = Node(.scalar, range: start..<child.range.upperBound, body: value)
      node.separator = child.separator
      if !isLast {
        let mark = text[value.upperBound...].firstIndex(of: 0x2C) ?? value.upperBound
        node.separator = mark..<mark + 1
        node.range = start..<values[index + 1].lowerBound
      }
      start = node.range.upperBound
      return node
    }
  }

  /// The values on the one line of an item; `nil` where it is anything else than strings, numbers and names.
  private func values(of node: Node) -> [Range<Int>]? {
    guard !node.isContainer, node.key == nil, !text[node.body].contains(0x0A) else { return nil }
    var values: [Range<Int>] = []
    var cursor = ByteCursor(text, at: node.body.lowerBound)
    while cursor.offset < node.body.upperBound {
      let start = cursor.offset
      if let quote = cursor.next, quote == .quotationMark || quote == 0x27 {
        cursor.offset += 1
        while let byte = cursor.next, byte != quote, byte != 0x0A {
          cursor.offset += byte == 0x5C ? 2 : 1
        }
        guard cursor.take(quote), cursor.offset <= node.body.upperBound else { return nil }
      } else {
        cursor.skip { $0.isPartOfName || $0 == 0x2E || $0 == 0x2D }
      }
      guard cursor.offset > start else { return nil }
      values.append(start..<cursor.offset)
      cursor.skipBlanks()
      guard cursor.offset < node.body.upperBound else { break }
      guard cursor.take(0x2C) else { return nil }
      cursor.skipBlanks()
    }
    return values
  }

  /// Whether the last item of a list in such brackets may have a comma after it.
  func allowsFinalMark(in opener: UInt8) -> Bool {
    let features = textFamily.features
    if features.contains(.sql) { return false }
    return opener == 0x28
      ? features.contains(.finalMarkInParentheses) : features.contains(.finalMark) || hasFinalMark
  }

  /// Makes the mark at the end of a child its separator.
  func cutMark(_ node: inout Node, _ mark: UInt8 = 0x2C) {
    guard lastByte(of: node) == mark else { return }
    cut(&node, to: node.body.upperBound - 1, separator: node.body.upperBound)
  }

  /// Ends the body of a node earlier.
  func cut(_ node: inout Node, to end: Int, separator: Int) {
    var end = end
    let least = node.isContainer ? node.inner.upperBound : node.body.lowerBound
    while end > least, text[end - 1].isWhite { end -= 1 }
    guard end >= least else { return }
    node.body = node.body.lowerBound..<end
    if !node.isContainer { node.inner = end..<end }
    node.separator = end..<end
    if separator > end { node.separator = markStart(end, separator)..<separator }
  }

  private func markStart(_ start: Int, _ end: Int) -> Int {
    text[start..<end].firstIndex { !$0.isWhite } ?? end
  }

  /// Moves a `;` or `.` after the last child to the container.
  private func cutEnd(_ children: inout [Node], _ inner: Range<Int>) -> Range<Int> {
    guard var last = children.last else { return inner }
    let byte = lastByte(of: last)
    guard byte == 0x3B || byte == 0x2E && textFamily.features.contains(.clauses) else {
      return inner
    }
    let end = last.body.upperBound - 1
    guard end >= (last.isContainer ? last.inner.upperBound : last.body.lowerBound + 1) else {
      return inner
    }
    cut(&last, to: end, separator: 0)
    last.range = last.range.lowerBound..<last.body.upperBound
    children[children.count - 1] = last
    return inner.lowerBound..<last.range.upperBound
  }

  // MARK: - Sections

  /// Makes one node of each line such as `[name]` and the lines after it.
  private func groupSections(_ children: inout [Node]) {
    guard let first = children.firstIndex(where: { isHeader($0) }) else { return }
    var result = Array(children[..<first])
    var start = first
    while start < children.count {
      var end = start + 1
      while end < children.count, !isHeader(children[end]) { end += 1 }
      result.append(section(children[start], children[(start + 1)..<end]))
      start = end
    }
    children = result
  }

  private func isHeader(_ node: Node) -> Bool {
    !node.isContainer && text[node.body].first == 0x5B && text[node.body].last == 0x5D
  }

  private func section(_ header: Node, _ children: ArraySlice<Node>) -> Node {
    guard !children.isEmpty else { return header }
    var node = group(children, .blocks, key: Node.Key(header.body, in: text))
    node.range = header.range.lowerBound..<node.range.upperBound
    node.body = header.body.lowerBound..<node.body.upperBound
    return node
  }

  // MARK: - Groups among statements

  /// A node that holds adjacent children.
  private func group(_ children: ArraySlice<Node>, _ kind: Node.Kind, key: Node.Key? = nil) -> Node
  {
    Array(children).joined(kind, key: key, in: text)
  }

  /// Makes each run of imports one node.
  private func groupImports(_ children: inout [Node]) {
    children = children.joiningImports(in: text, where: isImport, key: importKey)
  }

  /// The key of an import: its text, or its text around its list.
  private func importKey(of node: Node) -> Node.Key {
    guard node.isContainer else { return Node.Key(node.body, in: text) }
    let around = text[node.body.lowerBound..<node.head.upperBound] + text[node.tail]
    return Node.Key(meaning: around, at: node.body)
  }

  private func isImport(_ node: Node) -> Bool {
    HeadWords(
      text, node.body.lowerBound..<min(node.body.upperBound, node.body.lowerBound + 200), textFamily
    )
    .isImport
  }

  /// Makes each run of lines that end with commas, and of one that ends with a semicolon, a list.
  private func groupRuns(_ children: inout [Node]) {
    guard children.contains(where: { lastByte(of: $0) == 0x2C }), !textFamily.isData else { return }
    var result: [Node] = []
    var start = 0
    while start < children.count {
      var end = start
      while end < children.count, lastByte(of: children[end]) == 0x2C { end += 1 }
      guard end > start, end < children.count, lastByte(of: children[end]) == 0x3B else {
        result += children[start..<max(end, start + 1)]
        start = max(end, start + 1)
        continue
      }
      result.append(list(children[start...end]))
      start = end + 1
    }
    children = result
  }

  /// A list of statements the last of which does not end with a mark.
  private func list(_ children: ArraySlice<Node>, mark: UInt8 = 0x2C, key: Node.Key? = nil) -> Node
  {
    var node = group(children, .items, key: key)
    for index in node.children.indices { cutMark(&node.children[index]) }
    let end = children.last?.body.upperBound ?? node.body.upperBound
    node.inner = cutEnd(&node.children, node.inner)
    node.body = node.body.lowerBound..<max(end, node.inner.upperBound)
    node.separator = node.body.upperBound..<node.body.upperBound
    node.mark = mark
    return node
  }

  /// Makes the clauses of each function of Erlang a list.
  private func groupClauses(_ children: inout [Node]) {
    var result: [Node] = []
    var start = 0
    while start < children.count {
      var end = start
      while end < children.count - 1, lastByte(of: children[end]) == 0x3B { end += 1 }
      guard lastByte(of: children[end]) == 0x2E, text[children[start].body].first != 0x2D else {
        result += children[start...end]
        start = end + 1
        continue
      }
      result.append(clauses(children[start...end]))
      start = end + 1
    }
    children = result
  }

  private func clauses(_ children: ArraySlice<Node>) -> Node {
    var nodes = Array(children)
    let key = nodes.first?.key
    for index in nodes.indices {
      nodes[index].key = nil
      guard index < nodes.count - 1 else { continue }
      cut(
        &nodes[index], to: nodes[index].body.upperBound - 1, separator: nodes[index].body.upperBound
      )
    }
    return list(nodes[...], mark: 0x3B, key: key)
  }
}
