import DocMergeLanguage

/// Reads XML, from the document inwards; accepts the same as a parser without a schema.
///
/// HTML pages are read with the same tokens, as far as their syntax is unambiguous.
struct XMLScanner {
  /// Where the next byte is.
  var cursor: ByteCursor
  /// The entities that references may name.
  var entities = XMLEntities()
  /// Whether the text is a page in HTML.
  let isPage: Bool
  /// How many elements around the next byte hold XML in a page.
  private var foreignDepth = 0

  init(_ text: [UInt8], isPage: Bool = false) {
    self.isPage = isPage
    cursor = ByteCursor(text, at: text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// The node of the root element, or of the value of a property list.
  mutating func document() throws(FormatRefusal) -> Node {
    if isPage { return try page() }
    if let place = Self.unknownByte(in: cursor.text) {
      throw FormatRefusal(at: place, tr("a character that no XML holds"))
    }
    try scanProlog()
    guard cursor.next == UInt8(ascii: "<") else { throw refusal(tr("an element was expected")) }
    var root = try isAtPropertyList ? propertyList() : element(depth: 0)
    try scanMiscellany()
    guard cursor.isAtEnd else { throw refusal(tr("nothing was expected behind the root element")) }
    root.range = cursor.text.indices
    return root
  }

  /// The place of a byte that belongs to no character of XML 1.0.
  private static func unknownByte(in text: [UInt8]) -> Int? {
    text.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + 8, bytes.count)
        if end - start < 8
          || isDoubtful(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)),
          let place = (start..<end).first(where: { isUnknown(bytes, $0) })
        {
          return place
        }
        start = end
      }
      return nil
    }
  }

  /// Whether some of eight bytes are below 0x20 or above 0x7F, or may be so.
  private static func isDoubtful(_ bytes: UInt64) -> Bool {
    let low = (bytes &- 0x2020_2020_2020_2020) & ~bytes
    return (low | bytes) & 0x8080_8080_8080_8080 != 0
  }

  private static func isUnknown(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    let byte = bytes[index]
    if byte < 0x20, byte != 0x0A, byte != 0x09, byte != 0x0D { return true }
    // U+FFFE and U+FFFF.
    return byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF
      && bytes[index + 2] >= 0xBE
  }

  /// The refusal to read the text further than here.
  func refusal(_ reason: String) -> FormatRefusal { FormatRefusal(at: cursor.offset, reason) }

  // MARK: - Elements

  /// Reads an element, whose range is its body.
  mutating func element(depth: Int) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else { throw refusal(tr("the nesting is too deep")) }
    let tag = try startTag()
    let name = isPage ? lowercased(tag.name) : []
    if isPage, tag.isEmpty, foreignDepth == 0, !HTMLRules.isVoid(name) {
      throw refusal(tr("an end tag was expected"))
    }
    if tag.isEmpty || isPage && HTMLRules.isVoid(name) {
      return Self.element(of: tag, nil, endTag: cursor.offset, cursor.offset)
    }
    if isPage, HTMLRules.isRaw(name), foreignDepth == 0 {
      return try closed(tag, rawContent(of: tag.name))
    }
    let isForeign = isPage && HTMLRules.isForeign(name)
    foreignDepth += isForeign ? 1 : 0
    defer { foreignDepth -= isForeign ? 1 : 0 }
    let content = try content(of: tag.name, depth: depth + 1)
    guard isAtImpliedEnd(of: tag.name) else { return try closed(tag, content) }
    let held = endWithoutTag(content)
    return Self.element(of: tag, held, endTag: cursor.offset, cursor.offset)
  }

  /// Consumes the end tag of an element.
  private mutating func closed(
    _ tag: consuming XMLStartTag, _ content: consuming Node?
  ) throws(FormatRefusal) -> Node {
    let endTag = cursor.offset
    try scanEndTag(of: tag.name)
    return Self.element(of: tag, content, endTag: endTag, cursor.offset)
  }

  /// The node of an element; one with text only and no attributes is a leaf.
  private static func element(
    of tag: consuming XMLStartTag, _ content: consuming Node?, endTag: Int, _ end: Int
  ) -> Node {
    let body = tag.body.lowerBound..<end
    if let content, !content.isContainer, tag.attributes.isEmpty {
      return Node(content.kind, key: tag.key, range: body, body: body)
    }
    var node = Node(
      .members, key: tag.key, range: body, body: body, inner: body.lowerBound..<endTag)
    node.children.reserveCapacity(content == nil ? 1 : 2)
    node.children.append(tag.node())
    if let content { node.children.append(content) }
    node.isOneLine = true
    return node
  }

  /// Reads the content of an element, up to its end tag; `nil` when it is empty.
  mutating func content(
    of name: Range<Int>, depth: Int
  ) throws(FormatRefusal) -> Node? {
    let start = cursor.offset
    let opening = try scanTrivia()
    let first = opening.headEnd
    var children: [Node] = []
    var begin = first
    while !isAtEnd(of: name) {
      guard isAtStartTag else {
        return try text(of: name, from: start, hasElements: !children.isEmpty, depth: depth)
      }
      var child = try element(depth: depth)
      let behind = try scanTrivia()
      let end = isAtEnd(of: name) ? behind.endBeforeCloser : behind.endBeforeSibling
      child.range = begin..<end
      begin = end
      // Few elements hold fewer, and each growth of a list of children moves them.
      if children.isEmpty { children.reserveCapacity(4) }
      children.append(consume child)
    }
    if children.isEmpty { return emptyContent(from: start, opening) }
    var node = Self.content(.items, start..<cursor.offset, inner: first..<begin)
    node.children = children
    node.isOneLine = opening.lineEnd == nil
    return node
  }

  /// The content of an element that holds only white space and comments.
  private func emptyContent(from start: Int, _ opening: Trivia) -> Node? {
    guard start < cursor.offset else { return nil }
    let range = start..<cursor.offset
    guard let place = opening.lineEnd else {
      let isWhite = cursor.text[range].allSatisfy(\.isWhite)
      return isWhite
        ? Self.content(.scalar, range) : Self.content(.items, range, inner: start..<start)
    }
    return Self.content(.items, range, inner: place..<place)
  }

  /// Reads text, and the elements in it, up to the end tag around it.
  private mutating func text(
    of name: Range<Int>, from start: Int, hasElements: Bool, depth: Int
  ) throws(FormatRefusal) -> Node {
    var hasElements = hasElements
    while !isAtEnd(of: name) {
      if isAtStartTag {
        _ = try element(depth: depth)
        hasElements = true
      } else {
        try scanCharacters()
      }
    }
    return Self.content(hasElements ? .text : .scalar, start..<cursor.offset)
  }

  /// The node of the content of an element.
  static func content(_ kind: Node.Kind, _ range: Range<Int>, inner: Range<Int>? = nil)
    -> Node
  {
    Node(
      kind, key: XMLElement.contentKey(at: range.lowerBound), range: range, body: range,
      inner: inner)
  }
}
