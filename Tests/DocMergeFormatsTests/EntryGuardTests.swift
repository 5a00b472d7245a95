import DocMergeCore
import DocMergeFormats
import Testing

/// Results that no line of the inputs forbids, and that are wrong all the same.
struct EntryGuardTests {
  /// A base, and what each side makes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let base: String
    let ours: String
    let theirs: String
    /// The only clean result that is right; `nil` where a person must decide.
    var right: String?
    var testDescription: String { "\(path): \(base.prefix(30))" }
  }

  static let attached = [
    Case(
      path: "A.java", base: "class A {\n    @Override\n    void z() {\n        q();\n    }\n}\n",
      ours:
        "class A {\n    @Override\n    void m() {\n        r();\n    }\n\n    @Override\n    void z() {\n        q();\n    }\n}\n",
      theirs:
        "class A {\n    @Deprecated\n    @Override\n    void z() {\n        q();\n    }\n}\n",
      right:
        "class A {\n    @Override\n    void m() {\n        r();\n    }\n\n    @Deprecated\n    @Override\n    void z() {\n        q();\n    }\n}\n"
    ),
    Case(
      path: "a.html", base: "<div>\n<p>A</p>\n</div>\n<div>\n<p>Z</p>\n</div>\n",
      ours: "<div>\n<p>A</p>\n</div>\n<div>\n<p>M</p>\n</div>\n<div>\n<p>Z</p>\n</div>\n",
      theirs: "<div>\n<p>A</p>\n</div>\n<!-- the last -->\n<div>\n<p>Z</p>\n</div>\n",
      right:
        "<div>\n<p>A</p>\n</div>\n<div>\n<p>M</p>\n</div>\n<!-- the last -->\n<div>\n<p>Z</p>\n</div>\n"
    ),
    Case(
      path: "a.toml", base: "[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"z\"\n",
      ours: "[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"m\"\n\n[[bin]]\nname = \"z\"\n",
      theirs: "[[bin]]\nname = \"a\"\n\n# last tool\n[[bin]]\nname = \"z\"\n",
      right:
        "[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"m\"\n\n# last tool\n[[bin]]\nname = \"z\"\n"),
  ]

  static let doubled = [
    Case(
      path: "pod.yaml",
      base: "env:\n  - name: HOST\n    value: a\n  - name: PORT\n    value: b\n",
      ours:
        "env:\n  - name: HOST\n    value: a\n  - name: LEVEL\n    value: c\n  - name: PORT\n    value: b\n",
      theirs:
        "env:\n  - name: HOST\n    value: a\n  - name: PORT\n    value: b\n  - name: LEVEL\n    value: d\n"
    ),
    Case(
      path: "a.json", base: "[\n  {\"id\": 1, \"n\": \"a\"},\n  {\"id\": 2, \"n\": \"b\"}\n]\n",
      ours:
        "[\n  {\"id\": 1, \"n\": \"a\"},\n  {\"id\": 3, \"n\": \"c\"},\n  {\"id\": 2, \"n\": \"b\"}\n]\n",
      theirs:
        "[\n  {\"id\": 3, \"n\": \"d\"},\n  {\"id\": 1, \"n\": \"a\"},\n  {\"id\": 2, \"n\": \"b\"}\n]\n"
    ),
    Case(
      path: "a.go",
      base: "func f(k int) {\n\tswitch k {\n\tcase 1:\n\t\ta()\n\tcase 2:\n\t\tb()\n\t}\n}\n",
      ours:
        "func f(k int) {\n\tswitch k {\n\tcase 1:\n\t\ta()\n\tcase 3:\n\t\tc()\n\tcase 2:\n\t\tb()\n\t}\n}\n",
      theirs:
        "func f(k int) {\n\tswitch k {\n\tcase 1:\n\t\ta()\n\tcase 2:\n\t\tb()\n\tcase 3:\n\t\td()\n\t}\n}\n"
    ),
    Case(
      path: "a.rs", base: "match k {\n    1 => \"one\",\n    2 => \"two\",\n    _ => \"\",\n}\n",
      ours:
        "match k {\n    5 => \"five\",\n    1 => \"one\",\n    2 => \"two\",\n    _ => \"\",\n}\n",
      theirs:
        "match k {\n    1 => \"one\",\n    2 => \"two\",\n    5 => \"fünf\",\n    _ => \"\",\n}\n"),
    Case(
      path: "a.proto", base: "enum K {\n  A = 0;\n  B = 1;\n  C = 2;\n}\n",
      ours: "enum K {\n  A = 0;\n  D = 3;\n  B = 1;\n  C = 2;\n}\n",
      theirs: "enum K {\n  A = 0;\n  B = 1;\n  C = 2;\n  E = 3;\n}\n"),
    Case(
      path: ".gitconfig", base: "[alias]\n\tco = checkout\n\tbr = branch\n\tst = status\n",
      ours: "[alias]\n\tco = checkout\n\tlg = log --oneline\n\tbr = branch\n\tst = status\n",
      theirs: "[alias]\n\tco = checkout\n\tbr = branch\n\tst = status\n\tlg = log --graph\n"),
    Case(
      path: "a.py", base: "import os\n\nimport abc\nimport bcd\nimport cde\nimport efg\n\nx = 1\n",
      ours: "import json\nimport os\n\nimport abc\nimport bcd\nimport cde\nimport efg\n\nx = 1\n",
      theirs: "import os\n\nimport abc\nimport bcd\nimport cde\nimport efg\nimport json\n\nx = 1\n"),
  ]

  static let torn = [
    Case(
      path: "poetry.lock",
      base:
        "[[package]]\nname = \"a\"\nversion = \"1.0\"\ndescription = \"x\"\nfiles = [\n    {file = \"a\", hash = \"sha256:aa\"},\n]\n",
      ours:
        "[[package]]\nname = \"a\"\nversion = \"1.1\"\ndescription = \"x\"\nfiles = [\n    {file = \"a\", hash = \"sha256:aa\"},\n]\n",
      theirs:
        "[[package]]\nname = \"a\"\nversion = \"1.0\"\ndescription = \"x\"\nfiles = [\n    {file = \"a\", hash = \"sha256:bb\"},\n]\n"
    ),
    Case(
      path: "PKGBUILD", base: "pkgname=a\npkgver=1.0\npkgrel=1\nsha256sums=(\"aaa\")\n",
      ours: "pkgname=a\npkgver=1.1\npkgrel=1\nsha256sums=(\"aaa\")\n",
      theirs: "pkgname=a\npkgver=1.0\npkgrel=1\nsha256sums=(\"bbb\")\n"),
    Case(
      path: "a.md", base: "- tea\n- jam\n", ours: "* tea\n* jam\n", theirs: "- tea\n- oil\n- jam\n",
      right: "* tea\n* oil\n* jam\n"),
    Case(
      path: "a.css", base: "a {\n  b: c;\n  d: e;\n  f: g;\n}\n",
      ours: "a {\n    b: c;\n    d: e;\n    f: g;\n}\n",
      theirs: "a {\n  b: c;\n  x: y;\n  d: e;\n  f: g;\n}\n",
      right: "a {\n    b: c;\n    x: y;\n    d: e;\n    f: g;\n}\n"),
  ]

  @Test(arguments: attached + doubled + torn, MergePolicy.allCases)
  func `a wrong result is left to a person`(merge: Case, policy: MergePolicy) throws {
    for (one, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      let clean = try merged(merge.path, merge.base, one, other, policy).clean
      #expect(clean == nil || clean == merge.right.map { Array($0.utf8) })
    }
  }

  static let independent = [
    Case(
      path: "a.txt", base: "The cat chased the dog.\n", ours: "The old cat chased the dog.\n",
      theirs: "The cat chased the old dog.\n", right: "The old cat chased the old dog.\n"),
    Case(
      path: "a.c", base: "int f(char *a, char *b);\n", ours: "int f(const char *a, char *b);\n",
      theirs: "int f(char *a, const char *b);\n", right: "int f(const char *a, const char *b);\n"),
    Case(
      path: "a.md", base: "---\ntitle: A\ndate: 2024-01-01\ntags: x\n---\n\nText.\n",
      ours: "---\ntitle: B\ndate: 2024-01-01\ntags: x\n---\n\nText.\n",
      theirs: "---\ntitle: A\ndate: 2024-02-02\ntags: x\n---\n\nText.\n",
      right: "---\ntitle: B\ndate: 2024-02-02\ntags: x\n---\n\nText.\n"),
    Case(
      path: "b.md", base: "+++\ntitle = \"A\"\nweight = 1\n+++\n\nText.\n",
      ours: "+++\ntitle = \"B\"\nweight = 1\n+++\n\nText.\n",
      theirs: "+++\ntitle = \"A\"\nweight = 2\n+++\n\nText.\n",
      right: "+++\ntitle = \"B\"\nweight = 2\n+++\n\nText.\n"),
  ]

  @Test(arguments: independent)
  func `independent edits are merged`(merge: Case) throws {
    for (one, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      let clean = try merged(merge.path, merge.base, one, other, .balanced).clean
      #expect(clean.map { String(decoding: $0, as: UTF8.self) } == merge.right)
    }
  }

  @Test(arguments: [0, 1, 40, 100], [0, 1, 40, 100])
  func `an insertion beside a long change of another length is merged, or left`(
    removed: Int, written: Int
  ) throws {
    func lines(_ name: String, _ count: Int) -> String {
      (0..<count).map { "- \(name) \($0)\n" }.joined()
    }
    let base = "top\n" + lines("a", removed) + "- end\n"
    let ours = "top\n" + lines("b", written) + "* end\n"
    let theirs = "top\n" + lines("a", removed) + "- new\n- end\n"
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let text = String(
        decoding: try merged("a.md", base, one, other, .balanced).marked(), as: UTF8.self)
      #expect(text.contains("- new\n") && text.contains(" end\n"))
    }
  }

  @Test(arguments: [
    (base: "Phone: 1\n", ours: "Fax: 1\n", theirs: "Phone: 2\n"),
    ("run --width 10\n", "run --height 10\n", "run --width 20\n"),
    ("| Tea | 3 |\n", "| Oil | 3 |\n", "| Tea | 30 |\n"),
    ("f(1, a, 2)\n", "f(1, b, a, 2)\n", "f(1, a, b, 2)\n"),
  ])
  func `a value is not put under another key, and an item not put in twice`(
    base: String, ours: String, theirs: String
  ) throws {
    #expect(try merged("a.txt", base, ours, theirs, .balanced).clean == nil)
  }

  @Test(arguments: [
    (path: "a.css", ours: "body {\n  margin: 0;\n  color: red;\n}\n", line: "  color: red;\n"),
    ("a.go", "func f() int {\n\tn := 1\n\treturn n\n}\n", "\tn := 1\n"),
  ])
  func `of a block that both sides added only what differs is in conflict`(
    path: String, ours: String, line: String
  ) throws {
    let theirs = ours.replacing(
      line, with: line.replacing("red", with: "tan").replacing("1", with: "2"))
    let result = try merged(path, "", ours, theirs, .balanced)
    let conflict = try #require(
      result.regions.lazy.compactMap { region in
        if case .conflict(let conflict) = region { conflict } else { nil }
      }.first)
    #expect(Array(conflict.ours) == Array(line.utf8))
  }
}
