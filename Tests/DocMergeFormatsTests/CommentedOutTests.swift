import DocMergeCore
import DocMergeFormats
import Testing

/// Lines of one side between the delimiters of a comment that the other side put in.
struct CommentedOutTests {
  private static let markup = """
    <ul>
      <li>One</li>
      <li>Two</li>
      <li>Four</li>
      <li>Five</li>
    </ul>

    """
  private static let calls = """
    void setup(void) {
        clear();
        draw();
        flip();
        idle();
    }

    """

  private static let enclosed: [EditedCase] = [
    EditedCase(
      "a.c", calls, [.add("    /*\n", before: "    clear"), .add("    */\n", before: "    idle")],
      [.add("    sync();\n", behind: "draw();\n")]),
    EditedCase(
      "a.c", calls, [.add("#if 0\n", before: "    clear"), .add("#endif\n", before: "    idle")],
      [.add("    sync();\n", behind: "draw();\n")]),
    EditedCase(
      "a.vue", markup,
      [.add("  <!--\n", before: "  <li>One"), .add("  -->\n", before: "  <li>Five")],
      [.add("  <li>Three</li>\n", behind: "Two</li>\n")]),
    EditedCase(
      "a.py", "def run():\n    load()\n    save()\n    send()\n    return None\n",
      [.add("    \"\"\"\n", before: "    load"), .add("    \"\"\"\n", before: "    return")],
      [.add("    check()\n", behind: "load()\n")]),
    EditedCase(
      "a.hs", "main = do\n  load\n  save\n  send\n  stop\n",
      [.add("  {-\n", before: "  load"), .add("  -}\n", before: "  stop")],
      [.add("  check\n", behind: "load\n")]),
    EditedCase(
      "a.lua", "load()\nsave()\nsend()\nstop()\n",
      [.add("--[[\n", before: "load"), .add("]]\n", before: "stop")],
      [.add("check()\n", behind: "load()\n")]),
  ]

  @Test(arguments: enclosed.indices, [MergePolicy.strict, .balanced, .eager])
  func `leaves a line that would become part of a comment`(
    _ index: Int, _ policy: MergePolicy
  ) throws {
    try Self.enclosed[index].checkLeft(policy)
  }

  /// Comments that hold no line of the other side.
  private static let apart: [EditedCase] = [
    EditedCase(
      "a.c", calls,
      [.add("    /*\n", before: "    clear"), .add("    */\n", behind: "clear();\n")],
      [.add("    sync();\n", behind: "flip();\n")],
      [
        .add("    /*\n", before: "    clear"), .add("    */\n", behind: "clear();\n"),
        .add("    sync();\n", behind: "flip();\n"),
      ]),
    EditedCase(
      "a.c", "/*\n * One.\n * Two.\n * Three.\n */\nint a;\n",
      [.add(" * And a half.\n", behind: "One.\n")],
      [.add("/* More. */\n/*\n * Long.\n */\nint b;\n", behind: "int a;\n")],
      [
        .add(" * And a half.\n", behind: "One.\n"),
        .add("/* More. */\n/*\n * Long.\n */\nint b;\n", behind: "int a;\n"),
      ]),
  ]

  @Test(arguments: apart.indices)
  func `merges comments beside code`(_ index: Int) throws { try Self.apart[index].check() }
}
