import DocMergeLanguage

/// The parts of statements: columns, constraints and rows.
struct SQLParts {
  let text: [UInt8]
  let escapes: Bool

  /// The columns of a table, and those by which its rows are found.
  struct Table {
    var columns: [[UInt8]] = []
    var primaryKey: [[UInt8]] = []
    /// Its columns and constraints, in the order of the text.
    var elements: [Element] = []
  }

  /// A column or a constraint of a table.
  struct Element {
    let body: Range<Int>
    /// The name of a column; `nil` for a constraint.
    let column: [UInt8]?
  }

  /// Puts the elements between the parentheses of a table into its node, and records the columns.
  func addElements(to node: inout Node, before mark: Int, _ table: inout Table)
    throws(FormatRefusal)
  {
    var cursor = ByteCursor(text, at: node.body.lowerBound)
    skipParenthesis(&cursor, before: mark)
    let opening = ChildEnds(&cursor) { $0.skipSQLLineComments() }
    var children = ChildList(from: opening.sibling)
    while cursor.offset < mark {
      cursor.skipSQLTrivia()
      if cursor.next == 0x29 { break }
      let child = try element(&cursor, &table)
      children.append(child, ChildEnds(&cursor) { $0.skipSQLLineComments() })
    }
    cursor.skipSQLTrivia()
    guard cursor.offset < mark, cursor.next == 0x29 else {
      throw FormatRefusal(at: node.body.lowerBound, tr("the parenthesis is not closed"))
    }
    guard let first = children.nodes.first else { return }
    node.children = children.nodes
    node.inner = first.range.lowerBound..<children.end
    node.mark = 0x2C
  }

  /// Skips the text up to the first opening parenthesis, and the parenthesis.
  private func skipParenthesis(_ cursor: inout ByteCursor, before mark: Int) {
    while cursor.offset < mark, cursor.next != 0x28 {
      if cursor.next == 0x22 || cursor.next == 0x60 || cursor.next == 0x27 {
        _ = cursor.skipSQLQuoted(escapes: escapes)
      } else if !cursor.skipSQLComment() {
        cursor.offset += 1
      }
    }
    cursor.offset += 1
  }

  /// Reads an element and the comma after it, and records a column.
  private func element(
    _ cursor: inout ByteCursor, _ table: inout Table
  ) throws(FormatRefusal) -> Node {
    let start = cursor.offset
    let end = scanElement(&cursor)
    guard end > start else { throw FormatRefusal(at: start, tr("a column was expected")) }
    var child = Node(.scalar, range: start..<end, body: start..<end)
    let count = table.columns.count
    child.key = elementKey(start..<end, &table)
    let column = table.columns.count > count ? table.columns.last : nil
    table.elements.append(Element(body: child.body, column: column))
    // The columns of a constraint are one value, in their order.
    child.isWhole = column == nil
    cursor.skipSQLTrivia()
    let comma = cursor.offset
    if cursor.take(0x2C) {
      child.separator = comma..<cursor.offset
    } else {
      cursor.offset = end
    }
    return child
  }

  /// Scans an element up to the comma or parenthesis after it; returns where it ends.
  private func scanElement(_ cursor: inout ByteCursor) -> Int {
    var (depth, end) = (0, cursor.offset)
    while let byte = cursor.next {
      if depth == 0, byte == 0x2C || byte == 0x29 || byte == 0x3B { break }
      if byte == 0x27 || byte == 0x22 || byte == 0x60 {
        _ = cursor.skipSQLQuoted(escapes: escapes)
        end = min(cursor.offset, text.count)
      } else if (byte == 0x2D || byte == 0x2F) && cursor.skipSQLComment() {
        continue
      } else {
        if byte == 0x28 { depth += 1 }
        if byte == 0x29 { depth -= 1 }
        cursor.offset += 1
        if !byte.isWhite { end = cursor.offset }
      }
    }
    return end
  }

  /// The key of a column or constraint.
  private func elementKey(_ body: Range<Int>, _ table: inout Table) -> Node.Key {
    var words = SQLWords(text, body, escapes: escapes)
    func key(_ kind: String, _ name: SQLName?) -> Node.Key {
      Node.Key(
        meaning: Array(kind.utf8) + (name?.bytes ?? words.meaning()), at: name?.range ?? body)
    }
    if let columns = Self.primaryKey(words) { table.primaryKey = columns }
    if words.take("constraint") { return key("constraint ", words.name()) }
    if words.isAt("primary key") {
      return Node.Key(
        meaning: "primary key".utf8, at: body.lowerBound..<words.words[1].range.upperBound)
    }
    for kind in ["unique key", "unique index", "fulltext key", "spatial key", "key", "index"] {
      guard words.isAt(kind), words.words.count > 2 else { continue }
      // A column can have this name, too.
      var ahead = words
      _ = ahead.take(kind)
      if let name = ahead.name(), ahead.isAt("(") { return key("key ", name) }
    }
    for kind in ["foreign key", "check", "unique", "exclude", "like"] where words.isAt(kind) {
      return key("", nil)
    }
    let name = words.name()
    if let name { table.columns.append(name.bytes) }
    return key("column ", name)
  }

  /// The columns of a primary key, in a constraint or a column that declares one; `nil` where there is none.
  static func primaryKey(_ statement: SQLWords) -> [[UInt8]]? {
    var words = statement
    while words.next != nil, !words.isAt("primary key") { words.place += 1 }
    guard words.take("primary key") else { return nil }
    guard words.take("(") else {
      return statement.words.first.map { [$0.bytes] }
    }
    var columns: [[UInt8]] = []
    while let word = words.next, !words.isAt(")") {
      if word.bytes.first?.isPartOfName ?? false || !word.isBare { columns.append(word.bytes) }
      words.place += 1
    }
    return columns
  }

  // MARK: - Rows

  /// A row, and the places of its cells.
  struct Row {
    var node: Node
    var cells: [Range<Int>]
  }

  /// The rows below a `COPY`.
  func copiedRows(_ lines: Range<Int>) -> [Row] {
    var rows: [Row] = []
    var start = lines.lowerBound
    while start < lines.upperBound {
      let end = text[start..<lines.upperBound].firstIndex(of: 0x0A) ?? lines.upperBound
      let next = min(end + 1, lines.upperBound)
      let cells = text[start..<end].split(separator: 0x09, omittingEmptySubsequences: false)
      rows.append(
        Row(
          node: Node(.scalar, range: start..<next, body: start..<next),
          cells: cells.map { $0.startIndex..<$0.endIndex }))
      start = next
    }
    return rows
  }

  /// The rows after `VALUES`, as children of a list, and where the list starts and ends.
  func listedRows(of statement: SQLStatement) throws(FormatRefusal) -> (
    rows: [Row], inner: Range<Int>
  ) {
    var cursor = ByteCursor(text, at: valuesEnd(of: statement))
    let opening = ChildEnds(&cursor) { $0.skipSQLLineComments() }
    var (list, cells) = (ChildList(from: opening.sibling), [[Range<Int>]]())
    while true {
      cursor.skipSQLTrivia()
      let start = cursor.offset
      guard cursor.take(0x28) else {
        throw FormatRefusal(at: start, tr("a row was expected"))
      }
      var row: [Range<Int>] = []
      repeat {
        cursor.skipSQLTrivia()
        let cell = cursor.offset
        row.append(cell..<max(cell, scanElement(&cursor)))
      } while cursor.take(0x2C)
      guard cursor.take(0x29) else {
        throw FormatRefusal(at: cursor.offset, tr("the row is not closed"))
      }
      var node = Node(.scalar, range: start..<cursor.offset, body: start..<cursor.offset)
      let end = cursor.offset
      cursor.skipSQLTrivia()
      let comma = cursor.offset
      let goesOn = cursor.take(0x2C)
      if goesOn { node.separator = comma..<cursor.offset } else { cursor.offset = end }
      cells.append(row)
      let ends = ChildEnds(&cursor) { $0.skipSQLLineComments() }
      list.append(node, ends)
      guard goesOn else { break }
    }
    let nodes = list.nodes
    // Text after the last row up to the mark belongs to the statement.
    let last = nodes.last?.body.upperBound ?? list.end
    let rows = zip(nodes, cells).map { Row(node: $0, cells: $1) }
    return (rows, (nodes.first?.range.lowerBound ?? last)..<last)
  }

  /// The place after the word `VALUES` of an insertion.
  private func valuesEnd(of statement: SQLStatement) -> Int {
    let words = SQLWords(
      text, statement.body.lowerBound..<statement.mark, escapes: escapes, limit: 2000)
    let values = words.words.first { $0.isBare && $0.bytes.elementsEqual("values".utf8) }
    return values?.range.upperBound ?? statement.body.lowerBound
  }
}
