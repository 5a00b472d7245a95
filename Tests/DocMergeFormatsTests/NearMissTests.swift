import DocMergeCore
import DocMergeFormats
import Testing

/// Merges that come close to what the guards of names, comments and counts refuse, and are right.
struct NearMissTests {
  private static let cases: [EditedCase] = [
    // The member of another type.
    EditedCase(
      "a.go",
      "package a\n\ntype Config struct {\n\tName string\n\tPath string\n\tPort int\n}\n\n"
        + "func serve(r *http.Request) string {\n\treturn \"x\"\n}\n",
      [.cut("\tPath string\n")], [.swap("return \"x\"", "return r.URL.Path")]),
    EditedCase(
      "a.ts",
      "interface Props {\n  title: string;\n  size: number;\n}\n\nexport function head(p: Props) {\n"
        + "  paint(p.size);\n}\n",
      [.cut("  title: string;\n")],
      [.add("  document.title = \"Boats\";\n", behind: "p.size);\n")]),
    // Colours of a palette.
    EditedCase(
      "a.toml", "[colors]\nred = '#cc241d'\ngreen = '#98971a'\nblue = '#458588'\n",
      [.swap("#cc241d", "#fb4934")], [.swap("#458588", "#83a598")]),
    // Two sentences about one thing.
    EditedCase(
      "a.txt", "Table 1 shows the boats.\n\nThe boats are old.\n\nTable 2 shows the ports.\n",
      [.add("\nTable 3 shows the crews.\n", behind: "boats.\n")],
      [.add("\nTable 3 lists them by name.\n", behind: "ports.\n")]),
    // Settings that may come again.
    EditedCase(
      "a.gp", "set terminal png\nset output 'a.png'\nplot 'a.dat'\n",
      [.add("set style line 1\n", behind: "png\n")],
      [.add("set style data lines\n", behind: "'a.png'\n")]),
    // One update of both sides.
    EditedCase(
      "a.md", "# Setup\n\nNode 18 with npm\n\n- clone\n- install\n- start\n",
      [.swap("18", "20"), .add("- test\n", behind: "install\n")],
      [.swap("18", "20"), .add("- ship\n", behind: "start\n")]),
    EditedCase(
      "a.txt", "Buy eggs 6, rolls 12 and tea.\n", [.swap("6", "8")], [.swap("12", "14")]),
    EditedCase(
      "a.feature",
      "Feature: Desk\n\n  Rule: Guests\n\n    Scenario: Card\n      Given a guest\n\n  Rule: Members\n\n"
        + "    Scenario: Key\n      Given a member\n",
      [.add("\n    Scenario: Lost\n      Given a lost card\n", behind: "a guest\n")],
      [.add("\n    Scenario: Lost\n      Given a lost key\n", behind: "a member\n")]),
    EditedCase(
      "a.txt", "192.168.0.2 Ben laptop\n192.168.0.3 Una phone\n192.168.0.4 Ida tablet\n",
      [.add("192.168.0.7 Cy printer\n", behind: "laptop\n")],
      [.add("192.168.0.9 Dora printer\n", behind: "tablet\n")]),
  ]

  @Test(arguments: cases.indices)
  func `merges what only looks like a fault`(_ index: Int) throws {
    var edited = Self.cases[index]
    edited.result =
      edited.ours
      + edited.theirs.filter { edit in
        !edited.ours.contains { $0.old == edit.old && $0.new == edit.new }
      }
    try edited.check()
  }

  @Test func `merges items of a list that begin with a verb`() throws {
    try EditedCase(
      "a.md", "1. Build the app\n2. Run the tests\n",
      [.add("3. Tag the release\n", behind: "tests\n")],
      [.swap("Build the app", "Build the whole app")],
      [
        .add("3. Tag the release\n", behind: "tests\n"),
        .swap("Build the app", "Build the whole app"),
      ]
    ).check()
  }
}
