/// The names in a statement, including those of schemas and tables before them.
struct SQLPhrase {
  /// Names with full stops between them.
  struct Chain {
    let parts: [[UInt8]]
    let place: Range<Int>
    /// The words before and after it, without parentheses before it.
    let before: String
    let after: String
    /// The word directly before it.
    let mark: String
    let isLater: Bool

    var bytes: [UInt8] { Self.joined(parts) }

    static func joined(_ parts: some Collection<[UInt8]>) -> [UInt8] {
      Array(parts.joined(separator: [0xFF]))
    }
  }

  private(set) var chains: [Chain] = []

  /// The words after the tables that a query reads.
  private static let ends: Set<String> = [
    "where", "select", "group", "order", "having", "limit", "union", "set", "values", "returning",
  ]

  init(_ text: [UInt8], _ range: Range<Int>, _ escapes: Bool) {
    var cursor = ByteCursor(text, at: range.lowerBound)
    var start = range.lowerBound
    while cursor.offset < range.upperBound, let byte = cursor.next {
      if byte == 0x27 || byte == 0x22 || byte == 0x60 {
        _ = cursor.skipSQLQuoted(escapes: escapes)
      } else if byte == 0x24 {
        let body = cursor.offset
        guard cursor.skipDollarQuoted() == true else {
          cursor.offset += 1
          continue
        }
        add(text, start..<body, escapes, isLater: false)
        let mark = (text[(body + 1)...].firstIndex(of: 0x24) ?? body) + 1
        let end = cursor.offset - (mark - body)
        if mark < end { add(text, mark..<end, escapes, isLater: true) }
        start = cursor.offset
      } else if !cursor.skipSQLComment() {
        cursor.offset += 1
      }
    }
    if start < range.upperBound { add(text, start..<range.upperBound, escapes, isLater: false) }
  }

  private mutating func add(_ text: [UInt8], _ range: Range<Int>, _ escapes: Bool, isLater: Bool) {
    let row = Row(
      text: text, words: SQLWords(text, range, escapes: escapes, limit: .max).words)
    var (index, listsTables) = (0, false)
    while index < row.words.count {
      guard row.isName(index) else {
        if let parts = row.namedInString(index) {
          chains.append(
            Chain(
              parts: parts, place: row.words[index].range, before: "table", after: "", mark: "",
              isLater: isLater))
        }
        index += 1
        continue
      }
      var (last, before) = (index, index - 1)
      while row.bare(last + 1) == ".", row.isName(last + 2) { last += 2 }
      while row.bare(before) == "(" { before -= 1 }
      if row.bare(index) == "from" { listsTables = true }
      if Self.ends.contains(row.bare(index)) { listsTables = false }
      let isListed = listsTables && row.bare(index - 1) == ","
      chains.append(
        Chain(
          parts: stride(from: index, through: last, by: 2).map { row.words[$0].bytes },
          place: row.words[index].range.lowerBound..<row.words[last].range.upperBound,
          before: isListed ? "from" : row.bare(before), after: row.bare(last + 1),
          mark: row.bare(index - 1), isLater: isLater))
      index = last + 1
    }
  }

  /// Adjacent words.
  private struct Row {
    let text: [UInt8]
    let words: [SQLWords.Word]

    func isName(_ index: Int) -> Bool {
      guard index < words.count else { return false }
      let word = words[index]
      guard word.isBare else { return text[word.range.lowerBound - 1] != 0x27 }
      return word.bytes.first.map { $0.isPartOfName && !$0.isDecimalDigit } ?? false
    }

    /// The parts of a name in a string that names a table or a sequence: `'public.users'::regclass`.
    func namedInString(_ index: Int) -> [[UInt8]]? {
      guard !words[index].isBare, words.count > index + 3,
        words[index + 3].bytes.elementsEqual("regclass".utf8)
      else { return nil }
      return words[index].bytes.split(separator: 0x2E).map { $0.filter { $0 != 0x22 } }
    }

    /// A word without quotation marks; empty where there is none.
    func bare(_ index: Int) -> String {
      guard words.indices.contains(index), words[index].isBare else { return "" }
      return String(decoding: words[index].bytes, as: UTF8.self)
    }
  }
}

extension SQLPhrase.Chain {
  /// The names that the chain may be, by the words around it.
  var names: [SQLReferences.Name] {
    typealias Name = SQLReferences.Name
    var names: [Name] = []
    if after == "(", !Self.beforeRelations.contains(before) {
      names.append(Name(kind: .function, bytes: bytes))
    }
    if parts.count > 1 || Self.beforeRelations.contains(before) || before == "function" {
      names.append(Name(kind: .relation, bytes: bytes))
    }
    if parts.count > 1 { names.append(Name(kind: .relation, bytes: Self.joined(parts.dropLast()))) }
    if parts.count > 1 || mark == ":" || isBehindName {
      names.append(Name(kind: .type, bytes: bytes))
    }
    return names
  }

  private static let beforeRelations: Set<String> = [
    "from", "join", "into", "update", "references", "on", "table", "only", "using", "of",
    "sequence", "view", "truncate",
  ]

  /// Whether the name of a column or an argument can precede it, so that it is a type.
  private var isBehindName: Bool {
    let others: Set<String> = [
      "select", "distinct", "where", "and", "or", "by", "set", "when", "then", "else", "case",
      "not", "having", "returning", "as", "(", ",", "=", "<", ">", "+", "-",
    ]
    return !others.contains(mark) && !Self.beforeRelations.contains(mark)
  }
}
