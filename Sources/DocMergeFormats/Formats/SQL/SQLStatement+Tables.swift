/// Statements that change or fill a table.
extension SQLStatement {
  /// Actions of `ALTER TABLE` that a dump has, and how many words identify each of them.
  private static let actions: [(keywords: String, count: Int)] = [
    ("owner to", 2), ("alter column", 5), ("modify", 2), ("add primary key", 3), ("add key", 3),
    ("add unique", 4), ("add index", 3), ("add fulltext", 4), ("enable", 48), ("disable", 48),
    ("force", 48), ("no force", 48), ("attach partition", 48), ("cluster on", 2),
    ("replica identity", 2), ("inherit", 48), ("set", 2), ("auto_increment", 1), ("alter", 4),
  ]

  mutating func identifyChange(_ words: inout SQLWords) -> Bool {
    words.place = 1
    guard words.take("table") else { return identifyOwner(words) }
    _ = words.take("if exists")
    _ = words.take("only")
    guard let table = words.name() else { return false }
    self.table = table
    if words.take("add constraint") {
      guard let name = words.name() else { return false }
      role = .definition
      self.name = name.range
      meaning = Array("constraint ".utf8) + table.bytes + [0xFE] + name.bytes
      return true
    }
    guard let action = Self.actions.first(where: { words.isAt($0.keywords) }) else { return false }
    name = table.range
    let rest = words.words[words.place...].prefix(action.count)
    meaning =
      Array("alter table ".utf8) + table.bytes + rest.flatMap { [UInt8(0xFE)] + $0.bytes }
    return true
  }

  /// The owner of an object, or the table of a sequence.
  private mutating func identifyOwner(_ words: SQLWords) -> Bool {
    if words.isAt("default privileges") || words.isAt("database") { return true }
    if words.isAt("index"), words.words.contains(where: { $0.bytes.elementsEqual("attach".utf8) }) {
      return true
    }
    let end = words.words.firstIndex { word in
      word.isBare
        && (word.bytes.elementsEqual("owner".utf8) || word.bytes.elementsEqual("owned".utf8))
    }
    guard let end else { return false }
    meaning = words.meaning(to: end + 1)
    return true
  }

  mutating func identifyInsertion(_ words: inout SQLWords) -> Bool {
    words.place = 1
    _ = words.take("ignore")
    guard words.take("into"), let table = words.name() else { return false }
    (self.table, role, name) = (table, .insert, table.range)
    meaning = Array("insert ".utf8) + table.bytes
    guard takeColumns(&words) else { return false }
    return words.isAt("values")
  }

  mutating func identifyCopy(_ words: inout SQLWords) -> Bool {
    words.place = 1
    guard let table = words.name() else { return false }
    (self.table, role, name) = (table, .copy, table.range)
    meaning = Array("copy ".utf8) + table.bytes
    return takeColumns(&words) && words.isAt("from stdin")
  }

  /// Consumes the names of columns; returns whether they are closed.
  private mutating func takeColumns(_ words: inout SQLWords) -> Bool {
    guard words.take("(") else { return true }
    var columns: [[UInt8]] = []
    while let word = words.next, !words.isAt(")") {
      if !words.isAt(",") { columns.append(word.bytes) }
      words.place += 1
    }
    guard words.take(")") else { return false }
    self.columns = columns
    // With other columns the rows are different ones.
    meaning += columns.flatMap { [UInt8(0xFE)] + $0 }
    return true
  }
}
