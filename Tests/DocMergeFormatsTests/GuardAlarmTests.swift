import DocMergeCore
import DocMergeFormats
import Testing

/// Edits that look like those a guard stops, and are merged.
struct GuardAlarmTests {
  private static let cases: [EditedCase] = [
    // Lists of records are no steps.
    EditedCase(
      "packages.yml", "packages:\n  - package: a\n    version: 1\n",
      [.add("  - package: x\n    version: 1\n", behind: "version: 1\n")],
      [.add("  - package: y\n    version: 2\n", behind: "version: 1\n")]),
    EditedCase(
      "config.yaml", "users:\n- name: a\n  user: {token: t}\n",
      [.add("- name: b\n  user: {token: u}\n", behind: "token: t}\n")],
      [.add("- name: c\n  user: {token: v}\n", behind: "token: t}\n")]),
    // One ingredient in two recipes.
    EditedCase(
      "soup.md", "## Soup\n\n- water\n\n## Stew\n\n- meat\n",
      [.add("- salt and freshly ground black pepper\n", behind: "- water\n")],
      [.add("- salt and freshly ground black pepper\n", behind: "- meat\n")]),
    // Values that a side changed in all entries are no renamed names.
    EditedCase(
      "a.yaml", "root: info\ndb: info\nhttp: info\nx: 1\n",
      [
        .swap("root: info", "root: debug"), .swap("db: info", "db: debug"),
        .swap("http: info", "http: debug"),
      ],
      [.add("cache: info\n", behind: "x: 1\n")]),
    // Versions, and ends without a limit.
    EditedCase(
      "a.yaml", "minVersion: 1.8\nx: 1\nmaxVersion: 1.9\n", [.swap("1.8", "1.9")],
      [.swap("maxVersion: 1.9", "maxVersion: 1.10")]),
    EditedCase(
      "a.yaml", "minIdle: 1\nx: 1\nmaxIdle: 10\n", [.swap("minIdle: 1", "minIdle: 2")],
      [.swap("maxIdle: 10", "maxIdle: -1")]),
    // A payee in plain words, and an account.
    EditedCase(
      "a.ledger", "2024-01-05 AMZN Mktp\n    Expenses:Unknown  $10\n    Bank\n",
      [.swap("AMZN Mktp", "Amazon")], [.swap("Unknown", "Books")]),
    EditedCase(
      "a.ldif", "dn: uid=bert,ou=people\nuid: bert\nmail: b@x\n", [.swap("people", "staff")],
      [.swap("b@x", "b@y")]),
    // A unit of systemd measures nothing.
    EditedCase(
      "a.ini", "timeout=10\nunit=nginx.service\n", [.swap("10", "20")], [.swap("nginx", "caddy")]),
    EditedCase(
      "a.tex", "\\multicolumn{2}{c}{Name}\n", [.swap("{2}", "{3}")], [.swap("{c}", "{l}")]),
    EditedCase(
      "a.md", "Take 3 eggs (large) and milk.\n", [.swap("3", "4")], [.swap("large", "medium")]),
  ]

  @Test(arguments: cases.indices)
  func `edits of different things are merged`(_ index: Int) throws {
    let edited = Self.cases[index]
    let (ours, theirs) = (edited.base.edited(edited.ours), edited.base.edited(edited.theirs))
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      #expect(try merged(edited.path, edited.base, one, other, .balanced).isClean)
    }
  }

  @Test func `an option that a side removed does not come back with a copied line`() throws {
    try EditedCase(
      "run.sh", "tool --fast a\nx1\nx2\nx3\ntool --fast a\nx4\nx5\n",
      [
        .swap("tool --fast a\nx1", "tool a\nx1"), .swap("tool --fast a\nx4", "tool a\nx4"),
      ],
      [.add("tool --fast a\n", behind: "x5\n")]
    ).checkLeft(.balanced)
  }
}
