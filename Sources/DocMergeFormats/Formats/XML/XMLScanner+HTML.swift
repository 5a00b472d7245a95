import DocMergeLanguage

/// The differences between reading pages and XML; doubtful text is rejected.
extension XMLScanner {
  /// Reads a page, or a part of one, as the content of an element without tags.
  mutating func page() throws(FormatRefusal) -> Node {
    let isUnknown = { (byte: UInt8) in byte < 0x20 && !byte.isWhite }
    if let place = cursor.text.firstIndex(where: isUnknown) {
      throw FormatRefusal(at: place, tr("a character that no page holds"))
    }
    try scanPageProlog()
    let start = cursor.offset
    let all = cursor.text.indices
    let content = try content(of: start..<start, depth: 0)
    guard cursor.isAtEnd else { throw refusal(tr("an end tag without a start tag")) }
    guard var content, content.isContainer, !content.children.isEmpty else {
      throw FormatRefusal(at: start, tr("an element was expected"))
    }
    content.range = start..<all.upperBound
    content.body = content.range
    var tag = Node(
      .members, key: XMLElement.tagKey(at: start), range: start..<start, body: start..<start)
    tag.isOneLine = true
    var root = Node(
      .members, key: Node.Key(hash: 0, at: start..<start), range: all, body: start..<all.upperBound,
      inner: start..<all.upperBound)
    root.children = [tag, content]
    return root
  }

  private mutating func scanPageProlog() throws(FormatRefusal) {
    cursor.skip(while: \.isWhite)
    while cursor.isAt("<!--") {
      try scanRemark()
      cursor.skip(while: \.isWhite)
    }
    let name = cursor.text[cursor.offset...].prefix(9).map(\.lowercased)
    guard name == Array("<!doctype".utf8) else { return }
    cursor.skip { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[") }
    guard cursor.take(UInt8(ascii: ">")) else {
      throw refusal(tr("the end of the document type was expected"))
    }
  }

  /// The name of an element, in lower case.
  func lowercased(_ name: Range<Int>) -> [UInt8] { cursor.text[name].map(\.lowercased) }

  /// Whether the content of an element ends here, with or without an end tag.
  func isAtEnd(of name: Range<Int>) -> Bool {
    if cursor.next == UInt8(ascii: "<"), cursor.byte(ahead: 1) == UInt8(ascii: "/") { return true }
    guard isPage else { return false }
    if cursor.isAtEnd { return true }
    guard isAtStartTag else { return false }
    var ahead = cursor
    ahead.offset += 1
    let next = ahead.offset
    ahead.skip(while: \.isPartOfHTMLName)
    return HTMLRules.ends(lowercased(name), before: lowercased(next..<ahead.offset))
  }

  /// Whether an element whose end tag is left out ends here.
  func isAtImpliedEnd(of name: Range<Int>) -> Bool {
    guard isPage, HTMLRules.isClosedByParent(lowercased(name)) else { return false }
    guard cursor.isAt("</") else { return true }
    var ahead = cursor
    ahead.offset += 2
    let start = ahead.offset
    ahead.skip(while: \.isPartOfHTMLName)
    return lowercased(start..<ahead.offset) != lowercased(name)
  }

  /// Ends content without an end tag before the white space between it and the text after it.
  mutating func endWithoutTag(_ content: Node?) -> Node? {
    guard var content else { return nil }
    var end = content.body.upperBound
    if let last = content.children.indices.last {
      end = content.children[last].body.upperBound
      content.children[last].range = content.children[last].range.lowerBound..<end
      content.inner = content.inner.lowerBound..<end
    } else {
      while end > content.body.lowerBound, cursor.text[end - 1].isWhite { end -= 1 }
      guard end > content.body.lowerBound else {
        cursor.offset = content.body.lowerBound
        return nil
      }
      content.inner = end..<end
    }
    content.range = content.body.lowerBound..<end
    content.body = content.range
    cursor.offset = end
    return content
  }

  /// Reads the text of an element in which tags do not count.
  mutating func rawContent(of name: Range<Int>) throws(FormatRefusal) -> Node? {
    let start = cursor.offset
    let tag = lowercased(name)
    while true {
      cursor.skip { $0 != UInt8(ascii: "<") }
      guard !cursor.isAtEnd else { throw FormatRefusal(at: start, tr("the element does not end")) }
      let end = cursor.offset + 2 + tag.count
      if cursor.isAt("</"), end < cursor.text.count,
        lowercased(cursor.offset + 2..<end) == tag, !cursor.text[end].isPartOfHTMLName
      {
        break
      }
      cursor.offset += 1
    }
    return start < cursor.offset ? Self.content(.text, start..<cursor.offset) : nil
  }

  /// Scans the name of an element or an attribute of a page.
  mutating func scanPageName(isAttribute: Bool) throws(FormatRefusal) -> Range<Int> {
    let start = cursor.offset
    if isAttribute {
      cursor.skip {
        !$0.isWhite && $0 != 0x22 && $0 != 0x27 && $0 != UInt8(ascii: "<")
          && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=")
      }
    } else {
      cursor.skip(while: \.isPartOfHTMLName)
    }
    guard start < cursor.offset else { throw refusal(tr("a name was expected")) }
    return start..<cursor.offset
  }

  /// Scans the value of an attribute of a page, if it has one.
  mutating func scanPageValue() throws(FormatRefusal) {
    let end = cursor.offset
    cursor.skip(while: \.isWhite)
    guard cursor.take(UInt8(ascii: "=")) else {
      cursor.offset = end
      return
    }
    cursor.skip(while: \.isWhite)
    if let quote = cursor.next, quote == 0x22 || quote == 0x27 {
      cursor.offset += 1
      cursor.skip { $0 != quote }
      guard cursor.take(quote) else { throw refusal(tr("a closing quotation mark was expected")) }
      return
    }
    let start = cursor.offset
    cursor.skip {
      !$0.isWhite && $0 != 0x22 && $0 != 0x27 && $0 != 0x60 && $0 != UInt8(ascii: "<")
        && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "=")
    }
    guard start < cursor.offset, cursor.isAt(">") || cursor.next?.isWhite == true else {
      throw refusal(tr("a value was expected"))
    }
  }
}

extension UInt8 {
  /// Whether it can be part of the names of elements of pages.
  var isPartOfHTMLName: Bool {
    !isWhite && self != UInt8(ascii: ">") && self != UInt8(ascii: "/") && self != UInt8(ascii: "<")
  }
}
