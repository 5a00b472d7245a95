package import DocMergeTestSupport

/// Makes documents of records with fields, edited on two sides, in the formats that have a scanner.
package struct FuzzRecords {
  /// How records are written.
  package enum Format: CaseIterable, Sendable {
    case json, jsonWithComments, jsonLines, yaml, toml, ini, properties, strings, openStep, bibTeX
    case table, xml, xmlAttributes, propertyList, page, markdown, latex, code
    case kubernetes, unity, sql, org

    /// The formats that are chosen by chance.
    package static let allCases: [Format] = [
      .json, .jsonWithComments, .jsonLines, .yaml, .toml, .ini, .properties, .strings, .openStep,
      .bibTeX, .table, .xml, .xmlAttributes, .propertyList, .page, .markdown, .latex, .code,
    ]
    /// Others, which are asked for by name: with them, chance would choose other ones everywhere.
    package static let others: [Format] = [.kubernetes, .unity, .sql, .org]
  }

  /// The records of one text, in their order.
  package struct Document: Sendable, Hashable {
    package var records: [Record]

    package init(records: [Record]) {
      self.records = records
    }
  }

  /// A record: its name, and its fields in their order, each a key and a value.
  package struct Record: Sendable, Hashable {
    package var name: String
    package var fields: [[String]]

    package init(name: String, fields: [[String]]) {
      self.name = name
      self.fields = fields
    }
  }

  private var generator: SeededGenerator
  /// How the records are written.
  package let format: Format
  /// What stands before the fields of nested records.
  private let indentation: String

  private static let names = (0..<16).map { "record\($0)" } + ["a b", "größe", "x.y", "3", ""]
  private static let keys = ["age", "city", "color", "email", "level", "owner", "rank", "size"]
  private static let values = [
    "red", "blue", "green", "1", "2.50", "true", "", "two words", "größer", "a: b", "x, y", "it's",
    "[", "{", "#no", "// no", "100 %", "\\", "-", "null",
    "long " + String(repeating: "word ", count: 30),
  ]

  /// Chooses a format, or takes the one that is asked for.
  package init(generator: SeededGenerator, format: Format? = nil) {
    var generator = generator
    let chosen = Format.allCases[generator.number(0...Format.allCases.count - 1)]
    self.format = format ?? chosen
    indentation = ["  ", "  ", "    ", "\t"][generator.number(0...3)]
    self.generator = generator
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[generator.number(0...choices.count - 1)]
  }

  /// The records and fields of which none has the name of one before it, but for a few.
  private mutating func unique<Element>(_ elements: [Element], _ name: (Element) -> String)
    -> [Element]
  {
    guard !generator.once(in: 12) else { return elements }
    var seen: Set<String> = []
    return elements.filter { seen.insert(name($0)).inserted }
  }

  private mutating func record() -> Record {
    // Most names and values are plain ones: odd ones are refused by many formats.
    let name = generator.once(in: 12) ? pick(Self.names) : "record\(generator.number(0...15))"
    let fields = (0..<generator.number(0...5)).map { _ in field() }
    return Record(name: name, fields: unique(fields) { $0[0] })
  }

  private mutating func field() -> [String] {
    [
      pick(Self.keys),
      generator.once(in: 4) ? pick(Self.values) : "value\(generator.number(0...9))",
    ]
  }

  /// A document with up to eight records of up to five fields.
  package mutating func document() -> Document {
    let records = (0..<generator.number(0...8)).map { _ in record() }
    return Document(records: unique(records) { $0.name })
  }

  /// The document with one to four edits.
  package mutating func edited(_ document: Document) -> Document {
    var result = document
    for _ in 0..<generator.number(1...4) {
      let count = result.records.count
      if count == 0 || generator.once(in: 5) {
        result.records.insert(record(), at: generator.number(0...count))
        continue
      }
      let place = generator.number(0...count - 1)
      switch generator.number(0...5) {
      case 0: result.records.remove(at: place)
      case 1: result.records.swapAt(place, generator.number(0...count - 1))
      case 2: result.records[place].name = record().name
      default: edit(&result.records[place].fields)
      }
    }
    result.records = unique(result.records) { $0.name }
    return result
  }

  private mutating func edit(_ fields: inout [[String]]) {
    defer { fields = unique(fields) { $0[0] } }
    guard !fields.isEmpty, !generator.once(in: 3) else {
      return fields.insert(field(), at: generator.number(0...fields.count))
    }
    let place = generator.number(0...fields.count - 1)
    switch generator.number(0...3) {
    case 0: fields.remove(at: place)
    case 1: fields[place][0] = field()[0]
    default: fields[place][1] = field()[1]
    }
  }

  /// The lines of a document, without their ends.
  package func lines(_ document: Document) -> [String] {
    let records = document.records
    switch format {
    case .json, .jsonWithComments:
      return ["{"]
        + records.indices.flatMap { objectLines(records[$0], isLast: $0 == records.count - 1) } + [
          "}"
        ]
    case .jsonLines:
      return records.map { record in
        let members = record.fields.map { "\"\($0[0])\": \"\($0[1])\"" }
        return "{" + (["\"id\": \"\(record.name)\""] + members).joined(separator: ", ") + "}"
      }
    case .xml:
      return ["<root>"]
        + records.flatMap { record in
          ["\(indentation)<record id=\"\(record.name)\">"]
            + record.fields.map { "\(indentation)\(indentation)<\($0[0])>\($0[1])</\($0[0])>" }
            + ["\(indentation)</record>"]
        } + ["</root>"]
    case .xmlAttributes:
      return ["<root>"]
        + records.map { record in
          let fields = record.fields.map { " \($0[0])=\"\($0[1])\"" }.joined()
          return "\(indentation)<record id=\"\(record.name)\"\(fields)/>"
        } + ["</root>"]
    case .propertyList:
      return ["<plist version=\"1.0\">", "<dict>"] + records.flatMap(entryLines)
        + ["</dict>", "</plist>"]
    case .page:
      return ["<!DOCTYPE html>", "<html><body>"]
        + records.flatMap { record in
          ["\(indentation)<ul id=\"\(record.name)\">"]
            + record.fields.map { "\(indentation)\(indentation)<li>\($0[0]) <b>\($0[1])</b>" }
            + ["\(indentation)</ul><br>"]
        } + ["</body></html>"]
    case .openStep:
      return ["{", "objects = {"]
        + records.flatMap { record in
          ["\(indentation)\"\(record.name)\" = {"]
            + record.fields.map { "\(indentation)\(indentation)\($0[0]) = \"\($0[1])\";" }
            + ["\(indentation)};"]
        } + ["};", "}"]
    case .table:
      return [(["name"] + Self.keys).joined(separator: ",")]
        + records.map { record in
          let cells = Self.keys.map { key in record.fields.first { $0[0] == key }?[1] ?? "" }
          return ([record.name] + cells.map { $0.contains(",") ? "\"\($0)\"" : $0 })
            .joined(separator: ",")
        }
    case .unity:
      return ["%YAML 1.1", "%TAG !u! tag:unity3d.com,2011:"] + records.flatMap(blockLines)
    case .kubernetes:
      // One document alone has no key.
      return ["---", "kind: Namespace", "metadata: {name: first}"] + records.flatMap(blockLines)
    default: return records.flatMap(blockLines)
    }
  }

  private func objectLines(_ record: Record, isLast: Bool) -> [String] {
    var lines: [String] = []
    // With comments go commas behind the last member.
    let hasComments = format == .jsonWithComments
    if hasComments { lines.append("\(indentation)// \(record.name)") }
    lines.append("\(indentation)\"\(record.name)\": {")
    for (index, field) in record.fields.enumerated() {
      let end = index == record.fields.count - 1 ? "" : ","
      lines.append("\(indentation)\(indentation)\"\(field[0])\": \"\(field[1])\"\(end)")
    }
    lines.append("\(indentation)}\(isLast && !hasComments ? "" : ",")")
    return lines
  }

  /// A record as an entry of a property list.
  private func entryLines(_ record: Record) -> [String] {
    let fields = record.fields.flatMap { field in
      [
        "\(indentation)\(indentation)<key>\(field[0])</key>",
        "\(indentation)\(indentation)<string>\(field[1])</string>",
      ]
    }
    return ["\(indentation)<key>\(record.name)</key>", "\(indentation)<dict>"] + fields
      + ["\(indentation)</dict>"]
  }

  /// A record of a format in which records follow each other.
  private func blockLines(_ record: Record) -> [String] {
    let (name, fields) = (record.name, record.fields)
    switch format {
    case .yaml: return ["\(name):"] + fields.map { "\(indentation)\($0[0]): \($0[1])" }
    case .toml: return ["[\(name)]"] + fields.map { "\($0[0]) = \"\($0[1])\"" } + [""]
    case .ini: return ["[\(name)]"] + fields.map { "\($0[0]) = \($0[1])" } + [""]
    case .properties: return fields.map { "\(name).\($0[0])=\($0[1])" }
    case .strings:
      return ["/* \(name) */"] + fields.map { "\"\(name).\($0[0])\" = \"\($0[1])\";" } + [""]
    case .bibTeX:
      return ["@book{\(name),"] + fields.map { "\(indentation)\($0[0]) = {\($0[1])}," } + ["}", ""]
    case .latex:
      return ["\\section{\(name)}", "\\begin{itemize}"]
        + fields.map { "\(indentation)\\item \($0[0]) \($0[1])" } + ["\\end{itemize}", ""]
    case .kubernetes:
      return ["---", "kind: ConfigMap", "metadata:", "  name: \(Self.quoted(name))", "data:"]
        + fields.map { "  \($0[0]): \(Self.quoted($0[1]))" }
    case .unity:
      let id = name.utf8.reduce(7) { ($0 * 31 + Int($1)) % 1_000_003 }
      return ["--- !u!114 &\(id)", "MonoBehaviour:"]
        + fields.map { "  \($0[0]): \(Self.quoted($0[1]))" }
    case .sql:
      return ["CREATE TABLE \"\(name)\" ("]
        + fields.map { "  \($0[0]) text DEFAULT \(Self.quoted($0[1]))," }
        + ["  CHECK (true)", ");", ""]
    case .org:
      return ["* \(name)", ":PROPERTIES:"] + fields.map { ":\($0[0]): \($0[1])" } + [":END:", ""]
    case .code:
      return ["func \(name)() {"] + fields.map { "\(indentation)let \($0[0]) = \($0[1])" } + [
        "}", "",
      ]
    default: return ["## \(name)", ""] + fields.map { "- \($0[0]): \($0[1])" } + [""]
    }
  }

  /// A value between apostrophes.
  private static func quoted(_ value: String) -> String {
    "'" + value.replacing("'", with: "''") + "'"
  }

  /// Three texts, two made from the first.
  package mutating func triple() -> FuzzCase {
    let base = document()
    let (ours, theirs) = (edited(base), edited(base))
    let form = FuzzForm(&generator)
    return FuzzCase(
      base: form.bytes(lines(base), &generator), ours: form.bytes(lines(ours), &generator),
      theirs: form.bytes(lines(theirs), &generator))
  }
}
