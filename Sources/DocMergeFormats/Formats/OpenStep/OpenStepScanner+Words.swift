import DocMergeLanguage

extension OpenStepScanner {
  /// Reads a string, quoted or not; returns its place, without quotation marks.
  mutating func readString(
    _ expected: @autoclosure () -> String
  ) throws(FormatRefusal) -> Range<Int> {
    let start = cursor.offset
    if cursor.next == 0x22 || cursor.next == 0x27 {
      guard cursor.skipQuoted() else {
        throw FormatRefusal(at: start, tr("a closing quotation mark was expected"))
      }
      return start + 1..<cursor.offset - 1
    }
    cursor.skip(while: OpenStepFormat.isBare)
    guard cursor.offset > start else { throw refusal(expected()) }
    return start..<cursor.offset
  }

  /// Skips `<0a1b 2c>`, bytes of two digits each.
  mutating func skipData() throws(FormatRefusal) {
    cursor.offset += 1
    while cursor.next != 0x3E {
      let start = cursor.offset
      cursor.skip { $0.isDecimalDigit || (0x61...0x66).contains($0 | 0x20) }
      guard (cursor.offset - start).isMultiple(of: 2) else { throw refusal(tr("a digit")) }
      cursor.skip(while: \.isWhite)
      guard cursor.offset > start else { throw refusal(tr("a closing angle bracket")) }
    }
    cursor.offset += 1
  }

  /// Skips blanks, line ends and comments.
  ///
  /// - Parameter untilSection: Whether to stop at a comment that begins or ends a section.
  /// - Throws: ``FormatRefusal`` for an open comment.
  mutating func skipSpace(untilSection: Bool = false) throws(FormatRefusal) {
    while true {
      cursor.skip(while: \.isWhite)
      guard cursor.isAtOpenStepComment else { return }
      if untilSection, isAtSection(begins: true) != nil || isAtSection(begins: false) != nil {
        return
      }
      let start = cursor.offset
      guard cursor.skipOpenStepComment() else {
        throw FormatRefusal(at: start, tr("the end of the comment was expected"))
      }
    }
  }

  /// The name of the section that begins or ends here.
  func isAtSection(begins: Bool) -> Range<Int>? {
    guard hasSections, cursor.isAt("/* ") else { return nil }
    var end = cursor
    guard end.skipOpenStepComment() else { return nil }
    let comment = cursor.offset..<end.offset
    return OpenStepSections.name(in: comment, of: cursor.text, begins: begins)
  }

  /// Skips the rest of the line after the opening of a container, and empty lines; returns where it ends.
  mutating func behindHead() -> Int { endOfChild().sibling }

  /// The end of a child that ends here; passes the rest of its line.
  mutating func endOfChild() -> ChildEnds {
    ChildEnds(&cursor) { $0.skipOpenStepComments() }
  }

  /// Makes a refusal of the text at the cursor.
  func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}

extension OpenStepFormat {
  /// The arrays whose elements occur once, and whose order matters little or not at all.
  private static let sets: [StaticString] = [
    "children", "files", "buildPhases", "targets", "packageReferences",
    "packageProductDependencies", "dependencies", "knownRegions", "exceptions",
    "fileSystemSynchronizedGroups",
  ]

  /// Whether the array of this name is a set.
  static func isSet(_ key: Range<Int>, _ text: [UInt8]) -> Bool {
    let cursor = ByteCursor(text, at: key.lowerBound)
    return sets.contains { $0.utf8CodeUnitCount == key.count && cursor.isAt($0) }
  }

  /// Whether the byte can be part of a string without quotation marks.
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x2B, 0x2D, 0x2E, 0x2F, 0x3A, 0x5F: true
    default: false
    }
  }

  /// The meaning of a string, its escapes replaced.
  static func meaning(of string: Range<Int>, in text: [UInt8]) -> [UInt8] {
    guard text[string].contains(0x5C) else { return Array(text[string]) }
    var meaning: [UInt8] = []
    var isEscaped = false
    for byte in text[string] {
      if byte == 0x5C, !isEscaped {
        isEscaped = true
        continue
      }
      meaning.append(isEscaped && byte == 0x6E ? 0x0A : isEscaped && byte == 0x74 ? 0x09 : byte)
      isEscaped = false
    }
    return meaning
  }

  /// A string without its quotation marks.
  static func withoutMarks(_ string: Range<Int>, _ text: [UInt8]) -> Range<Int> {
    let isQuoted = text[string.lowerBound] == 0x22 || text[string.lowerBound] == 0x27
    return isQuoted ? string.lowerBound + 1..<string.upperBound - 1 : string
  }
}

extension Node {
  /// The node with its mark as a part of its body, for containers whose children have none.
  var withMarkInBody: Node {
    var node = self
    node.body = body.lowerBound..<separator.upperBound
    if !isContainer { node.inner = node.body.upperBound..<node.body.upperBound }
    node.separator = node.body.upperBound..<node.body.upperBound
    return node
  }
}
