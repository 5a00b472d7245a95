import DocMergeCore
import DocMergeFormats
import Testing

@Suite struct PlacementGuardTests {
  /// A record of Ann, to which theirs adds a line while ours edits it and adds another record of the same form.
  struct Records: Sendable, CustomTestStringConvertible {
    let path: String
    let ann: [String]
    let edited: [String]
    let cy: [String]
    let addition: String
    var testDescription: String { path }

    func text(_ records: [String]...) -> String {
      records.map { $0.joined(separator: "\n") + "\n" }.joined()
    }
  }

  static let records = [
    Records(
      path: "a.yaml", ann: ["- name: Ann", "  role: dev"], edited: ["- name: Ann", "  role: lead"],
      cy: ["- name: Cy", "  role: dev"], addition: "  mail: a@x"),
    Records(
      path: "a.txt", ann: ["Name: Ann", "Role: dev"], edited: ["Name: Ann", "Role: lead"],
      cy: ["Name: Cy", "Role: dev"], addition: "Mail: a@x"),
    Records(
      path: "control", ann: ["Package: Ann", "Role: dev"], edited: ["Package: Ann", "Role: lead"],
      cy: ["", "Package: Cy", "Role: dev"], addition: "Mail: a@x"),
    Records(
      path: "a.md", ann: ["- Ann", "  - role: dev"], edited: ["- Ann", "  - role: lead"],
      cy: ["- Cy", "  - role: dev"], addition: "  - mail: a@x"),
    Records(
      path: "b.md", ann: ["## Ann", "- dev"], edited: ["## Ann", "- lead"], cy: ["## Cy", "- dev"],
      addition: "- mail: a@x"),
    Records(
      path: "a.py", ann: ["def ann():", "    a()", "    work()"],
      edited: ["def ann():", "    a()", "    rest()"], cy: ["def cy():", "    b()", "    work()"],
      addition: "    mail()"),
  ]

  @Test(arguments: records, MergePolicy.allCases)
  func `a line stays in the record that its side put it into`(
    records: Records, policy: MergePolicy
  ) throws {
    let base = records.text(records.ann)
    let ours = records.text(records.edited, records.cy)
    let theirs = records.text(records.ann, [records.addition])
    let right = records.text(records.edited, [records.addition], records.cy)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let clean = try merged(records.path, base, one, other, policy).clean
      #expect(clean == nil || clean == Array(right.utf8))
    }
  }

  static let releases = [
    ("CHANGELOG.md", "# Log\n\n## Unreleased\n\n", "## 1.1\n\n", "- a\n"),
    ("CHANGELOG.md", "# Log\n\n## [Unreleased]\n\n", "## [1.1]\n\n", "- a\n"),
    ("log.adoc", "== Unreleased\n\n", "== 1.1\n\n", "* a\n"),
  ]

  @Test(arguments: releases, MergePolicy.allCases)
  func `an entry is not put into a release`(
    text: (path: String, head: String, release: String, entry: String), policy: MergePolicy
  ) throws {
    let base = text.head + text.entry
    let theirs = base + text.entry.replacing("a", with: "b")
    for ours in [text.head + text.release + text.entry, text.release + text.entry] {
      let merged = try merged(text.path, base, ours, theirs, policy)
      #expect(merged.clean == nil)
    }
  }

  static let paths = ["a.md", "a.txt", "a.yaml", "a.json", "a.rst"]

  private func list(_ items: [String], _ path: String) -> String {
    switch path {
    case "a.md": items.map { "- \($0)\n" }.joined()
    case "a.rst": items.map { "* \($0)\n" }.joined()
    case "a.yaml": "list:\n" + items.map { "  - \($0)\n" }.joined()
    case "a.json": "[\n" + items.map { "  \"\($0)\"" }.joined(separator: ",\n") + "\n]\n"
    default: items.map { "\($0)\n" }.joined()
    }
  }

  @Test(arguments: paths, MergePolicy.allCases)
  func `a line that one side moved and the other removed does not come back`(
    path: String, policy: MergePolicy
  ) throws {
    let base = list(["one", "two", "three", "four"], path)
    for order in [["one", "three", "two", "four"], ["four", "one", "two", "three"]] {
      for removed in ["two", "four"] {
        let theirs = list(["one", "two", "three", "four"].filter { $0 != removed }, path)
        let clean = try merged(path, base, list(order, path), theirs, policy).clean
        #expect(clean == nil || clean == Array(list(order.filter { $0 != removed }, path).utf8))
      }
    }
  }

  @Test(arguments: paths, MergePolicy.allCases)
  func `a line that both sides moved or added stands once`(path: String, policy: MergePolicy) throws
  {
    func count(_ base: [String], _ ours: [String], _ theirs: [String], _ item: String) throws -> Int
    {
      let clean = try merged(path, list(base, path), list(ours, path), list(theirs, path), policy)
        .clean
      return clean.map { String(decoding: $0, as: UTF8.self).split(separator: item).count - 1 } ?? 0
    }
    let base = ["one", "two", "three", "four", "five"]
    #expect(
      try count(
        base, ["two", "three", "one", "four", "five"], ["two", "three", "four", "five", "one"],
        "one") < 2)
    #expect(
      try count(
        base, ["one", "beta", "two", "three", "four", "five"],
        ["one", "two", "beta", "three", "four", "five"], "beta") < 2)
  }

  static let ids = [
    (
      "a.json", "[\n  {\n    \"id\": 1,\n    \"n\": \"a\"\n  }\n]\n", "\"id\": 1", "\"id\": 7",
      "\"a\"", "\"z\""
    ),
    (
      "a.bib", "@book{k,\n  year = 1,\n  title = {T},\n}\n", "{k,", "{k2,", "{T}", "{T2}"
    ),
    ("a.yaml", "- name: Ann\n  age: 3\n  role: dev\n", "Ann", "Bo", "dev", "lead"),
  ]

  @Test(arguments: ids, MergePolicy.allCases)
  func `a value of a record with another id is left to a person`(
    text: (path: String, base: String, id: String, newID: String, value: String, newValue: String),
    policy: MergePolicy
  ) throws {
    let ours = text.base.replacing(text.id, with: text.newID)
    let theirs = text.base.replacing(text.value, with: text.newValue)
    #expect(try merged(text.path, text.base, ours, theirs, policy).clean == nil)
    #expect(try merged(text.path, text.base, theirs, ours, policy).clean == nil)
  }

  static let unended = [
    (
      "a.md", "# T\n\n- a", "# T\n\n- a\n\nThe end.", "# T\n\n- a\n- c",
      "# T\n\n- a\n- c\n\nThe end."
    ),
    (
      "a.ini", "[a]\nx = 1", "[a]\nx = 1\n\n[b]\ny = 2", "[a]\nx = 1\nz = 3",
      "[a]\nx = 1\nz = 3\n\n[b]\ny = 2"
    ),
  ]

  @Test(arguments: unended)
  func `texts without a final newline are merged as those with one`(
    text: (path: String, base: String, ours: String, theirs: String, right: String)
  ) throws {
    let clean = try merged(text.path, text.base, text.ours, text.theirs, .balanced).clean
    #expect(clean == Array(text.right.utf8))
    let ended = try merged(
      text.path, text.base + "\n", text.ours + "\n", text.theirs + "\n", .balanced
    ).clean
    #expect(clean.map { $0 + [0x0A] } == ended)
  }
}
