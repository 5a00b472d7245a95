extension Node {
  /// The first cell of a row of a table, with or without nodes for its cells; `nil` for other nodes.
  func firstCell(in text: [UInt8]) -> Range<Int>? {
    if let first = children.first { return inner == body ? first.body : nil }
    guard kind == .scalar, let mark else { return nil }
    return body.lowerBound..<(text[body].firstIndex(of: mark) ?? body.upperBound)
  }
}

/// The tree of a table: a node for each record, with a node for each cell.
struct TableTree {
  private let table: Table
  private let kind: Node.Kind
  private let hasHeader: Bool
  private let keyColumns: Range<Int>
  private let columnKeys: [Node.Key]
  private let cells: Cells

  /// Which rows have nodes for their cells.
  enum Cells {
    case ofAll
    /// Only the header.
    case ofHeader
    /// All except the rows that every version has: these need not be examined.
    case ofOthers(than: CommonRows, version: Int)
  }

  /// Makes the tree of a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - kind: The kind of the root.
  ///   - hasHeader: Whether the first record is the names of the columns.
  ///   - keyColumns: The columns whose cells are the key of a row; rows have no key when it is empty.
  ///   - namesColumns: Whether cells are found by the name of their column, instead of its number.
  ///   - cells: Which rows have nodes for their cells.
  init(
    _ table: Table, _ kind: Node.Kind, hasHeader: Bool, keyColumns: Range<Int> = 0..<0,
    namesColumns: Bool = true, cells: Cells = .ofAll
  ) {
    self.cells = cells
    self.table = table
    self.kind = kind
    self.hasHeader = hasHeader
    self.keyColumns = keyColumns
    columnKeys = (0..<(hasHeader ? table.columnCount : 0)).map { column in
      let meaning = namesColumns ? table.value(0, column) : Self.number(column)
      return Node.Key(meaning: meaning, at: Self.withoutMarks(table.cell(0, column), table.text))
    }
  }

  /// The tree.
  var tree: SyntaxTree {
    let text = table.text
    var root = Node(kind, range: text.indices, body: text.indices)
    root.children.reserveCapacity(table.rowCount)
    var start = TableScanner.start(of: text)
    root.inner = start..<start
    for row in 0..<table.rowCount {
      root.children.append(node(row, from: start))
      start = root.children[row].range.upperBound
    }
    root.inner = root.inner.lowerBound..<start
    return SyntaxTree(text: text, root: consume root)
  }

  /// The node of a record, which owns the text between it and the next one.
  private func node(_ row: Int, from start: Int) -> Node {
    let body = table.row(row)
    let end =
      row + 1 < table.rowCount
      ? table.cell(row + 1, 0).lowerBound : min(body.upperBound + 1, table.text.count)
    let hasCells = hasCells(row)
    var node = Node(
      hasCells ? .members : .scalar, key: key(row), range: start..<end, body: body,
      inner: hasCells ? body : nil)
    node.mark = table.delimiter
    guard hasCells else { return node }
    node.children.reserveCapacity(table.columnCount)
    for column in 0..<table.columnCount {
      let cell = table.cell(row, column)
      let mark = cell.upperBound..<(column + 1 < table.columnCount ? 1 : 0) + cell.upperBound
      let key =
        hasHeader ? columnKeys[column] : Node.Key(meaning: Self.number(column), at: cell.prefix(0))
      node.children.append(
        Node(
          .scalar, key: key, range: cell.lowerBound..<mark.upperBound, body: cell, separator: mark))
    }
    return node
  }

  private func hasCells(_ row: Int) -> Bool {
    if hasHeader, row == 0 { return true }
    switch cells {
    case .ofAll: return true
    case .ofHeader: return false
    case .ofOthers(let common, let version): return !common.contains(row, ofVersion: version)
    }
  }

  /// The hash of the key of the header.
  static let headerHash = Node.Key(meaning: [0], at: 0..<0).hash

  /// The key of a record: a fixed one for the header, the key cells for a row.
  private func key(_ row: Int) -> Node.Key? {
    if hasHeader, row == 0 { return Node.Key(hash: Self.headerHash, at: table.row(0)) }
    guard let first = keyColumns.first, let last = keyColumns.last else { return nil }
    var hash = ContentHash()
    hash.add(1)
    for column in keyColumns {
      hash.add(hash: table.hash(row, column))
      hash.add(0x1F)
    }
    let place = table.cell(row, first).lowerBound..<table.cell(row, last).upperBound
    return Node.Key(hash: hash.value, at: place)
  }

  /// The digits of a number.
  private static func number(_ column: Int) -> [UInt8] { Array(String(column).utf8) }

  /// A cell without its quotation marks.
  private static func withoutMarks(_ cell: Range<Int>, _ text: [UInt8]) -> Range<Int> {
    guard cell.count > 1, text[cell.lowerBound] == .quotationMark else { return cell }
    return cell.lowerBound + 1..<cell.upperBound - 1
  }
}
