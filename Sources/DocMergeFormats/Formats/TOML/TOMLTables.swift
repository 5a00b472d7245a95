/// Combines lines of TOML into tables.
struct TOMLTables {
  private let text: [UInt8]
  /// The text, the elements around the last line, and the last table.
  private var open: [Table]

  /// A table whose end is not found yet.
  fileprivate struct Table {
    var node: Node
    /// `nil` for the whole text.
    let name: TOMLName?
    /// Whether it can contain tables: an element, or the whole text.
    let holdsTables: Bool
    /// Its keys, if it can also contain tables.
    var keys: Node?
    /// Which of its children are elements, and their names.
    var elements: [(index: Int, name: TOMLName)] = []
  }

  init(_ text: [UInt8]) {
    self.text = text
    let root = Node(.members, range: text.indices, body: text.indices)
    open = [Table(node: root, name: nil, holdsTables: true)]
  }

  private var last: Int { open.count - 1 }

  /// Adds a member to the current table.
  ///
  /// - Parameters:
  ///   - pair: The member, whose range is its line.
  ///   - gap: The lines before it.
  mutating func add(_ pair: Node, behind gap: LineGap) {
    var pair = pair
    let holder = last
    open[holder].addPair { siblings in
      var start = gap.headEnd
      if let previous = siblings.indices.last {
        start = gap.jointEnd
        siblings[previous].range = siblings[previous].range.lowerBound..<start
      }
      pair.range = start..<pair.range.upperBound
      siblings.append(pair)
    }
  }

  /// Opens a table; ends those that do not contain it.
  mutating func open(_ header: TOMLScanner.Header, behind gap: LineGap) {
    var start = gap.tailJointEnd
    let standsInLast = isInElement(header.name, at: last)
    while !isInElement(header.name, at: last) {
      let isOutermost = isInElement(header.name, at: last - 1)
      close(tailEnd: gap.tailEnd, end: isOutermost ? start : gap.tailEnd, contentEnd: gap.start)
    }
    if standsInLast {
      if open[last].isUntouchedText {
        start = gap.headEnd
        open[last].endKeys(contentEnd: start, tailEnd: start, end: start)
      } else {
        open[last].endKeys(contentEnd: gap.start, tailEnd: gap.tailEnd, end: start)
      }
    }
    let node = Node(
      .members, key: header.isElement ? nil : header.name.tableKey,
      range: start..<header.range.upperBound, body: header.range,
      inner: header.range.upperBound..<header.range.upperBound)
    open.append(Table(node: node, name: header.name, holdsTables: header.isElement))
  }

  /// Ends all tables; the node of the text.
  mutating func finish(behind gap: LineGap) -> Node {
    while last > 0 { close(tailEnd: gap.lastTailEnd, end: gap.lastTailEnd, contentEnd: gap.start) }
    if open[0].isUntouchedText {
      open[0].endKeys(contentEnd: gap.end, tailEnd: gap.end, end: gap.end)
    } else {
      open[0].endKeys(contentEnd: gap.start, tailEnd: gap.lastTailEnd, end: gap.lastTailEnd)
    }
    open[0].node.identifyElements(open[0].elements, in: text)
    open[0].node.surroundChildren()
    return open[0].node
  }

  /// Whether a table of a name can be in an open one.
  private func isInElement(_ name: TOMLName, at index: Int) -> Bool {
    guard let other = open[index].name else { return true }
    return open[index].holdsTables && name.isBelow(other)
  }

  /// Ends the last open table, and makes it a child of the one around it.
  ///
  /// - Parameters:
  ///   - tailEnd: The end of the comments below the last line.
  ///   - end: The end of the table's text.
  ///   - contentEnd: The end of the last line.
  private mutating func close(tailEnd: Int, end: Int, contentEnd: Int) {
    var table = open.removeLast()
    if table.holdsTables {
      table.endKeys(contentEnd: contentEnd, tailEnd: tailEnd, end: tailEnd)
      table.node.identifyElements(table.elements, in: text)
    }
    table.node.surroundChildren()
    table.node.body = table.node.body.lowerBound..<tailEnd
    table.node.range = table.node.range.lowerBound..<end
    table.node.separator = tailEnd..<tailEnd
    if table.holdsTables, let name = table.name {
      open[last].elements.append((open[last].node.children.count, name))
    }
    open[last].node.children.append(table.node)
  }
}

extension TOMLTables.Table {
  /// Whether it is the whole text, and nothing of it was found yet.
  fileprivate var isUntouchedText: Bool { name == nil && keys == nil && node.children.isEmpty }

  /// Adds to the members: those of the table, or those of its keys.
  fileprivate mutating func addPair(_ body: (inout [Node]) -> Void) {
    guard holdsTables else { return body(&node.children) }
    var keys = self.keys ?? Node(.members, range: 0..<0, body: 0..<0)
    self.keys = nil
    body(&keys.children)
    self.keys = keys
  }

  /// Ends the keys, which are the first child of a table that can hold tables.
  ///
  /// - Parameters:
  ///   - contentEnd: The end of the last line.
  ///   - tailEnd: The end of the comments below it.
  ///   - end: The end of the keys' text.
  fileprivate mutating func endKeys(contentEnd: Int, tailEnd: Int, end: Int) {
    guard node.children.isEmpty else { return }
    var keys = self.keys ?? Node(.members, range: contentEnd..<end, body: contentEnd..<tailEnd)
    self.keys = nil
    keys.inner = contentEnd..<contentEnd
    keys.surroundChildren()
    keys.body = keys.inner.lowerBound..<tailEnd
    keys.range = keys.inner.lowerBound..<end
    keys.separator = tailEnd..<tailEnd
    keys.key = Node.Key(meaning: [0xFC], at: keys.body.lowerBound..<keys.body.lowerBound)
    node.children.append(keys)
  }
}

extension Node {
  /// Sets ``inner`` to the range that the children own, if there are any.
  fileprivate mutating func surroundChildren() {
    guard let first = children.first, let last = children.last else { return }
    inner = first.range.lowerBound..<last.range.upperBound
  }
}
