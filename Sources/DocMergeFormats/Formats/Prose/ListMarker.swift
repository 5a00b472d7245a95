import DocMergeCore

/// The start of a line that is an item of a list.
struct ListMarker {
  /// The mark: `-`, `*`, `+`, the last byte of `•`, or the mark after a number, `.` or `)`.
  var mark: UInt8
  /// The number, for an item that has one; `-1` for `#.`, which numbers itself.
  var number: Int?
  /// The column at which the text of the item starts.
  var content: Int
  /// Where the text of the item starts, or the end of the line.
  var offset: Int

  /// Whether both are marks of the same list.
  func isSibling(of other: ListMarker) -> Bool {
    mark == other.mark && (number == nil) == (other.number == nil)
  }
}

extension ProseScanner {
  /// The marker at the start of a line, or `nil` where the line starts differently, as with a date.
  func marker(at index: Int) -> ListMarker? {
    let line = lines[index]
    guard line.first < line.end, !notItems.contains(index) else { return nil }
    switch text[line.first] {
    // A star at the start of a line of Org is a heading.
    case UInt8(ascii: "*") where dialect == .org && line.indent == 0: return nil
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return marker(line, width: 1, mark: text[line.first])
    case 0xE2 where dialect != .markdown:
      let isBullet =
        line.first + 3 <= line.end && text[line.first + 1] == 0x80 && text[line.first + 2] == 0xA2
      return isBullet ? marker(line, bytes: 3, width: 1, mark: 0xA2) : nil
    case UInt8(ascii: "#") where dialect == .reStructuredText:
      guard line.first + 1 < line.end, text[line.first + 1] == UInt8(ascii: ".") else { return nil }
      return marker(line, width: 2, mark: UInt8(ascii: "."), number: -1)
    case let byte where byte.isDecimalDigit: return numberMarker(line)
    default: return nil
    }
  }

  /// Whether a line starts with the day of a date, so that it looks like an item.
  func isDate(at index: Int) -> Bool {
    let line = lines[index]
    var offset = line.first
    while offset < line.end, text[offset].isDecimalDigit { offset += 1 }
    guard offset > line.first, offset + 1 < line.end, text[offset] == UInt8(ascii: ".") else {
      return false
    }
    offset += 1
    while text[offset].isBlankOrTab { offset += 1 }
    return isDate(behind: offset, line.end)
  }

  private func numberMarker(_ line: ProseLine) -> ListMarker? {
    guard let read = ListMark(text[line.first..<line.end]), read.hasNumber, read.isShort else {
      return nil
    }
    let number = read.digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return marker(line, width: read.digits.count + 1, mark: read.mark, number: number)
  }

  private func marker(
    _ line: ProseLine, bytes: Int? = nil, width: Int, mark: UInt8, number: Int? = nil
  ) -> ListMarker? {
    var offset = line.first + (bytes ?? width)
    let column = line.indent + width
    guard offset < line.end else {
      return ListMarker(mark: mark, number: number, content: column + 1, offset: line.end)
    }
    guard text[offset].isBlankOrTab else { return nil }
    var content = column
    while text[offset].isBlankOrTab {
      content = text[offset] == 0x09 ? (content / 4 + 1) * 4 : content + 1
      offset += 1
    }
    if content - column > 4 { content = column + 1 }
    if number != nil, mark == UInt8(ascii: "."), isDate(behind: offset, line.end) { return nil }
    return ListMarker(mark: mark, number: number, content: content, offset: offset)
  }

  /// Whether the line above or the line below begins with a number and the same word.
  private func isRepeated(_ word: ArraySlice<UInt8>, around offset: Int) -> Bool {
    func begins(_ line: ArraySlice<UInt8>) -> Bool {
      let rest = line.trimmed.drop(while: \.isDecimalDigit)
      return rest.startIndex > line.trimmed.startIndex && rest.first == UInt8(ascii: ".")
        && rest.dropFirst().trimmed.prefix { $0.isLetter } == word
    }
    let above = text[..<offset].lastIndex(of: 0x0A).map { end in
      text[(text[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)..<end]
    }
    let end = text[offset...].firstIndex(of: 0x0A) ?? text.count
    let below = text[end...].dropFirst().prefix { $0 != 0x0A }
    return above.map(begins) ?? false || begins(below)
  }

  /// Whether a number and a full stop before this place are the day of a date, such as `3. May`, or rank something,
  /// such as `3. Platz`.
  private func isDate(behind offset: Int, _ end: Int) -> Bool {
    var stop = offset
    if text[offset].isDecimalDigit {
      while stop < end, text[stop].isDecimalDigit { stop += 1 }
      return stop < end && stop - offset <= 2 && text[stop] == UInt8(ascii: ".")
    }
    while stop < end, stop - offset < 32, text[stop].isLetter { stop += 1 }
    let word = String(decoding: text[offset..<stop], as: UTF8.self).lowercased()
    return monthNames.contains(word)
      || rankedNouns.contains(word) && isRepeated(text[offset..<stop], around: offset)
  }
}

extension UInt8 {
  /// Whether the byte is a letter from A to Z, or part of a character beyond ASCII.
  var isLetter: Bool { self >= 0x80 || (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
