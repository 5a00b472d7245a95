import DocMergeCore
import DocMergeFormats
import Testing

/// Numbers that tell the children of a container apart, and that both sides gave away.
@Suite struct NumberGuardTests {
  /// A list before and after an addition of each side, in the notation of a format.
  private static func texts(
    _ lines: [String], _ start: String = "", _ end: String = "", between separator: String = "\n"
  ) -> (String, String, String) {
    func text(_ lines: [String]) -> String {
      start + lines.joined(separator: separator) + end + "\n"
    }
    let base = Array(lines.prefix(2))
    return (text(base), text(base + [lines[2]]), text(base + [lines[3]]))
  }

  private static let words = [
    ["V1__a.sql", "V2__b.sql", "V3__c.sql", "V3__d.sql"],
    ["0001_init", "0002_users", "0003_mail", "0003_phone"],
    ["step-1-a", "step-2-b", "step-3-c", "step-3-d"],
    ["m1_a", "m2_b", "m3_c", "m3_d"], ["01-a.md", "02-b.md", "03-c.md", "03-d.md"],
    ["1.a.sql", "2.b.sql", "3.c.sql", "3.d.sql"],
  ]

  /// A format, the text around a list, and that around each word.
  struct Notation: Sendable {
    let path, start, before, after, end: String

    init(_ path: String, _ start: String, _ before: String, _ after: String, _ end: String) {
      (self.path, self.start, self.before, self.after, self.end) = (path, start, before, after, end)
    }
  }

  static let notations: [Notation] = [
    .init("a.txt", "", "", "", ""), .init("a.md", "# Files\n\n", "- ", "", ""),
    .init("a.md", "", "- [ ] ", "", ""), .init("a.md", "", "* `", "`", ""),
    .init("a.md", "", "* [", "](x)", ""), .init("a.rst", "T\n=\n\n", "* ", "", ""),
    .init("a.adoc", "= T\n\n", "* ", "", ""),
    .init("a.tex", "\\begin{itemize}\n", "\\item ", "", "\n\\end{itemize}"),
    .init("a.yaml", "m:\n", "  - ", "", ""), .init("a.yaml", "m:\n", "  - \"", "\"", ""),
    .init("a.toml", "m = [\n", "  \"", "\",", "\n]"), .init(".gitignore", "", "", "", ""),
    .init("a.plist", "<plist>\n<array>\n", "\t<string>", "</string>", "\n</array>\n</plist>"),
    .init("a.xml", "<r>\n", "  <f>", "</f>", "\n</r>"),
    .init("a.jsonl", "", "{\"f\":\"", "\"}", ""),
    .init("CMakeLists.txt", "set(M\n", "  ", "", "\n)"),
  ]

  static let tables: [Notation] = [
    .init("a.csv", "what,n\n", "", ",1", ""), .init("a.csv", "what,n\n", "\"", "\",1", ""),
    .init("a.tsv", "what\tn\n", "", "\t1", ""),
  ]

  @Test(arguments: notations + tables, words)
  func `children that both sides gave one number conflict`(
    notation: Notation, words: [String]
  ) throws {
    let lines = words.map { notation.before + $0 + notation.after }
    let texts = Self.texts(lines, notation.start, notation.end)
    for policy in [MergePolicy.balanced, .eager] {
      let merged = try merged(notation.path, texts.0, texts.1, texts.2, policy)
      #expect(text(merged) == nil, "\(notation.path) \(words)")
    }
  }

  @Test(arguments: words, [("[\n  \"", "\",\n  \"", "\"\n]"), ("{\"m\": [\"", "\", \"", "\"]}")])
  func `strings of JSON that both sides gave one number conflict`(
    words: [String], list: (start: String, separator: String, end: String)
  ) throws {
    let texts = Self.texts(words, list.start, list.end, between: list.separator)
    #expect(text(try merged("a.json", texts.0, texts.1, texts.2, .balanced)) == nil)
  }

  @Test(arguments: [
    ("a.md", ["* ADR-001 Use X", "* ADR-002 Use Y", "* ADR-003 Use Z", "* ADR-003 Use Q"]),
    ("a.txt", ["- R1: a", "- R2: b", "- R3: see", "- R3: hear"]),
    ("a.md", ["1. [R1] a", "2. [R2] b", "3. [R3] see", "3. [R3] hear"]),
    ("Makefile", ["M = \\\n  V1__a.sql", "  V2__b.sql", "  V3__c.sql", "  V3__d.sql"]),
  ])
  func `labels that both sides gave one number conflict`(path: String, lines: [String]) throws {
    let separator = path == "Makefile" ? " \\\n" : "\n"
    let texts = Self.texts(lines, between: separator)
    #expect(text(try merged(path, texts.0, texts.1, texts.2, .eager)) == nil)
  }

  @Test(arguments: [
    ["V1__a.sql", "V2__b.sql", "V3__c.sql", "V4__d.sql"],
    // No numbers of their own: parts of names.
    ["log4j-core", "slf4j-api", "log4j-api", "log4j-web"],
    ["lib32-foo", "lib64-foo", "lib128-bar", "lib128-baz"],
    ["sha-256-a", "sha-512-a", "sha-384-b", "sha-384-c"],
    ["python3-dev", "zlib", "python3-pip", "python3-venv"],
    ["h2-database", "zlib", "utf-8-a", "utf-8-b"],
    // Given twice already: they need not differ.
    ["step-1-a", "step-1-b", "step-2-c", "step-2-d"],
    // Dates and versions.
    ["2023-05-05", "2024-05-05", "2025-05-05", "2025-06-05"],
    ["2023-05-05-a", "2024-05-05-b", "2025-05-05-c", "2025-06-05-d"],
    ["1.2.3", "2.0.0", "3.0.1", "3.0.2"], ["v1.2.3", "v2.0.0", "v3.0.1", "v3.0.2"],
    ["2024_a", "2025_b", "2026_c", "2026_d"],
  ])
  func `words whose numbers need not differ are both kept`(words: [String]) throws {
    for (path, start) in [(".gitignore", ""), ("a.csv", "what,n\n")] {
      let after = path == "a.csv" ? ",1" : ""
      let texts = Self.texts(words.map { $0 + after }, start)
      let expected = start + words.map { $0 + after + "\n" }.joined()
      #expect(text(try merged(path, texts.0, texts.1, texts.2, .balanced)) == expected)
    }
  }

  @Test(arguments: [
    ["step1_title", "step2_title", "step3_title", "step3_text"],
    ["port1-in", "port2-in", "port3-in", "port3-out"],
  ])
  func `keys of entries may share a number`(keys: [String]) throws {
    let members = keys.map { "  \"\($0)\": 3" }
    let texts = Self.texts(members, "{\n", "\n}", between: ",\n")
    #expect(text(try merged("a.json", texts.0, texts.1, texts.2, .balanced)) != nil)
  }

  @Test func `statements may name a numbered type twice`() throws {
    func text(_ early: String, _ late: String) -> String {
      "struct S {\n  vec2_t a;\n\(early)  int m;\n  int n;\n  vec3_t b;\n\(late)};\n"
    }
    let (ours, theirs) = ("  vec4_t see;\n", "  vec4_t hear;\n")
    let merged = try merged("a.c", text("", ""), text(ours, ""), text("", theirs), .balanced)
    #expect(merged.clean == Array(text(ours, theirs).utf8))
  }
}
