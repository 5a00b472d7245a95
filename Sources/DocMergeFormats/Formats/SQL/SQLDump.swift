import DocMergeLanguage

/// The statements of a dump, and the facts that they give together.
struct SQLDump {
  private let text: [UInt8]
  let statements: [SQLStatement]
  let parts: SQLParts
  /// The columns and rows of each table.
  private(set) var tables: [SQLName: SQLParts.Table] = [:]
  /// The places of statements about a table.
  private(set) var subjects: [SQLName: [Range<Int>]] = [:]
  /// Tables with several rows of the same key.
  private(set) var doubled: [SQLName: [Range<Int>]] = [:]
  /// The places of rows of tables whose cells are identified only by their order.
  private(set) var placedRows: [SQLName: [Range<Int>]] = [:]
  private var nodes: [Node] = []

  /// Reads a dump.
  ///
  /// - Throws: ``FormatRefusal`` for a text that is no dump.
  init(_ text: [UInt8]) throws(FormatRefusal) {
    self.text = text
    var scanner = SQLScanner(text)
    statements = try scanner.statements()
    parts = SQLParts(text: text, escapes: scanner.escapes)
    guard statements.contains(where: { $0.role != .other && $0.role != .setting }) else {
      throw FormatRefusal(at: 0, tr("statements of a dump were expected"))
    }
    try checkDrops()
    try readTables()
    for statement in statements {
      if let table = statement.table { subjects[table, default: []].append(statement.body) }
    }
    try readRows()
  }

  /// Refuses to drop something that is not created here: that is a step of a migration.
  private func checkDrops() throws(FormatRefusal) {
    let made = Set(statements.map(\.meaning))
    let views = Set(statements.filter { $0.kind == "view" }.compactMap(\.made))
    for statement in statements where statement.role == .drop {
      let name = Array("create".utf8) + statement.meaning.dropFirst(4)
      // MySQL also drops a table with the name of a view.
      let isView = statement.made.map { views.contains($0) } ?? false
      guard isView || made.contains(where: { $0.starts(with: name) }) else {
        throw FormatRefusal(at: statement.body.lowerBound, tr("a statement of a dump was expected"))
      }
    }
  }

  /// Makes the nodes of all statements except those with rows, and reads the tables.
  private mutating func readTables() throws(FormatRefusal) {
    for statement in statements {
      let isProgram = statement.role == .definition && statement.table == nil
      var node = Node(
        isProgram ? .text : .scalar, key: statement.key, range: statement.body, body: statement.body
      )
      // The columns of an index are one value, in their order.
      node.isWhole = statement.role == .definition && !isProgram
      if statement.role == .table, let name = statement.table {
        var table = SQLParts.Table()
        node.kind = .members
        node.isAddedWhole = true
        try parts.addElements(to: &node, before: statement.mark, &table)
        tables[name] = table
      }
      nodes.append(node)
    }
    for statement in statements where statement.role != .table {
      guard let name = statement.table, tables[name] != nil,
        text[statement.body].starts(with: "ALTER".utf8)
          || text[statement.body].starts(with: "alter".utf8)
      else { continue }
      let words = SQLWords(text, statement.body.lowerBound..<statement.mark, escapes: parts.escapes)
      if let columns = SQLParts.primaryKey(words) { tables[name]?.primaryKey = columns }
    }
  }

  // MARK: - Rows

  private mutating func readRows() throws(FormatRefusal) {
    for index in statements.indices {
      let statement = statements[index]
      guard statement.role == .copy || statement.role == .insert else { continue }
      var (rows, inner): ([SQLParts.Row], Range<Int>)
      if let lines = statement.rows {
        (rows, inner) = (parts.copiedRows(lines), lines)
      } else {
        (rows, inner) = try parts.listedRows(of: statement)
      }
      try checkCells(rows, statement)
      nodes[index].kind = .members
      nodes[index].isAddedWhole = true
      nodes[index].inner = inner
      if statement.role == .insert { nodes[index].mark = 0x2C }
      nodes[index].children = rows.map(\.node)
      if let last = nodes[index].children.indices.last, statement.role == .insert {
        let row = nodes[index].children[last]
        nodes[index].children[last].range = row.range.lowerBound..<inner.upperBound
      }
      giveKeys(rows, statement, index)
      if let table = statement.table, statement.columns == nil {
        placedRows[table, default: []] += rows.map(\.node.body)
      }
    }
  }

  /// Refuses rows whose cells do not fit the columns.
  private func checkCells(
    _ rows: [SQLParts.Row], _ statement: SQLStatement
  ) throws(FormatRefusal) {
    let known = statement.table.flatMap { tables[$0]?.columns.count }.flatMap { $0 > 0 ? $0 : nil }
    let count = statement.columns?.count ?? known ?? rows.first?.cells.count
    for row in rows where row.cells.count != count {
      throw FormatRefusal(at: row.node.body.lowerBound, tr("a cell for each column was expected"))
    }
  }

  /// Gives rows the keys of the primary key, or of their first cell; or of their whole text.
  private mutating func giveKeys(
    _ rows: [SQLParts.Row], _ statement: SQLStatement, _ index: Int
  ) {
    guard let name = statement.table else { return }
    let table = tables[name]
    let columns = statement.columns ?? table?.columns ?? []
    let known = table?.primaryKey.compactMap { columns.firstIndex(of: $0) } ?? []
    let isKnown = !known.isEmpty && known.count == table?.primaryKey.count
    var keys = rows.map { key(of: $0, isKnown ? known : [0]) }
    if !isKnown, Set(keys).count < keys.count {
      doubled[name, default: []].append(statement.body)
      keys = rows.map { key(of: $0, Array($0.cells.indices)) }
    }
    for (place, key) in keys.enumerated() {
      nodes[index].children[place].key = key
      nodes[index].children[place].isWhole = true
    }
  }

  private func key(of row: SQLParts.Row, _ columns: [Int]) -> Node.Key {
    let cells = columns.map { row.cells[min($0, row.cells.count - 1)] }
    let place = cells.first.map { $0.lowerBound..<(cells.last ?? $0).upperBound } ?? row.node.body
    return Node.Key(
      meaning: cells.flatMap { [UInt8(0xFE)] + text[$0] },
      at: place.lowerBound < place.upperBound ? place : row.node.body)
  }

  // MARK: - The tree

  /// The dump that a tree was made from.
  static func of(_ tree: SyntaxTree) -> SQLDump? {
    tree.reading as? SQLDump ?? (try? SQLDump(tree.text))
  }

  /// Hands over the node of the whole text, so that its lists have one owner.
  mutating func takeRoot() throws(FormatRefusal) -> Node {
    defer { nodes = [] }
    var root = Node(.members, range: text.indices, body: text.indices)
    var list = ChildList(from: firstStart)
    for node in nodes {
      var cursor = ByteCursor(text, at: node.body.upperBound)
      list.append(node, ChildEnds(&cursor) { $0.skipSQLLineComments() })
    }
    root.children = try SQLSections(text, statements).joined(list.nodes)
    root.inner = (root.children.first?.range.lowerBound ?? list.end)..<list.end
    var known: Set<Node.Key> = []
    for child in root.children {
      guard let key = child.key, known.insert(key).inserted else {
        throw FormatRefusal(at: child.body.lowerBound, tr("a statement stands twice"))
      }
    }
    return root
  }

  /// The start of the comments directly above the first statement.
  private var firstStart: Int {
    guard let first = statements.first else { return text.count }
    var cursor = ByteCursor(text)
    var start = 0
    while cursor.offset < first.body.lowerBound {
      let line = cursor.offset
      cursor.skipBlanks()
      if cursor.next == 0x0A { start = cursor.offset + 1 }
      cursor.offset = line
      cursor.skipLine()
    }
    return min(start, first.body.lowerBound)
  }
}
