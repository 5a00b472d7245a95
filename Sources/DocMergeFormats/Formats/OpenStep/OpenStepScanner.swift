import DocMergeLanguage

/// Reads a property list.
struct OpenStepScanner {
  var cursor: ByteCursor
  let hasSections: Bool
  private var isInSection = false
  private var depth = 0

  init(_ text: [UInt8], hasSections: Bool) {
    cursor = ByteCursor(text, at: text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    self.hasSections = hasSections
  }

  /// Reads the value that is the whole text.
  mutating func readRoot() throws(FormatRefusal) -> Node {
    try skipSpace()
    var root = try readValue(from: cursor.offset, isSet: false)
    try skipSpace()
    guard cursor.isAtEnd else { throw refusal(tr("the end")) }
    root.range = cursor.text.indices
    return root
  }

  /// Reads a value; its body starts earlier when it has a key.
  private mutating func readValue(from start: Int, isSet: Bool) throws(FormatRefusal) -> Node {
    switch cursor.next {
    case 0x7B:
      return try nested(start) { scanner throws(FormatRefusal) in
        try scanner.readDictionary(from: start)
      }
    case 0x28:
      return try nested(start) { scanner throws(FormatRefusal) in
        try scanner.readArray(from: start, isSet: isSet)
      }
    case 0x3C: try skipData()
    default: _ = try readString(tr("a value"))
    }
    return Node(.scalar, range: start..<start, body: start..<cursor.offset)
  }

  private mutating func nested(
    _ start: Int, _ read: (inout OpenStepScanner) throws(FormatRefusal) -> Node
  ) throws(FormatRefusal) -> Node {
    depth += 1
    guard depth <= nestingLimit else { throw refusal(tr("less nesting")) }
    cursor.offset += 1
    let node = try read(&self)
    depth -= 1
    return node
  }

  /// Reads the contents after an opening brace.
  private mutating func readDictionary(from start: Int) throws(FormatRefusal) -> Node {
    let inner = behindHead()
    var list = ChildList(from: inner)
    let sections = try readEntries(into: &list, until: 0x7D)
    guard cursor.take(0x7D) else { throw refusal(tr("a key or a closing brace")) }
    var node = Node(
      .members, range: start..<start, body: start..<cursor.offset, inner: inner..<list.end)
    node.children = sections ? list.nodes.map(\.withMarkInBody) : list.nodes
    node.mark = sections ? nil : 0x3B
    node.allowsFinalMark = !sections
    return node
  }

  /// Reads members and sections; returns whether there are sections.
  private mutating func readEntries(
    into list: inout ChildList, until close: UInt8
  ) throws(FormatRefusal) -> Bool {
    var found = false
    while true {
      if let section = try readSection() {
        list.append(section, endOfChild())
        found = true
        continue
      }
      try skipSpace(untilSection: true)
      if isAtSection(begins: true) != nil { continue }
      guard cursor.next != close, isAtSection(begins: false) == nil else { return found }
      guard !cursor.isAtEnd else { return found }
      list.append(try readEntry(), endOfChild())
    }
  }

  /// Reads `key = value;`, or `key;`.
  private mutating func readEntry() throws(FormatRefusal) -> Node {
    let start = cursor.offset
    let key = try readString(tr("a key or a closing brace"))
    var node = Node(.scalar, range: start..<start, body: start..<cursor.offset)
    try skipSpace()
    if cursor.take(0x3D) {
      try skipSpace()
      node = try readValue(from: start, isSet: OpenStepFormat.isSet(key, cursor.text))
      try skipSpace()
    }
    node.key = Node.Key(meaning: OpenStepFormat.meaning(of: key, in: cursor.text), at: key)
    let mark = cursor.offset
    guard cursor.take(0x3B) else { throw refusal(tr("a semicolon")) }
    node.separator = mark..<cursor.offset
    return node
  }

  /// Reads the objects between two comments, if there are any.
  private mutating func readSection() throws(FormatRefusal) -> Node? {
    guard let name = isAtSection(begins: true) else { return nil }
    guard !isInSection else { throw refusal(tr("the end of the section")) }
    isInSection = true
    let start = cursor.offset
    _ = cursor.skipOpenStepComment()
    let inner = behindHead()
    var list = ChildList(from: inner)
    _ = try readEntries(into: &list, until: 0x7D)
    guard isAtSection(begins: false) != nil else { throw refusal(tr("the end of the section")) }
    _ = cursor.skipOpenStepComment()
    isInSection = false
    var node = Node(
      .members, key: Node.Key(name, in: cursor.text), range: start..<start,
      body: start..<cursor.offset, inner: inner..<list.end)
    node.children = list.nodes
    node.mark = 0x3B
    node.allowsFinalMark = true
    return node
  }

  /// Reads the contents after an opening parenthesis.
  private mutating func readArray(
    from start: Int, isSet: Bool
  ) throws(FormatRefusal) -> Node {
    let inner = behindHead()
    var list = ChildList(from: inner)
    try skipSpace()
    while !cursor.isAtEnd, cursor.next != 0x29 {
      var node = try readElement()
      let end = cursor.offset
      try skipSpace()
      let mark = cursor.offset
      let hasMark = cursor.take(0x2C)
      if hasMark { node.separator = mark..<cursor.offset } else { cursor.offset = end }
      list.append(node, endOfChild())
      try skipSpace()
      guard hasMark else { break }
    }
    guard cursor.take(0x29) else { throw refusal(tr("a comma or a closing parenthesis")) }
    var node = Node(
      isSet ? .set : .items, range: start..<start, body: start..<cursor.offset,
      inner: inner..<list.end)
    node.children = list.nodes
    node.mark = 0x2C
    node.allowsFinalMark = true
    return node
  }

  /// Reads an element of an array; a string is its own key.
  private mutating func readElement() throws(FormatRefusal) -> Node {
    let start = cursor.offset
    let isString = cursor.next != 0x7B && cursor.next != 0x28 && cursor.next != 0x3C
    var node = try readValue(from: start, isSet: false)
    guard isString else { return node }
    let place = OpenStepFormat.withoutMarks(start..<cursor.offset, cursor.text)
    node.key = Node.Key(meaning: OpenStepFormat.meaning(of: place, in: cursor.text), at: place)
    return node
  }
}
