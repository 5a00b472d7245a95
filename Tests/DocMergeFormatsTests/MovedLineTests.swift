import DocMergeCore
import DocMergeFormats
import Testing

/// Lines that both sides moved.
struct MovedLineTests {
  private static let start = """
    async function start() {
      readEnv();
      initLogger();
      await connect();
      loadRoutes();
      loadViews();
      listen();
    }

    """
  private static let build =
    "#!/bin/bash\n# Builds\ncd site\nset -e\nexport LANG=C\nexport TZ=UTC\nmake\n"

  private static let left: [EditedCase] = [
    EditedCase(
      "start.js", start,
      [
        .cut("  await connect();\n"),
        .add("  await connect({ retries: 5 });\n", behind: "Env();\n"),
      ],
      [.cut("  await connect();\n"), .add("  await connect(env.URL);\n", behind: "Views();\n")]),
    EditedCase(
      "build.sh", build, [.cut("set -e\n"), .add("set -eu\n", before: "# Builds")],
      [.cut("set -e\n"), .add("set -eo pipefail\n", behind: "UTC\n")]),
    EditedCase(
      "notes.txt", "One is here.\nTwo was there then.\nThree\nFour\nFive\nSix\nSeven\n",
      [.cut("Two was there then.\n"), .add("Two was there then.\n", behind: "Four\n")],
      [.cut("Two was there then.\n"), .add("Two is there then.\n", behind: "Six\n")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `a line that both sides moved and changed is left to a person`(
    _ index: Int, _ policy: MergePolicy
  ) throws {
    try Self.left[index].checkLeft(policy)
  }

  @Test func `the reason names the line`() throws {
    let edits = Self.left[1]
    let merged = try merged(
      edits.path, edits.base, edits.base.edited(edits.ours), edits.base.edited(edits.theirs),
      .strict)
    let reasons = merged.conflicts.compactMap(\.reason)
    #expect(reasons.contains { $0.contains("each side moved “set -eu” to another place") })
  }

  @Test func `paths that are alike are no moved lines`() throws {
    let base =
      "src/paypal/apps.py\nsrc/paypal/models.py\nsrc/paypal/x.py\nsrc/stripe/a.py\nsrc/stripe/b.py\n"
    try EditedCase(
      "files.txt", base,
      [.cut("src/paypal/models.py\n"), .add("src/paypal/migrations.py\n", behind: "x.py\n")],
      [.cut("src/paypal/models.py\n"), .add("src/paypal2/models.py\n", behind: "stripe/a.py\n")],
      [
        .cut("src/paypal/models.py\n"), .add("src/paypal/migrations.py\n", behind: "x.py\n"),
        .add("src/paypal2/models.py\n", behind: "stripe/a.py\n"),
      ]
    ).check()
  }

  @Test func `other lines in the place of a deleted one are no moved ones`() throws {
    let base =
      "import java.util.List;\nimport java.io.File;\n\nclass A {\n  int a;\n  int b;\n  int c;\n}\n"
    try EditedCase(
      "A.java", base,
      [.cut("import java.util.List;\n"), .add("  int x1 = 3;\n", behind: "  int a;\n")],
      [.cut("import java.util.List;\n"), .add("  int y2 = 4;\n", behind: "  int c;\n")],
      [
        .cut("import java.util.List;\n"), .add("  int x1 = 3;\n", behind: "  int a;\n"),
        .add("  int y2 = 4;\n", behind: "  int c;\n"),
      ]
    ).check()
  }
}
