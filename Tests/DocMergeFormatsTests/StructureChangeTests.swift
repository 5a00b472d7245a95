import DocMergeFormats
import Testing

/// What each side changed in structured texts, value by value.
struct StructureChangeTests {
  private func changes(
    _ path: String, base: String, ours: String, theirs: String
  ) throws -> StructureChanges {
    try #require(
      StructureChanges(
        base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
        structure: DocumentStructure(path: path)))
  }

  /// `path (who): base | ours | theirs`, a line for each entry.
  private func lines(
    _ path: String, base: String, ours: String, theirs: String
  ) throws -> [String] {
    let changes = try changes(path, base: base, ours: ours, theirs: theirs)
    return changes.entries.map { entry in
      guard let author = entry.author else { return "\(entry.path):" }
      let values = [
        (entry.base, changes.base), (entry.ours, changes.ours), (entry.theirs, changes.theirs),
      ]
      .map { range, text in range.map { String(decoding: text[$0], as: UTF8.self) } ?? "-" }
      return "\(entry.path) (\(author)): " + values.joined(separator: " | ")
    }
  }

  @Test func `json has paths and values`() throws {
    let base = #"{"name": "a", "scripts": {"test": "jest", "lint": "x"}, "version": "1.0"}"#
    #expect(
      try lines(
        "package.json", base: base,
        ours: base.replacing("jest", with: "vitest").replacing("1.0", with: "1.1"),
        theirs: base.replacing("jest", with: "node").replacing(#", "lint": "x""#, with: ""))
        == [
          "$.scripts:", #"$.scripts.test (both): "jest" | "vitest" | "node""#,
          #"$.scripts.lint (theirs): "x" | "x" | -"#, #"$.version (ours): "1.0" | "1.1" | "1.0""#,
        ])
  }

  @Test func `yaml has keys and items`() throws {
    let base = "jobs:\n  build:\n    steps:\n      - run: a\n      - run: b\n"
    #expect(
      try lines(
        "ci.yml", base: base, ours: base.replacing("run: b", with: "run: ours"),
        theirs: base.replacing("run: b", with: "run: theirs"))
        == [
          "jobs:", "jobs › build:", "jobs › build › steps:", "jobs › build › steps[1]:",
          "jobs › build › steps[1] › run (both): b | ours | theirs",
        ])
  }

  @Test func `toml and ini have values`() throws {
    let toml = "[server]\nport = 80\nhost = \"a\"\n"
    #expect(
      try lines(
        "a.toml", base: toml, ours: toml.replacing("80", with: "81"), theirs: toml
      ).last?.hasSuffix("port (ours): 80 | 81 | 80") == true)
    let ini = "[a]\nkey = 1\n"
    #expect(
      try lines("a.ini", base: ini, ours: ini, theirs: ini.replacing("1", with: "2")).last?
        .hasSuffix("key (theirs): 1 | 1 | 2") == true)
  }

  @Test func `tables have rows and cells`() throws {
    let base = "id,name,size\n1,one,10\n2,two,20\n3,three,30\n"
    let found = try lines(
      "a.csv", base: base, ours: base.replacing("two", with: "zwei"),
      theirs: base.replacing("20", with: "21"))
    #expect(
      found == ["2:", "2 › name (ours): two | zwei | two", "2 › size (theirs): 20 | 20 | 21"])
  }

  @Test func `both sides alike, and additions`() throws {
    #expect(
      try lines(
        "a.json", base: #"{"a": 1}"#, ours: #"{"a": 2, "b": [1]}"#, theirs: #"{"a": 2, "c": 3}"#)
        == ["$.a (same): 1 | 2 | 2", "$.b (ours): - | [1] | -", "$.c (theirs): - | - | 3"])
  }

  @Test func `order and white space of members are no change`() throws {
    #expect(
      try lines(
        "a.json", base: #"{"a": 1, "b": 2}"#, ours: #"{"b": 2, "a": 1}"#,
        theirs: "{\"a\":1,\n\"b\":2}"
      ).isEmpty)
  }

  @Test func `items in another order are one change`() throws {
    #expect(
      try lines("a.json", base: "[1, 2, 3]", ours: "[3, 1, 2]", theirs: "[1, 2, 3]")
        == ["$ (ours): [1, 2, 3] | [3, 1, 2] | [1, 2, 3]"])
  }

  @Test func `damaged text, or a format without keys, has no tree`() {
    let structure = DocumentStructure(path: "a.json")
    #expect(
      StructureChanges(base: [], ours: Array("{".utf8), theirs: [], structure: structure) == nil)
    #expect(StructureChanges.isPossible(in: structure))
    #expect(!StructureChanges.isPossible(in: DocumentStructure(path: "a.md")))
    #expect(!StructureChanges.isPossible(in: DocumentStructure(path: "a.swift")))
  }
}
