import DocMergeLanguage

/// Property lists, which have the same nodes as in OpenStep's notation.
///
///     <key>name</key>           an entry: found by its key, of the kind of its value
///     <string>docmerge</string>
extension XMLScanner {
  /// Whether the root element is that of a property list.
  var isAtPropertyList: Bool {
    guard cursor.isAt("<plist"), let next = cursor.byte(ahead: 6) else { return false }
    return next.isWhite || next == UInt8(ascii: ">")
  }

  /// Reads the value in the root element, whose tags belong to the text around the value.
  mutating func propertyList() throws(FormatRefusal) -> Node {
    let tag = try startTag()
    try scanMiscellany()
    var value = try value(from: cursor.offset, key: nil, depth: 0)
    try scanMiscellany()
    try scanEndTag(of: tag.name)
    TranslationStates.markPlurals(in: &value, cursor.text)
    return value
  }

  /// Reads a value, whose node begins at its key; an element is one of a set.
  private mutating func value(
    from start: Int, key: Node.Key?, isElement: Bool = false, depth: Int
  ) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else { throw refusal(tr("the nesting is too deep")) }
    guard isAtStartTag else { throw refusal(tr("a value of a property list was expected")) }
    let tag = try startTag()
    let name = String(decoding: cursor.text[tag.name], as: UTF8.self)
    switch name {
    case "dict": return try container(.members, in: tag, from: start, key: key, depth: depth)
    case "array":
      let isSet = key.map { OpenStepFormat.isSet($0.range, cursor.text) } ?? false
      return try container(isSet ? .set : .items, in: tag, from: start, key: key, depth: depth)
    case "string", "integer", "real", "date", "data", "true", "false":
      let words = try words(in: tag)
      let body = start..<cursor.offset
      var node = Node(.scalar, key: key, range: body, body: body)
      // As in OpenStep's notation, a word in a set is its own key.
      if isElement, !words.isEmpty {
        node.key = Node.Key(meaning: XMLText.meaning(of: words, in: cursor.text), at: words)
      }
      return node
    default:
      throw FormatRefusal(at: tag.name.lowerBound, tr("a value of a property list was expected"))
    }
  }

  /// Consumes text and the end tag after it; returns the range of the text.
  private mutating func words(in tag: XMLStartTag) throws(FormatRefusal) -> Range<Int> {
    let start = cursor.offset
    guard !tag.isEmpty else { return start..<start }
    while !cursor.isAt("</") { try scanCharacters() }
    let words = start..<cursor.offset
    try scanEndTag(of: tag.name)
    return words
  }

  /// Reads the entries of a dictionary, or the values of an array.
  private mutating func container(
    _ kind: Node.Kind, in tag: XMLStartTag, from start: Int, key: Node.Key?, depth: Int
  ) throws(FormatRefusal) -> Node {
    let inside = cursor.offset
    guard !tag.isEmpty else {
      return Node(kind, key: key, range: start..<inside, body: start..<inside)
    }
    let opening = try scanTrivia()
    let empty = opening.lineEnd ?? inside
    let first = cursor.isAt("</") ? empty : opening.headEnd
    var children: [Node] = []
    var begin = first
    while !cursor.isAt("</") {
      var child =
        kind == .members
        ? try entry(depth: depth)
        : try value(from: cursor.offset, key: nil, isElement: kind == .set, depth: depth + 1)
      let behind = try scanTrivia()
      let end = cursor.isAt("</") ? behind.endBeforeCloser : behind.endBeforeSibling
      child.range = begin..<end
      begin = end
      children.append(child)
    }
    try scanEndTag(of: tag.name)
    let body = start..<cursor.offset
    var node = Node(kind, key: key, range: body, body: body, inner: first..<begin)
    node.children = children
    node.isOneLine = opening.lineEnd == nil
    return node
  }

  /// Reads a key and its value.
  private mutating func entry(depth: Int) throws(FormatRefusal) -> Node {
    let start = cursor.offset
    guard isAtStartTag else { throw refusal(tr("a key was expected")) }
    let tag = try startTag()
    guard cursor.text[tag.name].elementsEqual("key".utf8) else {
      throw FormatRefusal(at: start, tr("a key was expected"))
    }
    let words = try words(in: tag)
    try scanMiscellany()
    let key = Node.Key(meaning: XMLText.meaning(of: words, in: cursor.text), at: words)
    return try value(from: start, key: key, depth: depth + 1)
  }
}
