/// The columns of the tables of a dump, and the names that refer to them.
struct SQLTables {
  private let text: [UInt8]
  let references: SQLReferences
  private var dump: SQLDump { references.dump }

  init(_ references: SQLReferences, _ text: [UInt8]) {
    (self.references, self.text) = (references, text)
  }

  // MARK: - Names that occur twice

  /// Something that a table has only once.
  struct Single: Hashable {
    /// The table; empty for a name that is in the namespace of tables.
    let table: [UInt8]
    /// The name of a constraint or index; empty for a primary key.
    let name: [UInt8]
  }

  /// The places of primary keys, and of the names of constraints, indexes and relations.
  func singles() -> [Single: [Range<Int>]] {
    var places: [Single: [Range<Int>]] = [:]
    func add(_ table: [UInt8], _ name: [UInt8], _ place: Range<Int>) {
      places[Single(table: table, name: name), default: []].append(place)
    }
    for (table, found) in dump.tables {
      for element in found.elements {
        var words = SQLWords(text, element.body, escapes: dump.parts.escapes)
        if SQLParts.primaryKey(words) != nil { add(table.bytes, [], element.body) }
        if element.column == nil, words.take("constraint"), let name = words.name() {
          add(table.bytes, name.bytes, element.body)
        }
      }
    }
    for statement in dump.statements {
      guard let table = statement.table, dump.tables[table] != nil else { continue }
      var words = SQLWords(
        text, statement.body.lowerBound..<statement.mark, escapes: dump.parts.escapes)
      if statement.kind == "index", let name = statement.made {
        add(table.bytes, name.bytes, statement.body)
      } else if words.take("alter table") {
        if SQLParts.primaryKey(words) != nil { add(table.bytes, [], statement.body) }
        while words.next != nil, !words.isAt("add constraint") { words.place += 1 }
        if words.take("add constraint"), let name = words.name() {
          add(table.bytes, name.bytes, statement.body)
        }
      }
    }
    for (name, index) in SQLReferences.names(of: dump) where name.kind == .relation {
      add([], name.bytes, dump.statements[index].body)
    }
    return places.filter { $0.value.count > 1 }
  }

  // MARK: - Missing columns

  /// A column that a statement names, and that its table does not have.
  struct Missing: Hashable {
    let statement: Node.Key
    let table: [UInt8]
    let column: [UInt8]
  }

  /// Columns that statements name though they exist only in other texts.
  func missing(of all: [[UInt8]: Set<[UInt8]>]) -> [Missing: [Range<Int>]] {
    var absent: [[UInt8]: Set<[UInt8]>] = [:]
    for (table, columns) in all {
      guard let found = dump.tables[SQLName(bytes: table, range: 0..<0)] else { continue }
      let left = columns.subtracting(found.columns)
      if !left.isEmpty { absent[table] = left }
    }
    guard !absent.isEmpty else { return [:] }
    var missing: [Missing: [Range<Int>]] = [:]
    let mentioned = Dictionary(grouping: references.uses, by: \.statement)
    for index in dump.statements.indices {
      let statement = dump.statements[index]
      var tables = (mentioned[index] ?? []).map(\.name.bytes)
      if let own = statement.table?.bytes { tables.insert(own, at: 0) }
      guard tables.contains(where: { absent[$0] != nil }) else { continue }
      for (column, table, place) in named(by: index, tables, absent) {
        missing[
          Missing(statement: statement.key, table: table, column: column), default: []
        ].append(place)
      }
    }
    return missing
  }

  private typealias Found = (column: [UInt8], table: [UInt8], place: Range<Int>)

  private func named(
    by index: Int, _ tables: [[UInt8]], _ absent: [[UInt8]: Set<[UInt8]>]
  ) -> [Found] {
    let statement = dump.statements[index]
    if let own = statement.table, let columns = statement.columns {
      return columns.filter { absent[own.bytes]?.contains($0) ?? false }.map {
        ($0, own.bytes, own.range)
      }
    }
    guard let phrase = references.phrases[index] else { return [] }
    let present = Set(
      tables.flatMap { dump.tables[SQLName(bytes: $0, range: 0..<0)]?.columns ?? [] })
    var list: (table: [UInt8], end: Int)?
    var found: [Found] = []
    for chain in phrase.chains {
      if chain.before == "references" {
        list = chain.after == "(" ? (chain.bytes, closing(behind: chain.place)) : nil
        continue
      }
      // The list of the columns of another table ends where its parenthesis closes.
      let referenced = list.flatMap { chain.place.lowerBound < $0.end ? $0.table : nil }
      guard let column = chain.parts.last, chain.canBeColumn, !isArgument(chain, of: index, phrase),
        !Self.isAlias(chain, in: phrase, present)
      else { continue }
      let qualifier = SQLPhrase.Chain.joined(chain.parts.dropLast())
      let isQualified = tables.contains(qualifier)
      let candidates = referenced.map { [$0] } ?? (isQualified ? [qualifier] : tables)
      let isElsewhere = referenced == nil && !isQualified && present.contains(column)
      let table = candidates.first { absent[$0]?.contains(column) ?? false }
      guard !isElsewhere, let table else { continue }
      found.append((column, table, chain.place))
    }
    return found
  }

  /// Whether a name is in the head of a function, which has no columns except those of `users.name%TYPE`.
  private func isArgument(
    _ chain: SQLPhrase.Chain, of index: Int, _ phrase: SQLPhrase
  ) -> Bool {
    let kind = dump.statements[index].kind
    return (kind == "function" || kind == "procedure") && chain.parts.count == 1 && !chain.isLater
      && phrase.chains.contains(where: \.isLater)
      // A body without dollar signs is no head.
      && !phrase.chains.contains { !$0.isLater && Self.bodies.contains($0.bytes) }
  }

  private static let bodies = ["begin", "return"].map { Array($0.utf8) }

  /// Whether the name is that of a column that a query makes: `count(*) name`, `id name`.
  private static func isAlias(
    _ chain: SQLPhrase.Chain, in phrase: SQLPhrase, _ present: Set<[UInt8]>
  ) -> Bool {
    guard chain.parts.count == 1 else { return false }
    if chain.mark == ")" {
      // An expression follows `DISTINCT ON (…)`.
      return !phrase.chains.contains { $0.bytes.elementsEqual("distinct".utf8) && $0.after == "on" }
    }
    return present.contains(Array(chain.mark.utf8)) && !chain.mark.isEmpty
  }

  /// Where the next parenthesis closes.
  private func closing(behind place: Range<Int>) -> Int {
    text[place.upperBound...].firstIndex(of: 0x29) ?? text.count
  }

  // MARK: - Rows whose cells are identified by their order

  /// The columns of a table, each with its other properties.
  func layout(of table: SQLName) -> ColumnLayout? {
    guard let found = dump.tables[table], !found.columns.isEmpty else { return nil }
    let columns = found.elements.filter { $0.column != nil }
    return ColumnLayout(
      names: found.columns,
      kinds: columns.map { element in
        SQLWords(text, element.body, escapes: dump.parts.escapes).words.dropFirst().map(\.bytes)
      })
  }

  /// The hashes of the rows of a table.
  func rows(of table: SQLName) -> [(hash: UInt64, place: Range<Int>)] {
    (dump.placedRows[table] ?? []).map { (Node.Key($0, in: text).hash, $0) }
  }
}

extension SQLPhrase.Chain {
  /// Whether the last name of the chain can be that of a column.
  fileprivate var canBeColumn: Bool {
    guard let word = parts.last, after != "(", mark != ":", before != "as", mark != "@" else {
      return false
    }
    return parts.count > 1 || !Self.keywords.contains(String(decoding: word, as: UTF8.self))
  }

  private static let keywords: Set<String> = [
    "key", "index", "type", "text", "default", "order", "check", "set", "references", "on", "date",
    "time", "timestamp", "action", "value", "values", "user", "schema", "table", "column",
  ]
}
