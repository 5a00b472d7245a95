import DocMergeLanguage

extension LineScanner {
  /// Scans `remote "origin"]`.
  mutating func scanGitSection() throws(FormatRefusal) -> Node.Key {
    let start = cursor.offset
    cursor.skip { $0.isGitNameByte || $0 == 0x2E }
    let name = cursor.text[start..<cursor.offset].map(\.lowercased)
    guard !name.isEmpty else { throw FormatRefusal(at: start, tr("a name was expected")) }
    if cursor.take(0x5D) {
      let parts = name.split(separator: 0x2E, maxSplits: 1)
      return Node.Key(meaning: Array(parts.joined(separator: [0])), at: start..<cursor.offset - 1)
    }
    cursor.skipBlanks()
    let subsection = try scanGitSubsection()
    let key = Node.Key(meaning: name + [0] + subsection, at: start..<cursor.offset)
    guard cursor.take(0x5D) else {
      throw FormatRefusal(at: cursor.offset, tr("a closing bracket was expected"))
    }
    return key
  }

  /// Scans the second part of the name of a section, in its quotation marks.
  private mutating func scanGitSubsection() throws(FormatRefusal) -> [UInt8] {
    let start = cursor.offset
    var name: [UInt8] = []
    if cursor.take(0x22) {
      while let next = cursor.next, next != 0x0A {
        cursor.offset += 1
        if next == 0x22 { return name }
        guard next == 0x5C else {
          name.append(next)
          continue
        }
        guard let escaped = cursor.next, escaped != 0x0A else { break }
        cursor.offset += 1
        name.append(escaped)
      }
    }
    throw FormatRefusal(at: start, tr("a name in quotation marks was expected"))
  }

  /// Scans `name = value`, or a name alone, which means `true`.
  mutating func scanGitVariable() throws(FormatRefusal) -> KeyedEntry {
    let start = cursor.offset
    if cursor.next?.isASCIILetter == true { cursor.skip { $0.isGitNameByte } }
    let key = start..<cursor.offset
    cursor.skipBlanks()
    guard !key.isEmpty, cursor.take(0x3D) else {
      let isAlone = cursor.next.map { $0 == 0x0A || dialect.startsComment($0) } ?? true
      guard !key.isEmpty, isAlone else {
        throw FormatRefusal(at: cursor.offset, tr("a name and an equals sign were expected"))
      }
      return KeyedEntry(body: key, key: key, value: key.upperBound..<key.upperBound)
    }
    cursor.skipBlanks()
    let valueStart = cursor.offset
    try scanGitValue()
    let value = valueStart..<cursor.trimmed(downTo: valueStart)
    return KeyedEntry(body: start..<value.upperBound, key: key, value: value)
  }

  /// Scans a value, up to the comment after it or the end of its last line.
  private mutating func scanGitValue() throws(FormatRefusal) {
    var isQuoted = false
    while let next = cursor.next {
      if !isQuoted, next == 0x0A || dialect.startsComment(next) { return }
      switch next {
      case 0x0A: throw FormatRefusal(at: cursor.offset, tr("a quotation mark was expected"))
      case 0x22: isQuoted.toggle()
      case 0x5C:
        cursor.offset += 1
        guard let escaped = cursor.next else { break }
        guard escaped.isGitEscape else {
          throw FormatRefusal(at: cursor.offset - 1, tr("the escape is unknown"))
        }
      default: break
      }
      if !cursor.isAtEnd { cursor.offset += 1 }
    }
    if isQuoted { throw FormatRefusal(at: cursor.offset, tr("a quotation mark was expected")) }
  }
}

extension UInt8 {
  /// Whether the byte can be part of the name of a variable of git.
  fileprivate var isGitNameByte: Bool { isASCIILetter || isDecimalDigit || self == 0x2D }

  /// Whether the byte can follow a backslash: `\n`, `\t`, `\b`, `\"`, `\\` or the end of the line.
  fileprivate var isGitEscape: Bool {
    switch self {
    case 0x6E, 0x74, 0x62, 0x22, 0x5C, 0x0A: true
    default: false
    }
  }
}
