/// Combines statements that belong together.
///
///     -- Table structure for table `a`     MySQL's section for a table: settings around the statements
///     INSERT INTO t VALUES (1);            rows of one table, one statement each
///     INSERT INTO t VALUES (2);
struct SQLSections {
  private let text: [UInt8]
  private let statements: [SQLStatement]

  init(_ text: [UInt8], _ statements: [SQLStatement]) {
    (self.text, self.statements) = (text, statements)
  }

  private var areWritten: Bool {
    [
      "\n-- Table structure for table", "\n-- Temporary view structure",
      "\n-- Dumping data for table",
    ]
    .contains { text.firstRange(of: Array($0.utf8)) != nil }
  }

  /// The nodes of the statements, fewer where some belong together.
  func joined(_ nodes: [Node]) throws(FormatRefusal) -> [Node] {
    try areWritten ? sections(nodes) : insertions(nodes)
  }

  /// One node for each part that starts with a comment, up to separated settings.
  private func sections(_ nodes: [Node]) -> [Node] {
    var result: [Node] = []
    var (section, key): ([Node], Node.Key?) = ([], nil)
    func close() {
      if let key, !section.isEmpty {
        Self.count(&section)
        var node = section.joined(.members, key: key, in: text)
        // Programs are between settings of their own.
        if section.contains(where: isDelimiterChange) {
          node = Node(.text, key: key, range: node.range, body: node.body)
        }
        node.isAddedWhole = true
        result.append(node)
      }
      (section, key) = ([], nil)
    }
    for (index, node) in nodes.enumerated() {
      let statement = statements[index]
      if let comment = statement.comment {
        close()
        key = Node.Key(meaning: Array("section ".utf8) + text[comment], at: comment)
      } else if statement.isApart, statement.role == .setting {
        close()
      }
      if key == nil { result.append(node) } else { section.append(node) }
    }
    close()
    return result
  }

  private func isDelimiterChange(_ node: Node) -> Bool {
    let word = text[node.body].prefix(9).map(\.lowercased)
    return word.elementsEqual("delimiter".utf8)
  }

  /// Tells statements of the same meaning apart by their number.
  private static func count(_ nodes: inout [Node]) {
    var counts: [UInt64: Int] = [:]
    for index in nodes.indices {
      guard let key = nodes[index].key else { continue }
      let count = counts[key.hash, default: 0]
      counts[key.hash] = count + 1
      var hash = ContentHash()
      hash.add(hash: key.hash)
      hash.add(hash: UInt64(count))
      if count > 0 { nodes[index].key = Node.Key(hash: hash.value, at: key.range) }
    }
  }

  /// One node for adjacent rows of one table, one statement each.
  private func insertions(_ nodes: [Node]) throws(FormatRefusal) -> [Node] {
    var result: [Node] = []
    var index = 0
    while index < nodes.count {
      var end = index + 1
      guard isRow(nodes[index], statements[index]) else {
        result.append(nodes[index])
        index = end
        continue
      }
      while end < nodes.count, statements[end].key == statements[index].key,
        isRow(nodes[end], statements[end])
      {
        end += 1
      }
      var rows = Array(nodes[index..<end])
      for place in rows.indices { rows[place] = Self.row(rows[place]) }
      var node = rows.joined(.members, key: nodes[index].key, in: text)
      node.isAddedWhole = true
      result.append(node)
      index = end
    }
    return result
  }

  /// Whether a statement inserts one row, on the same line as its head.
  private func isRow(_ node: Node, _ statement: SQLStatement) -> Bool {
    statement.role == .insert && node.children.count == 1
      && node.children.allSatisfy {
        !text[node.body.lowerBound..<$0.body.lowerBound].contains(0x0A)
      }
  }

  /// A statement with one row as one value, found as the row is.
  private static func row(_ statement: Node) -> Node {
    var node = Node(
      .scalar, range: statement.range, body: statement.body, separator: statement.separator)
    node.isWhole = true
    if let key = statement.children.first?.key {
      var hash = ContentHash()
      hash.add(hash: key.hash)
      hash.add(0x73)
      node.key = Node.Key(hash: hash.value, at: key.range)
    }
    return node
  }
}
