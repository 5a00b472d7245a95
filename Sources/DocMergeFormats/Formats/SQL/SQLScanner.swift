import DocMergeLanguage

/// Cuts a dump into statements.
struct SQLScanner {
  private var cursor: ByteCursor
  /// Whether a backslash in a string starts an escape.
  let escapes: Bool
  /// The mark that ends a statement, which `DELIMITER` changes.
  private var delimiter: [UInt8] = [0x3B]
  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8]) {
    cursor = ByteCursor(text)
    escapes = text.contains(0x60) || text.firstRange(of: Array("/*!".utf8)) != nil
  }

  /// The statements, in the order of the text.
  mutating func statements() throws(FormatRefusal) -> [SQLStatement] {
    var statements: [SQLStatement] = []
    while true {
      let gap = try scanGap()
      guard !cursor.isAtEnd else { return statements }
      var statement = try statement()
      (statement.comment, statement.isApart) = gap
      try statement.identify(text, escapes: escapes)
      if statement.role == .copy { try scanRows(of: &statement) }
      statements.append(statement)
    }
  }

  /// Scans blank lines and comments; returns the range of the comments, and whether a line is blank.
  private mutating func scanGap() throws(FormatRefusal) -> (comment: Range<Int>?, isApart: Bool) {
    var (comment, isApart): (Range<Int>?, Bool) = (nil, false)
    while !cursor.isAtEnd {
      if cursor.isAtConflictMarker { throw refusal(tr("a statement, not a conflict marker,")) }
      let start = cursor.offset
      cursor.skip(while: \.isWhite)
      if text[start..<cursor.offset].count(where: { $0 == 0x0A }) > 1 { isApart = true }
      let first = cursor.offset
      guard cursor.skipSQLComment() else { break }
      if text[first..<cursor.offset].contains(where: \.isPartOfName) {
        comment = (comment?.lowerBound ?? first)..<cursor.offset
      }
    }
    return (comment, isApart)
  }

  private mutating func statement() throws(FormatRefusal) -> SQLStatement {
    let start = cursor.offset
    let isLine = cursor.next == 0x5C || isAtDelimiterChange
    if isLine {
      cursor.skip { $0 != 0x0A }
      if text[start] != 0x5C {
        let word = text[start..<cursor.offset].split(whereSeparator: \.isWhite).dropFirst().first
        guard let word else { throw refusal(tr("a delimiter")) }
        delimiter = Array(word)
      }
      return SQLStatement(body: start..<cursor.offset, mark: cursor.offset)
    }
    let mark = try scanToDelimiter(from: start)
    cursor.offset = mark + delimiter.count
    return SQLStatement(body: start..<cursor.offset, mark: mark)
  }

  private var isAtDelimiterChange: Bool { cursor.isAt("DELIMITER ") || cursor.isAt("delimiter ") }

  private var isAtDelimiter: Bool {
    let end = cursor.offset + delimiter.count
    return cursor.next == delimiter[0] && end <= text.count
      && text[cursor.offset..<end].elementsEqual(delimiter)
  }

  /// Scans a statement up to the mark that ends it; returns the place of the mark.
  private mutating func scanToDelimiter(from start: Int) throws(FormatRefusal) -> Int {
    var depth = 0
    let isProgram = holdsProgram
    while let byte = cursor.next {
      if depth <= 0, isAtDelimiter { return cursor.offset }
      switch byte {
      case 0x27, 0x22, 0x60:
        let quote = cursor.offset
        guard cursor.skipSQLQuoted(escapes: escapes) else {
          throw FormatRefusal(at: quote, tr("the string is not closed"))
        }
      case 0x24:
        let isClosed = cursor.skipDollarQuoted()
        if isClosed == false { throw refusal(tr("the end of the text between dollar signs")) }
        if isClosed == nil { cursor.offset += 1 }
      case 0x2D, 0x2F:
        if !(cursor.isAt("--") || cursor.isAt("/*")) || !cursor.skipSQLComment() {
          cursor.offset += 1
        }
      case _ where byte.isPartOfName:
        let word = cursor.offset
        cursor.skip(while: \.isPartOfName)
        if isProgram { depth += Self.nesting(text[word..<cursor.offset]) }
      default:
        cursor.offset += 1
      }
    }
    throw FormatRefusal(at: start, tr("the statement does not end"))
  }

  /// Whether the statement may hold others between `BEGIN` and `END`.
  private var holdsProgram: Bool {
    guard delimiter == [0x3B] else { return false }
    let end = min(text.count, cursor.offset + 400)
    let words = SQLWords(text, cursor.offset..<end, escapes: escapes, limit: 12).words
    let kinds = ["trigger", "function", "procedure", "event"].map { Array($0.utf8) }
    return words.first.map { $0.bytes.elementsEqual("create".utf8) } ?? false
      && words.contains { $0.isBare && kinds.contains($0.bytes) }
  }

  private static func nesting(_ word: ArraySlice<UInt8>) -> Int {
    guard word.count < 6 else { return 0 }
    switch String(decoding: word.map(\.lowercased), as: UTF8.self) {
    case "begin", "case": return 1
    case "end": return -1
    default: return 0
    }
  }

  /// Scans the rows below a `COPY`, up to `\.`.
  private mutating func scanRows(of statement: inout SQLStatement) throws(FormatRefusal) {
    cursor.skipBlanks()
    guard cursor.take(0x0A) else { throw refusal(tr("rows")) }
    let start = cursor.offset
    while !cursor.isAtEnd {
      if cursor.isAt("\\."), cursor.byte(ahead: 2) ?? 0x0A == 0x0A {
        statement.rows = start..<cursor.offset
        cursor.offset += 2
        statement.body = statement.body.lowerBound..<cursor.offset
        return
      }
      if cursor.isAtConflictMarker { throw refusal(tr("a row, not a conflict marker,")) }
      cursor.skipLine()
    }
    throw refusal(tr("the end of the rows"))
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
