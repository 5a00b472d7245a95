import DocMergeCore
import DocMergeFormats
import Testing

/// Entries that one side added below a comment of their own, where the other side added to the entries above it.
struct AddedGroupTests {
  private static func group(
    _ path: String, _ base: String, _ above: String, _ group: String,
    _ added: String
  ) -> EditedCase {
    EditedCase(
      path, base, [.add(group, behind: above)], [.add(added, behind: above)],
      [.add(added + group, behind: above)])
  }

  private static let cases: [EditedCase] = [
    group(
      "requirements.txt", "# web\nflask\n# test\npytest\n", "flask\n", "# data\npandas\n",
      "gunicorn\n"),
    group(
      ".gitignore", "# build\n/out\n# editor\n.idea\n", "/out\n", "# python\n__pycache__\n",
      "/dist\n"),
    group(
      "CODEOWNERS", "# docs\n/docs/ @a\n# web\n/web/ @b\n", "/docs/ @a\n", "# api\n/api/ @c\n",
      "/man/ @a\n"),
    group("a.yaml", "# db\ndb: a\n# log\nlog: info\n", "db: a\n", "# mail\nmail: mx\n", "db2: b\n"),
    group("a.env", "# db\nDB=a\n# log\nLOG=b\n", "DB=a\n", "# mail\nMAIL=c\n", "DB2=d\n"),
    // At the end of the text.
    group("a.yaml", "# db\ndb: a\n", "db: a\n", "# mail\nmail: mx\n", "db2: b\n"),
  ]

  @Test(arguments: cases.indices)
  func `an addition stays above the heading of another group`(_ index: Int) throws {
    let edited = Self.cases[index]
    try edited.check()
    let (one, other) = (edited.base.edited(edited.theirs), edited.base.edited(edited.ours))
    #expect(
      text(try merged(edited.path, edited.base, one, other, .balanced))
        == edited.base.edited(try #require(edited.result)))
  }

  /// A comment of one entry moves with it, and the list stays sorted.
  @Test func `a sorted list stays sorted`() throws {
    try EditedCase(
      "requirements.txt", "attrs\nclick\nrich\n", [.add("# pinned\nidna\n", behind: "click\n")],
      [.add("pluggy\n", behind: "click\n")],
      [.add("# pinned\nidna\npluggy\n", behind: "click\n")]
    ).check()
  }
}
