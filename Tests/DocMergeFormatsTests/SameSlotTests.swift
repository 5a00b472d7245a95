import DocMergeCore
import DocMergeFormats
import Testing

/// Numbers, times and kinds of values that a paragraph or a container has once, or everywhere alike.
struct SameSlotTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "stage.txt", "20:00 Band A\n21:00 Band B\n\nBar opens at six.\n",
      [.add("22:00 Band C\n", behind: "Band A\n")], [.add("22:00 Band D\n", behind: "Band B\n")]),
    EditedCase(
      "plan.md",
      """
      | Day | Time | Room | Talk |
      |-----|------|------|------|
      | Mon | 9:00 | A | Welcome |
      | Mon | 10:00 | A | Basics |
      | Tue | 9:00 | B | Practice |

      """,
      [.add("| Mon | 11:00 | A | Break |\n", before: "| Tue")],
      [.add("| Mon | 11:00 | A | Questions |\n", behind: "Practice |\n")]),
    EditedCase(
      "a.txt", "(1) a = b\n(2) c = d\n\n(9) y = z\n",
      [.add("(3) e = f\n", behind: "a = b\n")], [.add("(3) g = h\n", behind: "c = d\n")]),
    EditedCase(
      "seats.txt",
      "Table 1\n  seat 1: Ann\n  seat 2: Bob\n  seat 3: Cid\n\nTable 2\n  seat 1: Dora\n",
      [.add("  seat 4: Emil\n", behind: "Cid\n")], [.add("  seat 4: Fay\n", behind: "Table 1\n")]),
    EditedCase(
      "a.kt",
      "val a = Item(id = 1, name = \"a\")\nval b = Item(id = 2, name = \"b\")\n\nval z = 0\n",
      [.add("val x = Item(id = 3, name = \"x\")\n", behind: "\"a\")\n")],
      [.add("val y = Item(id = 3, name = \"y\")\n", behind: "\"b\")\n")]),
    EditedCase(
      "s.sql",
      "INSERT INTO t VALUES (1, 'a');\nINSERT INTO t VALUES (2, 'b');\n\nINSERT INTO u VALUES (1, 'x');\n",
      [.add("INSERT INTO t VALUES (3, 'c');\n", behind: "'b');\n")],
      [.add("INSERT INTO t VALUES (3, 'd');\n", behind: "'x');\n")]),
    EditedCase(
      "a.robot", "*** Test Cases ***\nA\n    Log    a\n\nC\n    Log    c\n",
      [.add("B\n    Log    b\n\n", before: "C\n")],
      [.add("\nB\n    Log    bb\n", behind: "Log    c\n")]),
    EditedCase(
      "services", "http 80/tcp\nsmtp 25/tcp\n",
      [.add("shop 4000/tcp\n", behind: "80/tcp\n")], [.add("till 4000/tcp\n", behind: "25/tcp\n")]),
    EditedCase(
      "a.json", "{\n  \"total\": 3,\n  \"items\": [\n    \"a\",\n    \"c\",\n    \"e\"\n  ]\n}\n",
      [.swap("3", "4"), .add("    \"b\",\n", behind: "\"a\",\n")],
      [.swap("3", "4"), .swap("\"e\"", "\"e\",\n    \"f\"")]),
    EditedCase(
      "E.java", "enum E {\n    A(1),\n    B(2),\n    C(3);\n}\n",
      [.add("    X(4),\n", behind: "A(1),\n")], [.swap("C(3);", "C(3),\n    Y(4);")]),
    EditedCase(
      "urls.rb", "get \"/a\", to: \"a#x\"\nget \"/b\", to: \"b#x\"\nget \"/c\", to: \"c#x\"\n",
      [.add("get \"/new\", to: \"a#new\"\n", behind: "a#x\"\n")],
      [.add("get \"/new\", to: \"c#new\"\n", behind: "c#x\"\n")]),
    EditedCase(
      "u.go",
      "type U struct {\n\tName string `json:\"name\"`\n\tMail string `json:\"mail\"`\n\tAge  int    `json:\"age\"`\n}\n",
      [.add("\tNick string `json:\"nick\"`\n", behind: "\"name\"`\n")],
      [.add("\tAlias string `json:\"nick\"`\n", behind: "\"age\"`\n")]),
    EditedCase(
      "p.html", "<p class=\"a b c\">x</p>\n",
      [.swap("\"a b", "\"a new b")], [.swap("c\"", "c new\"")]),
    EditedCase(
      "n.c", "int a;\nint b;\nint c;\n",
      [.add("/* all in metres */\n", behind: "int a;\n")],
      [.add("/* all in metres */\n", behind: "int c;\n")]),
    EditedCase(
      "t.rst",
      "+-----+-----+\n| Ann | 1   |\n+-----+-----+\n| Bob | 2   |\n+-----+-----+\n| Cid | 3   |\n+-----+-----+\n",
      [.add("| Eve | 4   |\n+-----+-----+\n", before: "| Bob")],
      [.add("| Eve | 4   |\n+-----+-----+\n", behind: "| Cid | 3   |\n+-----+-----+\n")]),
    // Values of another kind, and rows of another form.
    EditedCase(
      "d.yml", "deps:\n  a: 1.0\n  b: 2.0\n",
      [
        .swap("a: 1.0", "a:\n    version: 1.0"), .swap("b: 2.0", "b:\n    version: 2.0"),
      ],
      [.add("  c: 3.0\n", behind: "b: 2.0\n")]),
    EditedCase(
      "a.py", "class A:\n    x = 1\n    y = 2\n    z = 3\n",
      [.swap("x =", "x: int ="), .swap("y =", "y: int ="), .swap("z =", "z: int =")],
      [.add("    w = 4\n", behind: "z = 3\n")]),
    EditedCase(
      "a.ts", "enum C {\n  A = 1,\n  B = 2,\n}\n",
      [.swap("1", "\"a\""), .swap("2", "\"b\"")], [.add("  D = 3,\n", behind: "B = 2,\n")]),
    EditedCase(
      "hosts", "10.0.0.1 a.local\n10.0.0.2 b.local\n",
      [.swap("a.local", "a.lan"), .swap("b.local", "b.lan")],
      [.add("10.0.0.3 c.local\n", behind: "b.local\n")]),
    // A checksum that is added to the entry whose version changed.
    EditedCase(
      ".terraform.lock.hcl",
      "provider \"x/aws\" {\n  version     = \"5.0.0\"\n  constraints = \"~> 5.0\"\n  hashes = [\n    \"h1:aaa\",\n  ]\n}\n",
      [.swap("\"5.0.0\"", "\"5.1.0\""), .swap("h1:aaa", "h1:bbb")],
      [.add("    \"zh:ccc\",\n", behind: "\"h1:aaa\",\n")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `what must be there once, or be written alike, is left to a person`(
    _ index: Int, _ policy: MergePolicy
  ) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let merged: [EditedCase] = [
    // Amounts count nothing.
    EditedCase(
      "soup.txt", "1 onion\n2 carrots\n\n5 cups water\n",
      [.add("3 eggs\n", before: "1 onion")], [.add("3 leeks\n", behind: "2 carrots\n")]),
    // Rows of two tables.
    EditedCase(
      "s.sql",
      "INSERT INTO t VALUES (1, 'a');\nINSERT INTO t VALUES (2, 'b');\n\nINSERT INTO u VALUES (1, 'x');\n",
      [.add("INSERT INTO t VALUES (3, 'c');\n", behind: "'b');\n")],
      [.add("INSERT INTO u VALUES (3, 'd');\n", behind: "'x');\n")]),
    // Two plans.
    EditedCase(
      "stage.txt", "20:00 Band A\n21:00 Band B\n\n20:00 Choir A\n21:00 Choir B\n",
      [.add("22:00 Band C\n", behind: "Band B\n")],
      [.add("22:00 Choir C\n", behind: "Choir B\n")]),
    EditedCase(
      "p.html", "<p class=\"a\">x</p>\n<p class=\"b\">y</p>\n<p class=\"c\">z</p>\n",
      [.swap("\"a\"", "\"a new\"")], [.swap("\"c\"", "\"c new\"")]),
    EditedCase(
      "d.yml", "deps:\n  a: 1.0\n  b: 2.0\n  c: {version: 3.0}\n",
      [.swap("a: 1.0", "a: {version: 1.0}")], [.add("  d: 4.0\n", behind: "c: {version: 3.0}\n")]),
    // A wrapper around a file with lines that stand twice in their container.
    EditedCase(
      "w.h",
      "#ifndef W\n#define W\nvoid f() {\n    go(\n        NULL,\n        NULL);\n}\n\nint a;\n#endif\n",
      [.swap("#ifndef W\n", "#ifndef V\n#ifndef W\n"), .add("#endif\n", behind: "#endif\n")],
      [.swap("int a;", "int b;")]),
  ]

  @Test(arguments: merged.indices)
  func `what only looks like such a fault is merged`(_ index: Int) throws {
    var edited = Self.merged[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }

  /// Items keep the gaps that one side gave to all of them.
  @Test func `blank lines between items are everywhere or nowhere`() throws {
    let loose = EditedCase(
      "k.md", "- a\n- b\n- c\n", [.swap("- a\n- b\n", "- a\n\n- b\n\n")],
      [.add("- d\n", behind: "- c\n")],
      [.swap("- a\n- b\n- c\n", "- a\n\n- b\n\n- c\n\n- d\n")])
    try loose.check()
    try loose.checkLeft(.strict)
  }
}
