extension OutlineLexer {
  /// Scans a comment, if one starts here.
  mutating func scanComment(_ byte: UInt8) -> Bool {
    if let end = endOfLineComment(byte) {
      advance(to: end, isCode: false)
      return true
    }
    guard let end = endOfPod(byte) ?? endOfBlockComment(byte) else { return false }
    advance(to: end, isCode: false)
    return true
  }

  private var endOfLine: Int {
    var place = offset
    while place < text.count, text[place] != 0x0A { place += 1 }
    return place
  }

  private var isAtWord: Bool {
    guard let before = byte(-1) else { return true }
    return before.isWhite || before == 0x3B
  }

  private func endOfLineComment(_ byte: UInt8) -> Int? {
    let comments = family.comments
    let isStart =
      switch byte {
      case UInt8(ascii: "/"):
        comments.contains(.slashes) && self.byte(1) == byte && self.byte(-1) != 0x3A
      case UInt8(ascii: "#"):
        comments.contains(.hash) && !(comments.contains(.hashBar) && self.byte(1) == 0x7C)
          || comments.contains(.hashWord) && isAtWord && self.byte(1) != 0x5B
      case UInt8(ascii: "-"): isAtDashes
      case UInt8(ascii: "%"): comments.contains(.percent)
      case UInt8(ascii: ";"):
        comments.contains(.semicolon)
          || comments.contains(.semicolonLine) && !lines[line].hasCode
      case UInt8(ascii: "'"): comments.contains(.apostrophe)
      case UInt8(ascii: "!"): comments.contains(.exclamation)
      default: false
      }
    return isStart ? endOfLine : nil
  }

  private var isAtDashes: Bool {
    guard family.comments.contains(.dashes), byte(1) == 0x2D else { return false }
    if family.comments.contains(.long), byte(2) == 0x5B, byte(3) == 0x5B { return false }
    var place = offset + 2
    while place < text.count, text[place] == 0x2D { place += 1 }
    guard place < text.count, family.comments.contains(.curlyDash) else { return true }
    // An operator of Haskell, such as `-->`.
    return !">|<+*=!&.:".utf8.contains(text[place])
  }

  private func delimiters(_ byte: UInt8) -> (open: StaticString, close: StaticString)? {
    let comments = family.comments
    switch byte {
    case UInt8(ascii: "/") where comments.contains(.slashStar) && isAt("/*"): return ("/*", "*/")
    case UInt8(ascii: "<") where comments.contains(.markup) && isAt("<!--"): return ("<!--", "-->")
    case UInt8(ascii: "{") where comments.contains(.curlyDash) && isAt("{-"): return ("{-", "-}")
    case UInt8(ascii: "(") where comments.contains(.parenthesisStar) && isAt("(*"):
      return self.byte(2) == 0x29 ? nil : ("(*", "*)")
    case UInt8(ascii: "-") where comments.contains(.long) && isAt("--[["): return ("--[[", "]]")
    case UInt8(ascii: "#") where comments.contains(.hashBar) && isAt("#|"): return ("#|", "|#")
    default: return nil
    }
  }

  /// The end of the documentation that starts with a line such as `=head1`, and ends with `=cut` or `=end`.
  private func endOfPod(_ byte: UInt8) -> Int? {
    guard family.comments.contains(.pod), offset == lines[line].start, !lines[line].hasCode else {
      return nil
    }
    if byte == 0x5F { return isAt("__END__") ? text.count : nil }
    guard byte == 0x3D, let next = self.byte(1), next >= 0x61, next <= 0x7A else { return nil }
    var place = offset
    while place < text.count {
      let end = text[place...].firstIndex(of: 0x0A) ?? text.count
      let cursor = ByteCursor(text, at: place)
      if cursor.isAt("=cut") || cursor.isAt("=end") { return end }
      place = end + 1
    }
    return text.count
  }

  private mutating func endOfBlockComment(_ byte: UInt8) -> Int? {
    guard let (open, close) = delimiters(byte), !unclosed.contains(UInt32(byte)) else { return nil }
    var cursor = ByteCursor(text, at: offset + open.utf8CodeUnitCount)
    var depth = 1
    var first: Int?
    let closing = close.utf8Start[0]
    while !cursor.isAtEnd {
      if cursor.next == closing, cursor.isAt(close) {
        cursor.offset += close.utf8CodeUnitCount
        first = first ?? cursor.offset
        depth -= 1
        if depth == 0 { return cursor.offset }
      } else if family.comments.contains(.nested), cursor.next == byte, cursor.isAt(open) {
        depth += 1
        cursor.offset += open.utf8CodeUnitCount
      } else {
        cursor.offset += 1
      }
    }
    // A comment that is never closed is no comment; of nested ones the first end counts.
    unclosed.insert(UInt32(byte))
    return first
  }

  /// The end of the word that ends the heredoc which starts here, if there is one.
  mutating func endOfHeredoc() -> Int? {
    guard let word = heredoc else { return nil }
    heredoc = nil
    var start = offset
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let words = text[start..<end].drop { $0.isBlankOrTab }
      if words.starts(with: text[word]),
        !(words.dropFirst(word.count).first?.isPartOfWord ?? false)
      {
        return words.startIndex + word.count
      }
      start = end + 1
    }
    failedHeredocs += 1
    return nil
  }
}

extension UInt8 {
  /// Whether it can be part of a name: letters, digits, `_`, `$` and all bytes beyond ASCII.
  var isPartOfWord: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...: true
    default: false
    }
  }
}
