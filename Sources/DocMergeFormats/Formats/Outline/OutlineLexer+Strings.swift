extension OutlineLexer {
  /// Scans a string, if one starts here.
  mutating func scanString(_ byte: UInt8) -> Bool {
    // The variables `$"` and `$'` of Perl start no string.
    let isVariable = self.byte(-1) == 0x24 && family.comments.contains(.pod)
    guard !isVariable, let end = endOfString(byte) else { return false }
    advance(to: end, isCode: true)
    return true
  }

  private mutating func endOfString(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "\""): return endOfDouble
    case UInt8(ascii: "'"): return endOfSingle
    case UInt8(ascii: "`"):
      guard family.strings.contains(.backquoteLines) else { return nil }
      return family.strings.contains(.template) ? endOfTemplate : end(byte, escapes: false)
    case UInt8(ascii: "#"): return family.strings.contains(.hashes) ? endOfHashes : nil
    case UInt8(ascii: "/"): return family.strings.contains(.patterns) ? endOfPattern : nil
    case UInt8(ascii: "<"):
      if family.strings.contains(.heredoc), isAt("<<") { readHeredoc() }
      if family.features.contains(.markup), isAt("<![CDATA[") { return end(of: "]]>", from: 9) }
      return nil
    default: return nil
    }
  }

  private var endOfDouble: Int? {
    mutating get {
      if family.strings.contains(.tripleDouble), isAt("\"\"\""),
        let end = end(of: "\"\"\"", from: 3)
      {
        return end
      }
      let escapes = !family.strings.contains(.plain)
      if family.strings.contains(.doubleLines) { return end(0x22, escapes: escapes) }
      return family.strings.contains(.double) ? endOnLine(0x22, escapes: escapes) : nil
    }
  }

  private var endOfSingle: Int? {
    mutating get {
      if family.strings.contains(.tripleSingle), isAt("'''"), let end = end(of: "'''", from: 3) {
        return end
      }
      let escapes = family.strings.isDisjoint(with: [.plain, .singlePlain])
      if family.strings.contains(.singleLines) { return end(0x27, escapes: escapes) }
      if family.strings.contains(.single) { return endOnLine(0x27, escapes: escapes) }
      return family.strings.contains(.character) ? endOfCharacter : nil
    }
  }

  /// The end of `'x'`; an apostrophe in a name or before one does not count.
  private var endOfCharacter: Int? {
    if let before = byte(-1), before.isPartOfWord, !"bLuU".utf8.contains(before) { return nil }
    if byte(1) == 0x5C {
      let rest = text.dropFirst(offset + 3).prefix(10)
      return rest.prefix { $0 != 0x0A }.firstIndex(of: 0x27).map { $0 + 1 }
    }
    guard let first = byte(1), first != 0x0A, first != 0x27 else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return byte(1 + length) == 0x27 ? offset + length + 2 : nil
  }

  /// The end of the next such byte of the line.
  private func endOnLine(_ quote: UInt8, escapes: Bool) -> Int? {
    var place = offset + 1
    while place < text.count, text[place] != quote {
      if text[place] == 0x5C, escapes { place += 1 }
      if place < text.count, text[place] == 0x0A, text[place - 1] != 0x5C || !escapes { return nil }
      place += 1
    }
    return place < text.count ? place + 1 : nil
  }

  /// The end of the next such byte of the text.
  private mutating func end(_ quote: UInt8, escapes: Bool) -> Int? {
    guard !unclosed.contains(UInt32(quote)) else { return nil }
    var place = offset + 1
    while place < text.count, text[place] != quote {
      place += text[place] == 0x5C && escapes ? 2 : 1
    }
    if place < text.count { return place + 1 }
    unclosed.insert(UInt32(quote))
    return nil
  }

  /// The end of the next such bytes of the text.
  private mutating func end(of close: StaticString, from distance: Int) -> Int? {
    let number = UInt32(close.utf8Start[0]) << 8
    guard !unclosed.contains(number) else { return nil }
    var cursor = ByteCursor(text, at: offset + distance)
    while !cursor.isAtEnd {
      if cursor.isAt(close) { return cursor.offset + close.utf8CodeUnitCount }
      cursor.offset += cursor.next == 0x5C ? 2 : 1
    }
    unclosed.insert(number)
    return nil
  }

  /// The end of a string in backquotes, including its code in `${}`.
  private var endOfTemplate: Int? {
    mutating get {
      let number = UInt32(0x60)
      guard !unclosed.contains(number) else { return nil }
      // The depth of braces in each `${}`; -1 for a string.
      var open = [-1]
      var place = offset + 1
      while place < text.count, let depth = open.last {
        let byte = text[place]
        place += 1
        switch (byte, depth) {
        case (0x5C, _): place += 1
        case (0x60, -1): open.removeLast()
        case (0x60, _): open.append(-1)
        case (0x24, -1) where place < text.count && text[place] == 0x7B:
          open.append(0)
          place += 1
        case (0x7B, 0...): open[open.count - 1] += 1
        case (0x7D, 0): open.removeLast()
        case (0x7D, 1...): open[open.count - 1] -= 1
        default: break
        }
        if open.isEmpty { return min(place, text.count) }
      }
      unclosed.insert(number)
      return nil
    }
  }

  /// The end of `#"…"#`.
  private var endOfHashes: Int? {
    mutating get {
      var start = offset
      while start < text.count, text[start] == 0x23 { start += 1 }
      let count = start - offset
      let number = UInt32(count) << 16
      guard start < text.count, text[start] == 0x22, count < 8, !unclosed.contains(number) else {
        return nil
      }
      var place = start + 1
      while place + count < text.count {
        if text[place] == 0x22, text[(place + 1)...(place + count)].allSatisfy({ $0 == 0x23 }) {
          return place + count + 1
        }
        place += 1
      }
      unclosed.insert(number)
      return nil
    }
  }

  /// The end of a pattern such as `/[{"]/`, where a value is possible.
  private var endOfPattern: Int? {
    guard let next = byte(1), next != 0x20, next != 0x2F, next != 0x2A else { return nil }
    if lines[line].hasCode, !"(,=:[!&|?{};~".utf8.contains(text[lines[line].end - 1]) { return nil }
    var place = offset + 1
    var isInClass = false
    while place < text.count, text[place] != 0x0A {
      switch text[place] {
      case 0x5C: place += 1
      case 0x5B: isInClass = true
      case 0x5D: isInClass = false
      case 0x2F where !isInClass: return place + 1
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Records the word of `<<WORD`, `<<-'WORD'` and the like.
  private mutating func readHeredoc() {
    guard failedHeredocs < 8, heredoc == nil, byte(-1) != 0x3C else { return }
    var place = offset + 2
    for mark in [0x3C, 0x2D, 0x7E, 0x27, 0x22] as [UInt8]
    where place < text.count && text[place] == mark { place += 1 }
    var end = place
    while end < text.count, text[end].isPartOfWord { end += 1 }
    guard end > place, !text[place].isDecimalDigit else { return }
    heredoc = place..<end
  }

  /// The end of the tag that starts here; `nil` when it is none.
  var endOfTag: Int? {
    mutating get {
      guard let next = byte(1), next >= 0x41 || next == 0x2F || next == 0x21 || next == 0x3F else {
        return nil
      }
      var place = offset + 1
      while place < text.count, text[place] != 0x3C {
        if text[place] == 0x3E { return place + 1 }
        if text[place] == 0x22 || text[place] == 0x27, text[place - 1] == 0x3D {
          guard let end = endOfValue(at: place) else { return nil }
          place = end
        } else {
          place += 1
        }
      }
      return nil
    }
  }

  private mutating func endOfValue(at start: Int) -> Int? {
    let quote = text[start]
    let number = UInt32(quote) << 24
    guard !unclosed.contains(number) else { return nil }
    if let end = text[(start + 1)...].firstIndex(of: quote) { return end + 1 }
    unclosed.insert(number)
    return nil
  }
}
