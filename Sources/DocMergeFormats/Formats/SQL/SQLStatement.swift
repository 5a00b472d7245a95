import DocMergeLanguage

/// One statement of a dump.
struct SQLStatement {
  /// The purpose of a statement.
  enum Role: Equatable {
    /// It creates something.
    case definition
    /// It creates a table with columns.
    case table
    /// It fills a table, with rows in the statement or below it.
    case insert, copy
    /// It makes a setting for other statements.
    case setting
    /// It drops something that another statement creates.
    case drop
    /// Something else that occurs once.
    case other
  }

  /// From its first word to after the mark that ends it.
  var body: Range<Int>
  /// The start of the mark at its end.
  var mark: Int
  /// The comments before it, if any, from their first line.
  var comment: Range<Int>?
  /// Whether there is a blank line before it.
  var isApart = false
  /// The rows below a `COPY`.
  var rows: Range<Int>?
  var role = Role.other
  /// The bytes that identify it.
  var meaning: [UInt8] = []
  var name: Range<Int>
  /// The table that it is about.
  var table: SQLName?
  /// The kind of object that it creates, such as `view`; empty where it creates none.
  var kind = ""
  /// The name that it creates or drops.
  var made: SQLName?
  /// The columns that it names.
  var columns: [[UInt8]]?

  init(body: Range<Int>, mark: Int) {
    (self.body, self.mark) = (body, mark)
    name = body.lowerBound..<body.lowerBound
  }

  /// The key of the statement.
  var key: Node.Key { Node.Key(meaning: meaning, at: name) }

  /// Examines the words of the statement.
  ///
  /// - Throws: ``FormatRefusal`` for a statement that no dump has.
  mutating func identify(_ text: [UInt8], escapes: Bool) throws(FormatRefusal) {
    var words = SQLWords(text, body.lowerBound..<mark, escapes: escapes)
    let isKnown: Bool
    switch words.next.map({ String(decoding: $0.bytes, as: UTF8.self) }) {
    case "create": isKnown = identifyCreation(&words)
    case "alter": isKnown = identifyChange(&words)
    case "insert", "replace": isKnown = identifyInsertion(&words)
    case "copy": isKnown = identifyCopy(&words)
    case "drop": isKnown = identifyDrop(&words)
    case "set", "pragma":
      (role, meaning, isKnown) = (.setting, words.meaning(to: 2), true)
      words.place = 1
      name = words.next?.range ?? name
    case "comment": isKnown = identify(words, until: "is")
    case "select": isKnown = identifySelection(&words)
    case "lock": isKnown = words.isAt("lock tables")
    case "delete": isKnown = words.isAt("delete from sqlite_sequence")
    case "unlock", "delimiter": (role, isKnown) = (.setting, true)
    case "grant", "revoke", "use", "begin", "start", "commit", "analyze", "\\": isKnown = true
    default: isKnown = false
    }
    guard isKnown else {
      throw FormatRefusal(at: body.lowerBound, tr("a statement of a dump was expected"))
    }
    if meaning.isEmpty { meaning = words.meaning() }
  }

  private mutating func identify(_ words: SQLWords, until keyword: String) -> Bool {
    let end = words.words.firstIndex { $0.isBare && $0.bytes.elementsEqual(keyword.utf8) }
    meaning = words.meaning(to: end)
    return end != nil
  }

  private static let kinds: Set<String> = [
    "table", "index", "view", "function", "procedure", "trigger", "sequence", "type", "domain",
    "extension", "schema", "rule", "policy", "aggregate", "collation", "publication", "server",
    "language", "database", "statistics", "cast", "operator", "conversion", "text", "event",
    "subscription", "access", "transform", "role", "user", "key",
  ]

  private mutating func identifyCreation(_ words: inout SQLWords) -> Bool {
    func kind(_ word: SQLWords.Word) -> Bool {
      word.isBare && Self.kinds.contains(String(decoding: word.bytes, as: UTF8.self))
    }
    guard let place = words.words.prefix(24).firstIndex(where: kind) else { return false }
    role = .definition
    let found = String(decoding: words.words[place].bytes, as: UTF8.self)
    words.place = place + 1
    _ = words.take("concurrently")
    _ = words.take("if not exists")
    switch found {
    case "cast", "operator", "text", "access", "transform": return true
    case "event": _ = words.take("trigger")
    default: break
    }
    guard let name = words.name() else { return false }
    (self.name, meaning) = (name.range, Array("create \(found) ".utf8) + name.bytes)
    (self.kind, made) = (found, name)
    switch found {
    case "table":
      table = name
      if words.isAt("as") || words.isAt("select") { return false }
      role = words.isAt("(") ? .table : .definition
    case "function", "procedure", "aggregate": meaning += arguments(words)
    case "index", "trigger", "rule", "policy": return takeTable(found, &words)
    default: break
    }
    return true
  }

  /// The types of the arguments of a function, by which a database tells functions of one name apart.
  private func arguments(_ words: SQLWords) -> [UInt8] {
    SQLArgument.list(words.words[words.place...]).compactMap(\.type).flatMap { type in
      [UInt8(0xFE)] + type
    }
  }

  /// Finds the table that an index, a trigger, a rule or a policy is for.
  private mutating func takeTable(_ kind: String, _ words: inout SQLWords) -> Bool {
    while words.next != nil, !(words.isAt("on") || kind == "rule" && words.isAt("to")) {
      words.place += 1
    }
    if kind == "rule" { while words.next != nil, !words.isAt("to") { words.place += 1 } }
    words.place += 1
    _ = words.take("only")
    table = words.name()
    if kind != "index", let table { meaning += [0xFE] + table.bytes }
    return table != nil
  }

  private mutating func identifyDrop(_ words: inout SQLWords) -> Bool {
    guard words.words.count > 2 else { return false }
    role = .drop
    let kind = String(decoding: words.words[1].bytes, as: UTF8.self)
    words.place = 2
    _ = words.take("if exists")
    guard let name = words.name() else { return false }
    (self.name, meaning, made) = (name.range, Array("drop \(kind) ".utf8) + name.bytes, name)
    return true
  }

  private mutating func identifySelection(_ words: inout SQLWords) -> Bool {
    words.place = 1
    _ = words.take("pg_catalog .")
    guard words.isAt("set_config (") || words.isAt("setval (") else { return false }
    let end = words.words.firstIndex { $0.bytes == [0x2C] && $0.isBare }
    meaning = words.meaning(to: end)
    return end != nil
  }
}
