import DocMergeLanguage

extension LineScanner {
  /// Scans a setting of an INI file or the like, with the continuation lines of its value.
  mutating func scanSetting(indentation: Int) throws(FormatRefusal) -> KeyedEntry {
    let start = cursor.offset
    let dialect = dialect
    cursor.skip { $0 != 0x0A && !dialect.endsKey($0) }
    let key = start..<cursor.trimmed(downTo: start)
    var entry = KeyedEntry(body: key, key: key, value: key.upperBound..<key.upperBound)
    let hasMark = cursor.next != nil && cursor.next != 0x0A
    let isWord = dialect == .ini && cursor.text[key].allSatisfy(\.isSettingByte)
    guard hasMark && cursor.text[start].startsSetting || isWord else {
      throw FormatRefusal(at: start, tr("a key, an equals sign and a value were expected"))
    }
    guard hasMark else { return entry }
    cursor.offset += 1
    cursor.skipIndentation()
    let valueStart = cursor.offset
    scanSettingValue(indentation: indentation)
    entry.value = valueStart..<max(valueStart, cursor.trimmed(downTo: valueStart))
    entry.body = start..<entry.value.upperBound
    return entry
  }

  /// Scans a value up to the end of its last line.
  private mutating func scanSettingValue(indentation: Int) {
    cursor.skip { $0 != 0x0A }
    switch dialect {
    case .ini: while scanIndentedLine(below: indentation) {}
    case .systemd: while cursor.byte(ahead: -1) == 0x5C, scanContinuedLine() {}
    default: break
    }
  }

  /// Scans the next line with a value that is indented deeper than its key, and blank lines and comments
  /// above it.
  ///
  /// - Returns: Whether there is such a line.
  private mutating func scanIndentedLine(below indentation: Int) -> Bool {
    var ahead = cursor
    while ahead.take(0x0A) {
      let lineStart = ahead.offset
      ahead.skipIndentation()
      let depth = ahead.offset - lineStart
      guard let next = ahead.next else { return false }
      ahead.skip { $0 != 0x0A }
      if next == 0x0A || dialect.startsComment(next) { continue }
      guard depth > indentation else { return false }
      cursor = ahead
      return true
    }
    return false
  }

  /// Scans the line after one that ends with a backslash, and the comments above it.
  ///
  /// - Returns: Whether there is such a line.
  private mutating func scanContinuedLine() -> Bool {
    while cursor.take(0x0A) {
      var first = cursor
      first.skipIndentation()
      cursor.skip { $0 != 0x0A }
      guard let next = first.next, dialect.startsComment(next) else { return true }
    }
    return false
  }
}

// MARK: Sections

extension LineScanner {
  /// Scans the first line of a section.
  mutating func scanSectionLine() throws(FormatRefusal) {
    let start = cursor.offset
    cursor.offset += 1
    let name = dialect == .gitconfig ? try scanGitSection() : try scanSectionName(from: start)
    cursor.skipIndentation()
    guard dialect == .gitconfig, let next = cursor.next, next != 0x0A, !dialect.startsComment(next)
    else {
      cursor.skipLine()
      return builder.openSection(named: name, from: start, to: cursor.offset)
    }
    builder.openSection(named: name, from: start, to: cursor.offset)
  }

  /// Scans the name of a section and its closing bracket, after which only a comment may follow.
  private mutating func scanSectionName(from start: Int) throws(FormatRefusal) -> Node.Key {
    let nameStart = cursor.offset
    while let next = cursor.next, next != 0x0A {
      cursor.offset += 1
      guard next == 0x5D, cursor.offset > nameStart + 1 else { continue }
      var behind = cursor
      behind.skipIndentation()
      guard let after = behind.next, after != 0x0A, !dialect.startsComment(after) else {
        return Node.Key(nameStart..<cursor.offset - 1, in: cursor.text)
      }
    }
    throw FormatRefusal(at: start, tr("a name and a closing bracket were expected"))
  }
}

extension UInt8 {
  /// Whether a key can start with the byte; a tag or a brace is part of another format.
  fileprivate var startsSetting: Bool {
    self != 0x3C && self != 0x3E && self != 0x7B && self != 0x7D
  }

  /// Whether the byte can be part of a key without a value.
  fileprivate var isSettingByte: Bool {
    isNameByte || self == 0x21 || self == 0x2A || self >= 0x2D && self <= 0x2F || self == 0x40
  }
}
