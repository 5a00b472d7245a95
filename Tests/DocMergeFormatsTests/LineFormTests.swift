import DocMergeCore
import DocMergeFormats
import Testing

/// Lines of one side in a form that the other side replaced everywhere.
struct LineFormTests {
  private static let old: [EditedCase] = [
    EditedCase(
      "a.s", "start:\n    mov $1, %eax\n    mov $2, %ebx\n    ret\n",
      [.swap("mov $1, %eax", "mov eax, 1"), .swap("mov $2, %ebx", "mov ebx, 2")],
      [.add("    mov $7, %ecx\n", behind: "%ebx\n")]),
    EditedCase(
      "a.c", "void boot(void)\n{\n\tsay(\"starting\");\n\tsay(\"no config\");\n}\n",
      [.swap("say(\"st", "say(INFO, \"st"), .swap("say(\"no", "say(WARNING, \"no")],
      [.add("\tsay(\"using port 80\");\n", behind: "config\");\n")]),
    EditedCase(
      "a.log", "2024-05-01 12:00 INFO start\n2024-05-01 12:03 WARN disk 91%\n",
      [
        .swap("2024-05-01 12:00 INFO", "INFO [2024-05-01 12:00]"),
        .swap("2024-05-01 12:03 WARN", "WARN [2024-05-01 12:03]"),
      ], [.add("2024-05-01 12:09 INFO stop\n", behind: "91%\n")]),
    EditedCase(
      "a.vtt",
      "WEBVTT\n\n00:00:01,000 --> 00:00:03,500\nHello.\n\n00:00:04,000 --> 00:00:06,200\nHere.\n",
      [
        .swap("01,000 --> 00:00:03,500", "01.000 --> 00:00:03.500"),
        .swap("04,000 --> 00:00:06,200", "04.000 --> 00:00:06.200"),
      ], [.add("\n00:00:07,000 --> 00:00:08,800\nBye.\n", behind: "Here.\n")]),
    EditedCase(
      "a.md", "- Tent packed\n- Tickets bought\n",
      [.swap("- Tent", "- [x] Tent"), .swap("- Tickets", "- [ ] Tickets")],
      [.add("- Map fetched\n", before: "- Tickets")]),
    EditedCase(
      "a.hs", "items =\n  [ Item \"tea\" 3\n  , Item \"rope\" 1\n  ]\n",
      [.swap("\"tea\" 3", "\"tea\" 3 Food"), .swap("\"rope\" 1", "\"rope\" 1 Gear")],
      [.add("  , Item \"tape\" 2\n", behind: "\"rope\" 1\n")]),
    EditedCase(
      "a.dat", "0001TEA       00300\n0002JAM       00450\n",
      [.swap("00300", "NOK00300"), .swap("00450", "SEK00450")],
      [.add("0003OIL       00990\n", behind: "00450\n")]),
    // Rows of values, and calls of a function that was replaced.
    EditedCase(
      "a.java",
      "enum Level {\n    BRONZE(0),\n    SILVER(100);\n    final int points;\n    final int rank;\n}\n",
      [.swap("(0)", "(0, \"#cd7f32\")"), .swap("(100)", "(100, \"#c0c0c0\")")],
      [.swap("SILVER(100);", "SILVER(100),\n    GOLD(500);")]),
    EditedCase(
      "a.py", "rows = [\n    (\"1\", 1),\n    (\"1.5\", 1.5),\n]\n",
      [.swap("1),", "1, True),"), .swap("1.5),", "1.5, False),")],
      [.add("    (\"1e3\", 1000),\n", behind: "1.5),\n")]),
    EditedCase(
      "A.java",
      "@Test\nvoid adds() {\n    assertEquals(1, cart.size());\n    assertEquals(\"tea\", cart.first());\n}\n",
      [
        .swap("assertEquals(1, cart.size())", "assertThat(cart.size()).isEqualTo(1)"),
        .swap("assertEquals(\"tea\", cart.first())", "assertThat(cart.first()).isEqualTo(\"tea\")"),
      ], [.add("    assertEquals(250, cart.total());\n", behind: "first());\n")]),
    EditedCase(
      "a.graphql", "type Query {\n  me: User\n  orders: [Order!]!\n  bills: [Bill!]!\n}\n",
      [
        .swap("me: User", "me: User @auth(role: ANY)"),
        .swap("[Order!]!", "[Order!]! @auth(role: CLERK)"),
        .swap("[Bill!]!", "[Bill!]! @auth(role: ADMIN)"),
      ], [.add("  salaries: [Salary!]!\n", before: "  bills")]),
    // Records that all have one field more.
    EditedCase(
      "a.bib",
      "@book{knuth,\n  title = {TeX},\n}\n\n@book{lamport,\n  title = {LaTeX},\n}\n",
      [
        .swap("{TeX},\n", "{TeX},\n  shelf = {B 12},\n"),
        .swap("{LaTeX},\n", "{LaTeX},\n  shelf = {B 14},\n"),
      ], [.add("@book{abel,\n  title = {Other},\n}\n\n", before: "@book{lamport")]),
    EditedCase(
      "a.yaml",
      "groups:\n  - name: shop\n    rules:\n      - alert: Down\n        expr: up == 0\n"
        + "      - alert: Slow\n        expr: p99 > 2\n",
      [
        .swap("up == 0\n", "up == 0\n        labels:\n          severity: page\n"),
        .swap("p99 > 2\n", "p99 > 2\n        labels:\n          severity: ticket\n"),
      ], [.add("      - alert: Full\n        expr: free < 1\n", behind: "p99 > 2\n")]),
  ]

  @Test(arguments: old.indices)
  func `a line in an old form is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] { try Self.old[index].checkLeft(policy) }
  }

  private static let clean: [EditedCase] = [
    // One line of the form stays.
    EditedCase(
      "a.c",
      "void boot(void)\n{\n\tsay(\"a\");\n\tsay(\"b\");\n\tx = 1;\n\ty = 2;\n\tsay(\"c\");\n}\n",
      [.swap("say(\"a\")", "say(INFO, \"a\")"), .swap("say(\"b\")", "say(INFO, \"b\")")],
      [.add("\tsay(\"d\");\n", behind: "say(\"c\");\n")]),
    // Blanks, quotes and marks at the end are layout.
    EditedCase(
      "a.py", "a(1,2)\na(3,4)\nx = 1\ny = 2\nz = 3\n",
      [.swap("a(1,2)", "a(1, 2)"), .swap("a(3,4)", "a(3, 4)")],
      [.add("a(5,6)\n", behind: "z = 3\n")]),
    // Entries have values of any kind.
    EditedCase(
      "a.yaml", "a: one\nb: two\nc: [x]\nd: [y]\n", [.swap("one", "1"), .swap("two", "2")],
      [.add("e: three\n", behind: "d: [y]\n")]),
    // Other lines were written instead.
    EditedCase(
      "a.txt", "To do (today)\nTo buy (later)\n\nNotes of the day\nand more of them\n",
      [.swap("To do (today)", "Plan: none"), .swap("To buy (later)", "List: full")],
      [.add("To read (soon)\n", behind: "of them\n")]),
  ]

  @Test(arguments: clean.indices)
  func `a line beside other changes is merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
