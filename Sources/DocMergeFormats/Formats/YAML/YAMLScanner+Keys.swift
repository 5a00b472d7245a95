import DocMergeLanguage

/// Keys, and the anchors and tags that can precede a key or a value.
extension YAMLScanner {
  /// Whether there are a key and a colon here, on one line.
  var isAtKey: Bool {
    var place = cursor
    place.skipProperties()
    switch place.next {
    case 0x22, 0x27:
      guard place.skipQuotedOnLine() else { return false }
      place.skipBlanks()
      return place.next == 0x3A && (place.byte(ahead: 1)?.isWhite ?? true)
    case 0x5B, 0x7B, 0x23, 0x7C, 0x3E, nil: return false
    default: return place.skipToColon()
    }
  }

  /// Whether there are anchors and tags here, and nothing else on the line.
  var isAtPropertyLine: Bool {
    guard cursor.next == 0x26 || cursor.next == 0x21 else { return false }
    var line = self
    line.cursor.skipProperties()
    return line.isAtLineEnd
  }

  /// The anchor that follows on this line, as a key.
  var anchorOnLine: Node.Key? {
    var place = cursor
    place.skipBlanks()
    while place.next == 0x21 {
      place.skipProperty()
      place.skipBlanks()
    }
    guard place.next == 0x26 else { return nil }
    let start = place.offset + 1
    place.skipProperty()
    return Node.Key(start..<place.offset, in: cursor.text)
  }

  /// Scans a key with the properties before it and the colon after it.
  mutating func scanKey() throws(FormatRefusal) -> Node.Key {
    _ = try scanProperties()
    let start = cursor.offset
    guard !(cursor.next == 0x3F && isBlank(ahead: 1)) else {
      throw refusal(tr("a key that is marked with `?` is not supported"))
    }
    let key: Node.Key
    if cursor.next == 0x22 || cursor.next == 0x27 {
      let scalar = try scanScalar(.flow)
      guard !cursor.text[scalar.range].contains(0x0A) else {
        throw FormatRefusal(at: start, tr("a key was expected on one line"))
      }
      key = scalar.key(in: cursor.text)
    } else {
      if cursor.next == 0x2A { try checkAlias() } else { try checkPlainStart(isFlow: false) }
      guard cursor.skipToColon() else {
        throw FormatRefusal(at: start, tr("a key and a colon were expected"))
      }
      let end = cursor.text[start..<cursor.offset].lastIndex { !$0.isBlankOrTab } ?? start
      key = Node.Key(start..<end + 1, in: cursor.text)
    }
    cursor.skipBlanks()
    guard cursor.take(0x3A), isBlank(ahead: 0) else {
      throw refusal(tr("a colon was expected behind the key"))
    }
    return key
  }

  /// Scans anchors and tags, and the blanks after them.
  ///
  /// - Returns: Where they end; `nil` if there are none.
  mutating func scanProperties() throws(FormatRefusal) -> Int? {
    var end: Int?
    var before: UInt8?
    while let byte = cursor.next, byte == 0x26 || byte == 0x21 {
      let start = cursor.offset
      guard before == nil || before != byte, end == nil || before != nil else {
        throw refusal(tr("one anchor and one tag were expected"))
      }
      before = before == nil ? byte : nil
      cursor.skipProperty()
      if byte == 0x26 {
        let name = Node.Key(start + 1..<cursor.offset, in: cursor.text)
        guard !name.range.isEmpty, anchors.insert(name).inserted else {
          throw FormatRefusal(at: start, tr("an anchor with a new name was expected"))
        }
      }
      end = cursor.offset
      cursor.skipBlanks()
    }
    guard end == nil || cursor.next != 0x2A else {
      throw refusal(tr("an alias was expected without an anchor or tag"))
    }
    return end
  }

  /// Checks that the alias at the cursor has an anchor before it.
  ///
  /// - Returns: Where it ends.
  @discardableResult
  func checkAlias() throws(FormatRefusal) -> Int {
    var end = cursor
    end.skipProperty()
    if end.byte(ahead: -1) == 0x3A, end.next?.isWhite ?? true { end.offset -= 1 }
    guard anchors.contains(Node.Key(cursor.offset + 1..<end.offset, in: cursor.text)) else {
      throw refusal(tr("an anchor was expected before its alias"))
    }
    return end.offset
  }
}

extension ByteCursor {
  /// Skips anchors and tags, and the blanks after them.
  fileprivate mutating func skipProperties() {
    while next == 0x26 || next == 0x21 {
      skipProperty()
      skipBlanks()
    }
  }

  /// Skips an anchor, a tag or an alias.
  fileprivate mutating func skipProperty() {
    if isAt("!<") { return skip { !$0.isWhite } }
    skip { !$0.isWhite && !$0.isFlowIndicator }
  }

  /// Skips a string in quotation marks that ends on this line.
  fileprivate mutating func skipQuotedOnLine() -> Bool {
    let quote = next
    offset += 1
    while let byte = next, byte != 0x0A {
      offset += byte == 0x5C && quote == 0x22 ? 2 : 1
      guard byte == quote else { continue }
      guard quote == 0x27, take(0x27) else { return true }
    }
    return false
  }

  /// Skips the text before the first colon on the line that is followed by a blank.
  ///
  /// - Returns: Whether there is one, before a comment.
  fileprivate mutating func skipToColon() -> Bool {
    while let byte = next, byte != 0x0A {
      if byte == 0x3A, self.byte(ahead: 1)?.isWhite ?? true { return true }
      if byte == 0x23, self.byte(ahead: -1)?.isWhite ?? true { return false }
      offset += 1
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte is one of `,[]{}`.
  var isFlowIndicator: Bool {
    self == 0x2C || self == 0x5B || self == 0x5D || self == 0x7B || self == 0x7D
  }
}
