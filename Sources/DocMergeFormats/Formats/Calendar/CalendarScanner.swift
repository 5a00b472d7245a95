import DocMergeLanguage

/// Reads calendars and contacts.
struct CalendarScanner {
  private var cursor: ByteCursor
  private var depth = 0

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    var root = Node(.members, range: text.indices, body: text.indices)
    var row = LineRow(from: 0)
    while let (line, start) = try nextLine() {
      guard line.name == "BEGIN" else { throw refusal(at: start, "BEGIN") }
      let node = try component(line, from: start)
      row.append(node, to: node.range.upperBound)
    }
    (root.children, root.inner) = (row.nodes, row.inner)
    Self.tellApart(&root.children)
    return root
  }

  /// Reads a line with its continuation lines; leaves the cursor after its end.
  private mutating func nextLine() throws(FormatRefusal) -> (line: CalendarLine, start: Int)? {
    cursor.skipBlankLines()
    guard !cursor.isAtEnd else { return nil }
    let start = cursor.offset
    if cursor.isAtConflictMarker {
      throw refusal(at: start, tr("a property, not a conflict marker,"))
    }
    cursor.skip { $0 != 0x0A && $0 != 0 }
    while cursor.next == 0x0A, isContinued(from: start) {
      cursor.offset += 1
      cursor.skip { $0 != 0x0A && $0 != 0 }
    }
    if cursor.next == 0 { throw refusal(at: cursor.offset, tr("a property without a NUL byte")) }
    guard let line = CalendarLine(start..<cursor.offset, in: text) else {
      throw refusal(at: start, tr("a property with a colon"))
    }
    cursor.skipLine()
    return (line, start)
  }

  /// Whether the next line continues the one that ends here.
  private func isContinued(from start: Int) -> Bool {
    guard let next = cursor.byte(ahead: 1) else { return false }
    if next.isBlankOrTab { return true }
    // Old vCards fold quoted text after an equals sign.
    guard cursor.byte(ahead: -1) == 0x3D else { return false }
    let head = text[start..<cursor.offset].prefix { $0 != 0x3A && $0 != 0x0A }
    return String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  /// Reads a component, from the end of its first line.
  private mutating func component(
    _ begin: CalendarLine, from start: Int
  ) throws(FormatRefusal) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth < nestingLimit else { throw refusal(at: start, tr("less nesting")) }
    let kind = String(decoding: begin.value, as: UTF8.self).uppercased()
    var row = LineRow(from: cursor.offset)
    var lines: [CalendarLine] = []
    while let (line, lineStart) = try nextLine() {
      switch line.name {
      case "BEGIN":
        let node = try component(line, from: lineStart)
        row.append(node, to: node.range.upperBound)
      case "END":
        let value = String(decoding: line.value, as: UTF8.self).uppercased()
        guard value == kind else { throw refusal(at: lineStart, "END:\(kind)") }
        return node(
          kind, row, lines, range: start..<cursor.offset, body: start..<line.range.upperBound)
      default:
        lines.append(line)
        let node = CalendarProperty.node(
          of: line, in: kind, text, range: lineStart..<cursor.offset)
        row.append(node, to: cursor.offset)
      }
    }
    throw refusal(at: cursor.offset, "END:\(kind)")
  }

  private func node(
    _ kind: String, _ row: LineRow, _ lines: [CalendarLine], range: Range<Int>, body: Range<Int>
  ) -> Node {
    let key = key(of: kind, lines, at: body.lowerBound)
    if kind == "VTIMEZONE" {
      var node = Node(.text, key: key, range: range, body: body)
      node.isWhole = true
      return node
    }
    var node = Node(.members, key: key, range: range, body: body, inner: row.inner)
    node.children = row.nodes
    Self.gatherGroups(&node.children, lines, text)
    Self.tellApart(&node.children)
    return node
  }

  /// The key of a component; `nil` where nothing tells it from others of its kind.
  private func key(of kind: String, _ lines: [CalendarLine], at start: Int) -> Node.Key? {
    func line(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }
    func key(_ line: CalendarLine, _ more: [UInt8] = []) -> Node.Key {
      let place = line.range.upperBound - (line.isUnfolded ? line.value.count : 0)
      return Node.Key(
        meaning: Array("\(kind) \(line.name):".utf8) + line.value + more,
        at: place..<line.range.upperBound)
    }
    switch kind {
    case "VCALENDAR":
      return Node.Key(meaning: kind.utf8, at: start + 6..<start + 6 + kind.utf8.count)
    case "VTIMEZONE": return line("TZID").map { key($0) }
    case "VALARM": return (line("UID") ?? line("X-WR-ALARMUID")).map { key($0) }
    default:
      guard let uid = line("UID") else { return line("FN").map { key($0) } }
      // Of the parameters only the zone affects which date of the series it is.
      let instance = line("RECURRENCE-ID").map { line in
        [0x0A] + (line.parameter("TZID") ?? "").utf8 + [0x3A] + line.value.map(\.lowercased)
      }
      return key(uid, instance ?? [])
    }
  }

  /// Removes the keys of contacts that have only a name, where two have the same.
  private static func tellApart(_ nodes: inout [Node]) {
    let counts = nodes.reduce(into: [UInt64: Int]()) { counts, node in
      if let key = node.key, node.isContainer, node.kind == .members {
        counts[key.hash, default: 0] += 1
      }
    }
    for index in nodes.indices where nodes[index].kind == .members {
      guard let key = nodes[index].key, (counts[key.hash] ?? 0) > 1 else { continue }
      nodes[index].key = nil
    }
  }

  /// Makes one node of the lines of a group, such as `item1.TEL` and `item1.X-ABLABEL`.
  private static func gatherGroups(_ nodes: inout [Node], _ lines: [CalendarLine], _ text: [UInt8])
  {
    let groups = Dictionary(
      lines.compactMap { line in line.group.map { (line.range.lowerBound, $0) } },
      uniquingKeysWith: { first, _ in first })
    guard !groups.isEmpty else { return }
    var gathered: [Node] = []
    var lastGroup: String?
    for node in nodes {
      let group = groups[node.body.lowerBound]
      defer { lastGroup = group }
      guard let group else {
        gathered.append(node)
        continue
      }
      var range = node.range
      var body = node.body
      if group == lastGroup, let last = gathered.popLast() {
        range = last.range.lowerBound..<range.upperBound
        body = last.body.lowerBound..<body.upperBound
      }
      let place = body.lowerBound..<body.lowerBound + group.utf8.count
      var whole = Node(
        .text, key: Node.Key(meaning: Array("\(group).".utf8), at: place), range: range, body: body)
      whole.isWhole = true
      whole.content = CalendarProperty.content(of: text[body].filter { $0 != 0x0A })
      gathered.append(whole)
    }
    nodes = gathered
  }

  private func refusal(at place: Int, _ expected: String) -> FormatRefusal {
    FormatRefusal(at: place, tr("\(expected) was expected"))
  }
}
