import DocMergeLanguage

/// The start tag of an element.
struct XMLStartTag {
  /// Its range.
  let body: Range<Int>
  /// The range of the attributes; empty at their place if there are none.
  let inner: Range<Int>
  /// The attributes.
  var attributes: [Node]
  /// The name of the element.
  let name: Range<Int>
  /// The key of an element that only its name tells apart.
  let key: Node.Key
  /// Whether the element ends with the tag.
  var isEmpty = false

  /// The node of the tag.
  consuming func node() -> Node {
    var node = Node(
      .members, key: XMLElement.tagKey(at: body.lowerBound), range: body, body: body, inner: inner)
    node.children = attributes
    node.isOneLine = true
    return node
  }
}

extension XMLScanner {
  /// Whether an element starts here.
  var isAtStartTag: Bool {
    guard cursor.next == UInt8(ascii: "<"), let next = cursor.byte(ahead: 1) else { return false }
    if isPage { return next.isASCIILetter }
    return next != UInt8(ascii: "/") && next != UInt8(ascii: "!") && next != UInt8(ascii: "?")
  }

  /// Reads a start tag, or the tag of an empty element.
  mutating func startTag() throws(FormatRefusal) -> XMLStartTag {
    let start = cursor.offset
    cursor.offset += 1
    let name = try isPage ? scanPageName(isAttribute: false) : scanName()
    var attributes: [Node] = []
    let first = cursor.offset
    while true {
      let begin = cursor.offset
      cursor.skip(while: \.isWhite)
      if cursor.next == UInt8(ascii: ">") || cursor.isAt("/>") { break }
      guard begin < cursor.offset else { throw refusal(tr("the end of the tag was expected")) }
      let attribute = try attribute(from: begin)
      if attributes.contains(where: { $0.key == attribute.key }) {
        throw FormatRefusal(
          at: attribute.body.lowerBound, tr("the attribute stands twice in the tag"))
      }
      attributes.append(attribute)
    }
    let last = attributes.last?.range.upperBound ?? first
    let isEmpty = cursor.next == UInt8(ascii: "/")
    cursor.offset += isEmpty ? 2 : 1
    let body = start..<cursor.offset
    return XMLStartTag(
      body: body, inner: first..<last, attributes: attributes, name: name,
      key: Node.Key(name, in: cursor.text), isEmpty: isEmpty)
  }

  /// The key of a name; in pages, case does not matter.
  private func key(_ name: Range<Int>) -> Node.Key {
    isPage ? Node.Key(meaning: lowercased(name), at: name) : Node.Key(name, in: cursor.text)
  }

  /// Reads an attribute, to which the white space before it belongs.
  private mutating func attribute(from begin: Int) throws(FormatRefusal) -> Node {
    if isPage {
      let name = try scanPageName(isAttribute: true)
      try scanPageValue()
      return attribute(name, from: begin)
    }
    let name = try scanName()
    cursor.skip(while: \.isWhite)
    guard cursor.take(UInt8(ascii: "=")) else { throw refusal(tr("an equals sign was expected")) }
    cursor.skip(while: \.isWhite)
    guard let quote = cursor.next, quote == 0x22 || quote == 0x27 else {
      throw refusal(tr("a quotation mark was expected"))
    }
    cursor.offset += 1
    while true {
      cursor.skip { $0 != quote && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
      if cursor.take(quote) { break }
      guard cursor.next == UInt8(ascii: "&") else {
        throw refusal(tr("a closing quotation mark was expected"))
      }
      try scanReference()
    }
    return attribute(name, from: begin)
  }

  private func attribute(_ name: Range<Int>, from begin: Int) -> Node {
    Node(
      .scalar, key: key(name), range: begin..<cursor.offset,
      body: name.lowerBound..<cursor.offset)
  }

  /// Scans the end tag of an element of this name.
  mutating func scanEndTag(of name: Range<Int>) throws(FormatRefusal) {
    guard cursor.isAt("</") else { throw refusal(tr("an end tag was expected")) }
    cursor.offset += 2
    let end = try isPage ? scanPageName(isAttribute: false) : scanName()
    let isSame =
      isPage ? lowercased(end) == lowercased(name) : cursor.text[end] == cursor.text[name]
    guard isSame else {
      let expected = String(decoding: cursor.text[name].prefix(80), as: UTF8.self)
      throw FormatRefusal(at: end.lowerBound, tr("the end of <\(expected)> was expected"))
    }
    cursor.skip(while: \.isWhite)
    guard cursor.take(UInt8(ascii: ">")) else {
      throw refusal(tr("the end of the tag was expected"))
    }
  }

  /// Scans a name.
  @discardableResult
  mutating func scanName() throws(FormatRefusal) -> Range<Int> {
    let start = cursor.offset
    guard cursor.scanXMLName() else { throw refusal(tr("a name was expected")) }
    return start..<cursor.offset
  }
}
