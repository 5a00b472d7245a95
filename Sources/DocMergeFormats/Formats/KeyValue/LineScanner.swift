import DocMergeLanguage

/// Reads keys and values on lines of their own.
struct LineScanner {
  /// The place of the next byte.
  var cursor: ByteCursor
  /// How entries, comments and sections are written.
  let dialect: KeyValueFormat.Dialect
  /// The tree so far.
  var builder: SectionBuilder
  /// How many entries have been read, and how many of them look like prose.
  private var entryCount = 0
  private var proseCount = 0
  private var firstProse = 0

  init(_ text: [UInt8], _ dialect: KeyValueFormat.Dialect) {
    cursor = ByteCursor(text)
    self.dialect = dialect
    builder = SectionBuilder(text, dialect)
  }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    while !cursor.isAtEnd { try scanLine() }
    guard proseCount * 2 <= entryCount else {
      throw FormatRefusal(at: firstProse, tr("a key with a value was expected"))
    }
    return builder.finish()
  }

  /// Scans a line, or several that are one entry.
  private mutating func scanLine() throws(FormatRefusal) {
    let lineStart = cursor.offset
    cursor.skipIndentation()
    guard let next = cursor.next, next != 0x0A else {
      cursor.skipLine()
      return builder.addBlankLine(to: cursor.offset)
    }
    if dialect.startsComment(next) {
      cursor.skipLine()
      return builder.addComment(to: cursor.offset)
    }
    if dialect.hasSections, next == 0x5B { return try scanSectionLine() }
    let start = cursor.offset
    let entry = try scanEntry(indentation: start - lineStart)
    guard !entry.key.isEmpty else { throw FormatRefusal(at: start, tr("a key was expected")) }
    countProse(entry)
    cursor.skipLine()
    builder.add(entry, to: cursor.offset)
  }

  /// Scans an entry up to the comment after it, or to the end of its last line.
  private mutating func scanEntry(indentation: Int) throws(FormatRefusal) -> KeyedEntry {
    switch dialect {
    case .properties, .strings: scanProperty()
    case .env: try scanVariable()
    case .ini, .editorconfig, .desktop, .systemd: try scanSetting(indentation: indentation)
    case .gitconfig: try scanGitVariable()
    }
  }

  /// Counts entries that may be lines of prose.
  private mutating func countProse(_ entry: KeyedEntry) {
    entryCount += 1
    guard dialect == .properties, !entry.hasMark else { return }
    let isPath = cursor.text[entry.key].dropLast().contains { $0 == 0x2E || $0 == 0x5F }
    guard !isPath || entry.value.isEmpty else { return }
    if proseCount == 0 { firstProse = entry.body.lowerBound }
    proseCount += 1
  }
}

extension ByteCursor {
  /// Skips blanks, tabs and other white space on one line.
  mutating func skipIndentation() { skip { $0.isWhite && $0 != 0x0A } }

  /// The start of the white bytes that end here, but not before a place.
  func trimmed(downTo start: Int) -> Int {
    var end = offset
    while end > start, text[end - 1].isWhite { end -= 1 }
    return end
  }
}
