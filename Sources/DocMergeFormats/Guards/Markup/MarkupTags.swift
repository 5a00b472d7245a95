/// Reads the tags of markup one by one; skips comments, declarations and CDATA.
struct MarkupTags {
  /// A tag: its place, the place of its name, and its kind.
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
      if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") { continue }
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

  private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
    guard cursor.isAt(start) else { return false }
    cursor.offset += start.utf8CodeUnitCount
    while !cursor.isAtEnd, !cursor.isAt(end) { cursor.offset += 1 }
    cursor.offset = min(cursor.offset + end.utf8CodeUnitCount, cursor.text.count)
    return true
  }
}

extension MarkupTags {
  /// An attribute with a value, without quotation marks.
  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
  }
}

/// The number of open tags of each name, so that a closing tag need not search all of them when there is none.
struct OpenNames<Name: Hashable> {
  private var counts: [Name: Int] = [:]

  func contains(_ name: Name) -> Bool { counts[name, default: 0] > 0 }

  mutating func insert(_ name: Name) { counts[name, default: 0] += 1 }

  mutating func remove(_ name: Name) { counts[name, default: 0] -= 1 }
}

extension ByteCursor {
  /// Reads the next attribute of a tag that has a value; `nil` at the end of the tag.
  mutating func nextAttribute() -> MarkupTags.Attribute? {
    var start = offset
    while let byte = next {
      switch byte {
      case UInt8(ascii: ">"),
        UInt8(ascii: "<") where offset > start:
        if byte == UInt8(ascii: ">") { offset += 1 }
        return nil
      case UInt8(ascii: "="):
        let name = start..<offset
        offset += 1
        return MarkupTags.Attribute(name: name, value: attributeValue())
      case _ where byte.isWhite:
        offset += 1
        start = offset
      default: offset += 1
      }
    }
    return nil
  }

  private mutating func attributeValue() -> Range<Int> {
    let start = offset
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      skip { !$0.isWhite && $0 != UInt8(ascii: ">") }
      return start..<offset
    }
    offset += 1
    skip { $0 != quote }
    let value = (start + 1)..<offset
    offset = min(offset + 1, text.count)
    return value
  }
}
