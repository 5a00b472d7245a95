import DocMergeCore
import DocMergeFormats
import Testing

/// Numbers, values and levels that two edits make wrong, although each edit is right.
struct NumberedConstantTests {
  private static let pem = "-----BEGIN KEY-----\n"
  private static func line(_ letter: Character) -> String {
    String(repeating: "\(letter)9x", count: 22) + "\n"
  }

  private static let wrong: [EditedCase] = [
    EditedCase(
      "a.h", "#define RED 1\n#define GREEN 2\n\nint a;\nint b;\nint c;\n",
      [.add("#define BLUE 3\n", behind: "GREEN 2\n")],
      [.add("#define GOLD 3\n", behind: "int c;\n")]),
    EditedCase(
      "a.rs", "enum Kind {\n    Red = 1,\n    Green = 2,\n    Last = 90,\n}\n",
      [.add("    Blue = 3,\n", before: "    Green")],
      [.add("    Gold = 3,\n", behind: "Green = 2,\n")]),
    EditedCase(
      "a.c", "#define F_A (1 << 0)\n#define F_B (1 << 1)\n\nint a;\nint b;\n",
      [.add("#define F_C (1 << 2)\n", behind: "1)\n")],
      [.add("#define F_D (1 << 2)\n", behind: "int b;\n")]),
    // A variable that became a constant.
    EditedCase(
      "a.js", "let total = 0;\nconst x = 1;\nstart();\nrun();\nstop();\n",
      [.swap("let total", "const total")], [.add("total += 4;\n", behind: "run();\n")]),
    EditedCase(
      "a.rs", "fn f() {\n    let mut total = 0;\n    start();\n    run();\n    stop();\n}\n",
      [.swap("let mut total", "let total")], [.add("    total = 4;\n", behind: "run();\n")]),
    EditedCase(
      "a.java",
      "class A {\n    void f() {\n        int total = 0;\n        start();\n        run();\n    }\n}\n",
      [.swap("int total", "final int total")], [.add("        total++;\n", behind: "run();\n")]),
    // A count of what both added.
    EditedCase(
      "a.md", "Guests (4)\n\n- Ann\n- Bea\n- Cid\n- Dan\n",
      [.swap("(4)", "(5)"), .add("- Zoe\n", behind: "- Ann\n")],
      [.swap("(4)", "(5)"), .add("- Yan\n", behind: "- Cid\n")]),
    EditedCase(
      "a.md", "The report has three parts.\n\n- History\n- Trade\n- Money\n",
      [.swap("three", "four"), .add("- Land\n", behind: "History\n")],
      [.swap("three", "four"), .add("- People\n", behind: "Trade\n")]),
    EditedCase(
      "a.csv", "item,amount\nRent,9500\nPower,812\nPhone,299\nTotal,10611\n",
      [.swap("10611", "11011"), .add("Gym,400\n", behind: "9500\n")],
      [.swap("10611", "11011"), .add("Bus,400\n", behind: "299\n")]),
    // Encoded data.
    EditedCase(
      "a.pem", pem + line("A") + line("B") + line("C") + line("D") + "9A==\n",
      [.swap(line("A"), line("E"))], [.swap(line("C"), line("F"))]),
    // Subtitles.
    EditedCase(
      "a.srt",
      "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:05,000 --> 00:00:06,000\nBye.\n\n",
      [
        .swap("00:00:01,000 --> 00:00:02,000", "00:00:03,000 --> 00:00:04,000"),
        .swap("00:00:05,000 --> 00:00:06,000", "00:00:07,000 --> 00:00:08,000"),
      ], [.add("3\n00:00:06,500 --> 00:00:07,500\nWait!\n\n", behind: "Bye.\n\n")]),
    // Levels of headings.
    EditedCase(
      "a.md", "# Tea\n\nGreen.\n\n# Jam\n\nRed.\n\n# Oil\n\nGold.\n",
      [.swap("# Tea", "## Tea"), .swap("# Jam", "## Jam"), .swap("# Oil", "## Oil")],
      [.add("\n# Rye\n\nBrown.\n", behind: "Red.\n")]),
    // Operators of one condition.
    EditedCase(
      "a.py", "if a and b:\n    go()\n", [.swap("and b", "and b and c")], [.swap("and", "or")]),
    EditedCase("a.ts", "type T = A | B;\n", [.swap("B;", "B | C;")], [.swap("|", "&")]),
    EditedCase(
      "a.txt", "You may enter the hall without a ticket.\n", [.swap("may enter", "may not enter")],
      [.swap("without a", "only with a")]),
    EditedCase(
      "a.txt", "Bring the red cup to the old house.\n", [.swap("Bring", "Please bring")],
      [.swap("house.", "house, please.")]),
    // Lists of names in brackets.
    EditedCase(
      "a.yml",
      "jobs:\n  lint:\n    runs-on: u\n  build:\n    runs-on: u\n    steps:\n      - run: make\n",
      [.cut("  lint:\n    runs-on: u\n")],
      [.add("  ship:\n    needs: [build, lint]\n    runs-on: u\n", behind: "run: make\n")]),
  ]

  @Test(arguments: wrong.indices)
  func `what only fits one of the edits is left to a person`(_ index: Int) throws {
    try Self.wrong[index].checkLeft(.strict)
    try Self.wrong[index].checkLeft(.balanced)
  }

  private static let right: [EditedCase] = [
    // Different numbers.
    EditedCase(
      "a.h", "#define RED 1\n#define GREEN 2\n\nint a;\nint b;\nint c;\n",
      [.add("#define BLUE 3\n", behind: "GREEN 2\n")],
      [.add("#define GOLD 4\n", behind: "int c;\n")]),
    // Values of different things.
    EditedCase(
      "a.h", "#define WIDTH 300\n#define DEPTH 20\n\nint a;\nint b;\nint c;\n",
      [.add("#define LIMIT 5\n", behind: "DEPTH 20\n")],
      [.add("#define RETRIES 5\n", behind: "int c;\n")]),
    // Limits that are alike by chance.
    EditedCase(
      "a.py", "MAX_USERS = 10\nMAX_ITEMS = 20\n\na = 1\nb = 2\nc = 3\n",
      [.add("MAX_RETRIES = 5\n", behind: "ITEMS = 20\n")],
      [.add("MAX_TABS = 5\n", behind: "c = 3\n")]),
    // A variable of another function.
    EditedCase(
      "a.js",
      "function f() {\n  let total = 0;\n  return total;\n}\n\nfunction h() {\n  return 1;\n}\n",
      [.swap("let total", "const total")],
      [
        .add(
          "\nfunction g(x) {\n  let total = 1;\n  total = x;\n  return total;\n}\n",
          behind: "  return 1;\n}\n")
      ]),
    // One release for both.
    EditedCase(
      "a.md", "Sprint 12\n\n- Ann\n- Bea\n- Cid\n- Dan\n",
      [.swap("12", "13"), .add("- Zoe\n", behind: "- Ann\n")],
      [.swap("12", "13"), .add("- Yan\n", behind: "- Cid\n")]),
    // Two sentences.
    EditedCase(
      "a.txt", "It runs on Linux or macOS. It is fast, and small.\n",
      [.swap("Linux or", "Linux and")],
      [.swap("and small", "not small")]),
    // Another variable.
    EditedCase(
      "a.js", "let total = 0;\nlet x = 1;\nstart();\nrun();\nstop();\n",
      [.swap("let total", "const total")], [.add("x += 4;\n", behind: "run();\n")]),
    // A year.
    EditedCase(
      "a.md", "Copyright 2023\n\n- Ann\n- Bea\n- Cid\n- Dan\n",
      [.swap("2023", "2024"), .add("- Zoe\n", behind: "- Ann\n")],
      [.swap("2023", "2024"), .add("- Yan\n", behind: "- Cid\n")]),
    // One heading of several.
    EditedCase(
      "a.md", "# Tea\n\nGreen.\n\n# Jam\n\nRed.\n\n# Oil\n\nGold.\n",
      [.swap("# Oil", "## Oil")], [.add("\n# Rye\n\nBrown.\n", behind: "Green.\n")]),
  ]

  @Test(arguments: right.indices)
  func `what fits both edits is merged`(_ index: Int) throws {
    var edited = Self.right[index]
    // Both may have made one of the edits.
    let own = edited.theirs.filter { edit in
      !edited.ours.contains { $0.old == edit.old && $0.new == edit.new }
    }
    edited.result = edited.ours + own
    try edited.check()
  }
}
