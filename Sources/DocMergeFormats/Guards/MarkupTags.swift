/// Reads the tags of markup one by one; comments, declarations and CDATA are passed.
struct MarkupTags {
  /// A tag: where it is, where its name is, and what kind of tag it is.
  struct Tag {
    var range: Range<Int>
    var name: Range<Int>
    var isClosing: Bool
    var isEmpty: Bool
  }

  private var cursor: ByteCursor

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  mutating func next() -> Tag? {
    while let byte = cursor.next {
      guard byte == UInt8(ascii: "<") else {
        cursor.offset += 1
        continue
      }
      if pass("<!--", to: "-->") || pass("<![CDATA[", to: "]]>") { continue }
      let start = cursor.offset
      cursor.offset += 1
      let isClosing = cursor.take(UInt8(ascii: "/"))
      let name = cursor.offset
      cursor.skip { !$0.isWhite && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      let nameEnd = cursor.offset
      cursor.skip { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
      guard name < nameEnd, cursor.next == UInt8(ascii: ">") else { continue }
      let isEmpty = cursor.text[cursor.offset - 1] == UInt8(ascii: "/")
      cursor.offset += 1
      let first = cursor.text[name]
      guard first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { continue }
      return Tag(
        range: start..<cursor.offset, name: name..<nameEnd, isClosing: isClosing, isEmpty: isEmpty)
    }
    return nil
  }

  private mutating func pass(_ start: StaticString, to end: StaticString) -> Bool {
    guard cursor.isAt(start) else { return false }
    cursor.offset += start.utf8CodeUnitCount
    while !cursor.isAtEnd, !cursor.isAt(end) { cursor.offset += 1 }
    cursor.offset = min(cursor.offset + end.utf8CodeUnitCount, cursor.text.count)
    return true
  }
}
