import DocMergeCore
import DocMergeFormats
import Testing

/// What rules settle between the children of one node, and what they leave.
struct RowRuleTests {
  private func merged(
    _ path: String, base: String, ours: String, theirs: String, _ policy: MergePolicy
  ) throws -> String? {
    var options = TextMergeOptions(policy: policy)
    options.structure = DocumentStructure(path: path)
    let merged = try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options)
    return merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Expects the same of both orders of the sides.
  private func expect(
    _ expected: String?, _ path: String, base: String, ours: String, theirs: String,
    _ policy: MergePolicy, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let results = try [(ours, theirs), (theirs, ours)].map { ours, theirs in
      try merged(path, base: base, ours: ours, theirs: theirs, policy)
    }
    #expect(results == [expected, expected], sourceLocation: sourceLocation)
  }

  // MARK: - Where additions stand

  @Test func `rows go where the numbers that they start with belong`() throws {
    let base = "id,name\n1,a\n2,b\n3,c\n4,d\n"
    try expect(
      base + "5,e\n8,h\n9,i\n", "a.csv", base: base, ours: base + "8,h\n9,i\n",
      theirs: base + "5,e\n", .strict)
  }

  @Test func `rows of a table without an order wait for balanced`() throws {
    let base = "id,name\n9,a\n2,b\n7,c\n4,d\n"
    let sides = (base + "8,h\n", base + "5,e\n")
    #expect(try merged("a.csv", base: base, ours: sides.0, theirs: sides.1, .strict) == nil)
    #expect(
      try merged("a.csv", base: base, ours: sides.0, theirs: sides.1, .balanced)
        == base + "8,h\n5,e\n")
  }

  @Test func `rows of a group that one side changed and the other removed are left`() throws {
    try expect(
      nil, "a.csv",
      base: "animal,field,value\nmole,size,north\nkite,name,black\nkite,size,amber\n",
      ours: "animal,field,value\nmole,size,north\nkite,size,amber\n",
      theirs: "animal,field,value\nmole,size,north\n", .eager)
  }

  @Test func `first members of both sides stand on lines of their own`() throws {
    let first = "{\n  \"a\": {\n    \"x\": 1\n  }\n}\n"
    let second = "{\n  \"b\": {\n    \"y\": 2\n  }\n}\n"
    #expect(
      try merged("a.json", base: "{\n}\n", ours: first, theirs: second, .balanced)
        == "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": {\n    \"y\": 2\n  }\n}\n")
  }

  @Test func `an element with plain text stands once in its parent`() throws {
    func mole(_ lines: String) -> String { "<zoo>\n  <mole>\n\(lines)  </mole>\n</zoo>\n" }
    let (legs, name) = ("    <legs>4</legs>\n", "    <name>Mo</name>\n")
    for policy in MergePolicy.allCases {
      try expect(
        nil, "a.xml", base: mole(legs + name + legs.replacing("legs", with: "ears")),
        ours: mole("    <owner>a</owner>\n" + legs + name + legs.replacing("legs", with: "ears")),
        theirs: mole(legs + name + legs.replacing("legs", with: "ears") + "    <owner>b</owner>\n"),
        policy)
    }
  }

  @Test func `elements of parents with the same tags are different ones`() throws {
    func parent(_ id: String) -> String {
      "  <dependency>\n    <groupId>\(id)</groupId>\n  </dependency>\n"
    }
    func text(_ parts: String...) -> String { "<all>\n\(parts.joined())</all>\n" }
    let middle = "  <one/>\n  <two/>\n  <three/>\n"
    try expect(
      text(parent("a"), middle, parent("b")), "a.xml", base: text(middle),
      ours: text(parent("a"), middle), theirs: text(middle, parent("b")), .strict)
  }

  @Test func `words beside a conflict of the structure stay in one`() throws {
    var options = TextMergeOptions(policy: .balanced)
    options.structure = DocumentStructure(path: "a.adoc")
    let merged = try mergeText(
      base: Array("\ns\n".utf8), ours: Array("t\n\n".utf8), theirs: Array("\n\\\n".utf8),
      options: options)
    let text = String(decoding: merged.marked(), as: UTF8.self)
    #expect(merged.conflicts.count == 1 && text.contains("\\"))
  }

  @Test func `a record that one side added is lost in no conflict`() throws {
    func record(_ name: String) -> String { "  \"\(name)\": {\n    \"rank\": \"a\"\n  }" }
    var options = TextMergeOptions(policy: .balanced)
    options.structure = DocumentStructure(path: "a.json")
    let merged = try mergeText(
      base: Array("{\n\(record("one"))\n}\n".utf8),
      ours: Array("{\n\(record("two"))\n}\n".utf8),
      theirs: Array("{\n\(record("three")),\n\(record("one"))\n}\n".utf8), options: options)
    #expect(String(decoding: merged.marked(), as: UTF8.self).contains("three"))
    #expect(merged.conflicts.allSatisfy { $0.ours != $0.theirs })
  }

  @Test func `items of a sorted list go where they belong`() throws {
    func list(_ names: [String]) -> String {
      "[\n" + names.map { "  \"\($0)\"" }.joined(separator: ",\n") + "\n]\n"
    }
    try expect(
      list(["apple", "fig", "kiwi", "lime", "mango", "peach"]), "a.json",
      base: list(["apple", "fig", "mango", "peach"]),
      ours: list(["apple", "fig", "lime", "mango", "peach"]),
      theirs: list(["apple", "fig", "kiwi", "mango", "peach"]), .balanced)
  }

  @Test func `items that all begin in one way are not sorted`() throws {
    func list(_ ids: [Int]) -> String { ids.map { "- id:\n    no: \($0)\n" }.joined() }
    let result = try merged(
      "a.yaml", base: list([3, 1, 2]), ours: list([3, 1, 9, 2]), theirs: list([3, 1, 5, 2]),
      .balanced)
    #expect(result == nil)
  }

  // MARK: - Merges left to a person

  @Test func `what one side removed and the other rewrote is left`() throws {
    let base = "[a]\nx = 1\n\n[[branch]]\nname = \"main\"\nchecks = [\"Test\"]\n"
    try expect(
      nil, "a.toml", base: base,
      ours: "[a]\nx = 1\n\n[[branch-rules]]\npattern = \"main\"\nchecks = [\"Test\"]\n",
      theirs: "[a]\nx = 1\n", .balanced)
  }

  @Test func `what one side removed and the other followed by another thing is merged`() throws {
    let base = "a = [\n  \"one\",\n  \"two\",\n  \"three\",\n]\n"
    try expect(
      "a = [\n  \"one\",\n  \"three\",\n]\nb = 1\n", "a.toml", base: base,
      ours: "a = [\n  \"one\",\n  \"three\",\n]\n", theirs: base + "b = 1\n", .balanced)
  }

  @Test func `an entry with the value that the other side replaced around it is left`() throws {
    func object(_ values: [String]) -> String {
      "{\n"
        + values.enumerated().map { "  \"v\($0.offset)\": \"\($0.element)\"" }
        .joined(separator: ",\n") + "\n}\n"
    }
    let base = object(["no", "no", "no"])
    try expect(
      nil, "a.json", base: base, ours: object(["yes", "yes", "yes"]),
      theirs: object(["no", "no", "no", "no"]), .balanced)
    try expect(
      object(["yes", "yes", "yes", "maybe"]), "a.json", base: base,
      ours: object(["yes", "yes", "yes"]), theirs: object(["no", "no", "no", "maybe"]), .balanced)
  }

  @Test func `a tag like those that the other side rewrote is left`() throws {
    func list(_ folder: String, _ names: [String]) -> String {
      "<list>\n"
        + names.map { "  <file name=\"\($0)\" path=\"\(folder)/\($0).txt\"/>\n" }.joined()
        + "</list>\n"
    }
    try expect(
      nil, "a.xml", base: list("old", ["a", "b", "d", "e"]),
      ours: list("new", ["a", "b", "d", "e"]), theirs: list("old", ["a", "b", "c", "d", "e"]),
      .balanced)
  }

  @Test func `an entry whose key a text has twice is left`() throws {
    let base = "a = 1\nb =\nc = 3\n"
    try expect(
      nil, "a.properties", base: base, ours: "a = 1\nb =\nb = 2\nc = 3\n",
      theirs: "a = 1\nb = 4\nc = 3\n", .strict)
  }

  @Test func `neighbours in a drawing wait for eager, and others do not`() throws {
    let base = "<scene>\n  <rect x=\"1\"/>\n  <label y=\"2\"/>\n</scene>\n"
    let ours = base.replacing("x=\"1\"", with: "x=\"10\"")
    let theirs = base.replacing("y=\"2\"", with: "y=\"20\"")
    let both = ours.replacing("y=\"2\"", with: "y=\"20\"")
    try expect(nil, "a.storyboard", base: base, ours: ours, theirs: theirs, .balanced)
    try expect(both, "a.storyboard", base: base, ours: ours, theirs: theirs, .eager)
    try expect(both, "a.xml", base: base, ours: ours, theirs: theirs, .balanced)
  }

  @Test func `columns with new names are left to strict`() throws {
    let base = "id,size\n1,10\n2,20\n"
    let ours = "id,width\n1,10\n2,20\n"
    let theirs = "id,size\n1,11\n2,20\n"
    #expect(try merged("a.csv", base: base, ours: ours, theirs: theirs, .strict) == nil)
    #expect(
      try merged("a.csv", base: base, ours: ours, theirs: theirs, .balanced)
        == "id,width\n1,11\n2,20\n")
  }

  // MARK: - Keys, layout, formats

  @Test func `elements are found by a member of a member`() throws {
    func list(_ elements: [(String, String)]) -> String {
      elements.map { "- id:\n    no: \($0.0)\n  name: \($0.1)\n" }.joined()
    }
    let base = list([("A1", "x"), ("B2", "y"), ("C3", "z")])
    // Without the key the second element would be gone in ours, and another one there.
    let ours = list([("A1", "x"), ("B2", "something quite different"), ("C3", "z")])
    try expect(
      nil, "a.yaml", base: base, ours: ours, theirs: list([("A1", "x"), ("C3", "z")]), .eager)
  }

  @Test func `the gap before what both sides added is a blank line if one side has it`() throws {
    let (head, tail) = ("{\n  int ret;\n\n  lock();\n", "\n  ret = get(core);\n}\n")
    let line = "  core->hw = core;\n"
    let comment = "\n  /*\n   * Set hw after the lock\n   */\n"
    try expect(
      head + comment + line + tail, "a.c", base: head + tail, ours: head + line + tail,
      theirs: head + comment + line + tail, .balanced)
  }

  @Test func `blanks that one side took away are not lost in an edit of the other`() throws {
    try expect(
      nil, "a.txt", base: "x\nb\t\nc\n", ours: "x\nb\nc\n", theirs: "x\nbb\t\nc\n", .balanced)
  }

  @Test func `words of entries are not woven where a side added lines`() throws {
    let base = "{\n  \"a\": \"one two\",\n  \"a2\": \"five six\"\n}\n"
    let theirs = base.replacing("six\"", with: "six\",\n  \"a3\": \"five six\"")
    let ours = base.replacing("six", with: "ten").replacing("two", with: "ten")
    try expect(
      ours.replacing("ten\"\n}", with: "ten\",\n  \"a3\": \"five six\"\n}"), "a.json", base: base,
      ours: ours, theirs: theirs, .balanced)
  }

  @Test(arguments: [("json", true), ("none", false), ("unheard-of", false)])
  func `a name of a format counts more than the name of the file`(name: String, isKnown: Bool) {
    #expect(KnownFormat.candidates(path: "a.toml", name: name).isEmpty == !isKnown)
  }

  @Test func `prose of more than a megabyte has no structure, and keys have`() throws {
    let line = "line with words\n"
    let text = String(repeating: line, count: (1 << 20) / line.utf8.count + 1)
    let large = Array(text.utf8)
    let prose = DocumentStructure(path: "a.md").read(base: large, ours: large, theirs: large)
    #expect(prose.settled(by: .eager) == nil)
    let keyed = Array("[\(String(repeating: "1,", count: 1 << 20))1]\n".utf8)
    let list = DocumentStructure(path: "a.json").read(base: keyed, ours: keyed, theirs: keyed)
    #expect(list.settled(by: .eager) != nil)
  }
}
