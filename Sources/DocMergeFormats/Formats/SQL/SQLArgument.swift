/// An argument of a function.
///
///     name character varying(20) DEFAULT 'a'     the type is `varchar`
struct SQLArgument {
  /// The type in its short form; `nil` for a value that a function only returns.
  let type: [UInt8]?

  /// The arguments in the first pair of parentheses.
  static func list(_ words: ArraySlice<SQLWords.Word>) -> [SQLArgument] {
    guard words.first.map({ $0.isBare && $0.bytes == [0x28] }) ?? false else { return [] }
    var (arguments, argument): ([SQLArgument], [SQLWords.Word]) = ([], [])
    var depth = 0
    for word in words {
      let mark = word.isBare && word.bytes.count == 1 ? word.bytes[0] : 0
      if mark == 0x28 || mark == 0x5B { depth += 1 }
      if mark == 0x29 || mark == 0x5D { depth -= 1 }
      if depth == 0 || depth == 1 && mark == 0x2C {
        if !argument.isEmpty { arguments.append(SQLArgument(argument)) }
        argument = []
      } else if depth > 1 || mark != 0x28 {
        argument.append(word)
      }
      if depth == 0 { break }
    }
    return arguments
  }

  private init(_ words: [SQLWords.Word]) {
    var words = words[...]
    func text(_ word: SQLWords.Word?) -> String {
      word.map { $0.isBare ? String(decoding: $0.bytes, as: UTF8.self) : "" } ?? ""
    }
    if text(words.first) == "out", words.count > 1 {
      type = nil
      return
    }
    if ["in", "inout", "variadic"].contains(text(words.first)), words.count > 1 {
      words = words.dropFirst()
    }
    words = words.prefix { text($0) != "default" && text($0) != "=" }
    let second = text(words.dropFirst().first)
    let isTypeFirst =
      words.count < 2 || [".", "(", "[", "]", ")"].contains(second)
      || Self.continued[text(words.first)]?.contains(second) ?? false
    if !isTypeFirst { words = words.dropFirst() }
    type = Self.short(words.map(\.bytes))
  }

  /// Types of more than one word.
  private static let continued: [String: Set<String>] = [
    "double": ["precision"], "character": ["varying"], "char": ["varying"], "bit": ["varying"],
    "national": ["character", "char"], "time": ["with", "without"],
    "timestamp": ["with", "without"],
    "interval": ["year", "month", "day", "hour", "minute", "second"],
  ]

  private static let names: [String: String] = [
    "integer": "int", "int4": "int", "bigint": "int8", "smallint": "int2", "boolean": "bool",
    "character varying": "varchar", "character": "char", "decimal": "numeric", "real": "float4",
    "double precision": "float8", "timestamp without time zone": "timestamp",
    "timestamp with time zone": "timestamptz", "time without time zone": "time",
    "time with time zone": "timetz",
  ]

  /// The short name of a type, without the size in parentheses.
  private static func short(_ words: [[UInt8]]) -> [UInt8] {
    var (name, depth): ([String], Int) = ([], 0)
    for word in words {
      if word == [0x28] { depth += 1 }
      if depth == 0 { name.append(String(decoding: word, as: UTF8.self)) }
      if word == [0x29] { depth -= 1 }
    }
    let type = name.prefix { $0 != "[" }.joined(separator: " ")
    let rest = name.drop { $0 != "[" }.filter { $0 == "[" }.joined()
    return Array(((names[type] ?? type) + rest).utf8)
  }
}
