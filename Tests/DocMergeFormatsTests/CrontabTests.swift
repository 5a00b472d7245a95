import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of tables of cron.
struct CrontabTests {
  private static let table =
    "# daily\nSHELL=/bin/sh\nMAILTO=root\n\n0 1 * * * /a\n# logs\n30 2 * * * /b --all\n"
  private static let system = "SHELL=/bin/sh\n17 * * * * root cd / && /a\n"

  private static let two = "0 1 * * * /a\n0 2 * * * /b\n"

  /// Merges that leave nothing to a person.
  static let clean: [(path: String, base: String, ours: String, theirs: String, merged: String)] = [
    (
      "crontab", table, table + "0 3 * * * /c\n", table + "0 4 * * * /d\n",
      table + "0 3 * * * /c\n0 4 * * * /d\n"
    ),
    (
      "crontab", table, table + "0 3 * * * /c\n", table + "0 3 * * * /c\n@daily /d\n",
      table + "0 3 * * * /c\n@daily /d\n"
    ),
    (
      "x.cron", table, table.replacing("0 1 *", with: "0 2 *"),
      table.replacing("MAILTO=root\n\n", with: "MAILTO=ann\n\n"),
      table.replacing("0 1 *", with: "0 2 *").replacing("=root", with: "=ann")
    ),
    (
      "a.crontab", table, table.replacing("# logs\n30 2", with: "# old logs\n30 2"),
      table.replacing("30 2", with: "40 2"),
      table.replacing("# logs\n30 2", with: "# old logs\n40 2")
    ),
    (
      "crontab", table, table.replacing("MAILTO=root", with: "MAILTO=ann"),
      table.replacing("=/bin/sh", with: "=/bin/bash"),
      table.replacing("MAILTO=root", with: "MAILTO=ann").replacing("=/bin/sh", with: "=/bin/bash")
    ),
    (
      "etc/cron.d/backup", system, system + "1 1 * * * root /b\n", system + "2 2 * * * joe /c\n",
      system + "1 1 * * * root /b\n2 2 * * * joe /c\n"
    ),
    // What both add: an entry does not come below a variable of the other side.
    (
      "crontab", table, table + "PATH=/x\n0 3 * * * /c\n", table + "0 4 * * * /d\n",
      table + "0 4 * * * /d\nPATH=/x\n0 3 * * * /c\n"
    ),
    // The command is the same one with another word.
    (
      "crontab", table, table.replacing("30 2", with: "40 2"),
      table.replacing("/b --all", with: "/b --most"),
      table.replacing("30 2", with: "40 2").replacing("/b --all", with: "/b --most")
    ),
    (
      "etc/cron.d/x", system, system.replacing("root", with: "joe"),
      system.replacing("17 *", with: "18 *"),
      system.replacing("root", with: "joe").replacing("17 *", with: "18 *")
    ),
    // Entries below one variable, which a side changes.
    (
      "crontab", "MAILTO=a\n0 1 * * * /a\n", "MAILTO=b\n0 1 * * * /a\n",
      "MAILTO=a\n0 1 * * * /a\n0 2 * * * /b\n", "MAILTO=b\n0 1 * * * /a\n0 2 * * * /b\n"
    ),
    // What a side puts on top holds for all entries.
    (
      "crontab", two, "A=1\n" + two, two + "0 3 * * * /c\n", "A=1\n" + two + "0 3 * * * /c\n"
    ),
    (
      "crontab", two, "A=1\n" + two + "0 3 * * * /c\n", "B=1\n" + two,
      "A=1\nB=1\n" + two + "0 3 * * * /c\n"
    ),
    (
      "crontab", "0 1 * * * /a\r\n", "0 1 * * * /a\r\n0 1 * * * /b\r\n",
      "0 1 * * * /a\r\n0 1 * * * /c\r\n", "0 1 * * * /a\r\n0 1 * * * /b\r\n0 1 * * * /c\r\n"
    ),
    (
      "crontab", "0 1 * * * /a", "0 1 * * * /a\n0 1 * * * /b", "0 1 * * * /a\n0 1 * * * /c",
      "0 1 * * * /a\n0 1 * * * /b\n0 1 * * * /c"
    ),
    // One side moves an entry, the other one gives it another time.
    (
      "crontab", "0 1 * * * /a\n0 2 * * * /b\n0 3 * * * /c\n",
      "0 3 * * * /c\n0 1 * * * /a\n0 2 * * * /b\n", "0 1 * * * /a\n0 2 * * * /b\n0 4 * * * /c\n",
      "0 4 * * * /c\n0 1 * * * /a\n0 2 * * * /b\n"
    ),
  ]

  @Test(arguments: clean.indices)
  func `entries of both sides are kept`(_ index: Int) throws {
    let (path, base, ours, theirs, expected) = Self.clean[index]
    #expect(text(try merged(path, base, ours, theirs, .balanced)) == expected)
  }

  /// Merges in which something is left to a person.
  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    ("crontab", table, table.replacing("0 1", with: "0 2"), table.replacing("0 1", with: "5 1")),
    ("crontab", table, table + "0 3 * * * /c\n", table + "0 4 * * * /c\n"),
    (
      "crontab", table, table.replacing("0 1 * * * /a\n", with: ""),
      table.replacing("0 1", with: "0 2")
    ),
    (
      "crontab", table, table.replacing("0 1 * *", with: "#0 1 * *"),
      table.replacing("0 1", with: "0 2")
    ),
    ("crontab", table, table.replacing("=root", with: "=a"), table.replacing("=root", with: "=b")),
    ("crontab", two, "A=1\n" + two, "A=2\n" + two),
    (
      "crontab", two, two.replacing("0 2 *", with: "A=1\n0 2 *"), two + "0 3 * * * /c\n"
    ),
    // Jobs below a variable run with it.
    ("crontab", table, table + "MAILTO=ann\n0 3 * * * /c\n", table + "0 4 * * * /d\n"),
    (
      "crontab", table, table + "0 2 * * * /e\nPATH=/x\n0 3 * * * /c\n",
      table + "PATH=/y\n0 4 * * * /d\n"
    ),
    (
      "crontab", table, table.replacing("/b --all", with: "/b --most"),
      table.replacing("/b --all", with: "/b --few")
    ),
    (
      "crontab", "0 1 * * * /bin/sh a\n", "0 2 * * * /bin/sh a\n", "0 1 * * * /bin/sh b\n"
    ),
    (
      "crontab", "0 1 * * * /a\n0 2 * * * /b\n", "A=1\n0 1 * * * /a\n0 2 * * * /b\n",
      "0 1 * * * /a\nA=2\n0 2 * * * /b\n"
    ),
    (
      "etc/cron.d/x", system, system.replacing("root", with: "joe"),
      system.replacing("root", with: "ann")
    ),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `two changes of one entry are left to a person`(_ index: Int, policy: MergePolicy) throws {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test func `an entry is found by its command`() throws {
    let tree = try soundTree(Self.table, CrontabFormat())
    #expect(
      tree.outline == """
        members
          text = # daily
          scalar SHELL = SHELL=/bin/sh
          scalar MAILTO = MAILTO=root
          members /a
            scalar  = 0 1 * * *
            scalar  = /a
          text = # logs
          members /b --all
            scalar  = 30 2 * * *
            scalar  = /b --all
        """)
  }

  @Test func `nodes own all bytes of tables by chance`() {
    let pieces = [
      "0 1 * * * /a\n", "@daily b\n", "# c\n", "\n", "D=e\n", " ", "\"F\" = g\n", "-",
      "~ 1 * * 1 h",
      "*/5 1,2 * jan mon-fri i\n", "x",
    ]
    expectSound(pieceTexts(pieces, upTo: 3), CrontabFormat())
    expectSound(chanceTexts(pieces, length: 10, count: 10_000), CrontabFormat())
    expectSound(mutatedTexts(Self.table, with: "=*# \n@"), CrontabFormat())
  }

  @Test func `what cron would not read is refused`() {
    #expect(refusal("0 1 * * /a\n", CrontabFormat())?.contains("schedule") == true)
    #expect(refusal("hello\n", CrontabFormat())?.contains("schedule") == true)
    #expect(refusal("=a\n", CrontabFormat())?.contains("name") == true)
    #expect(refusal(">>>>>>> x\n", CrontabFormat())?.contains("marker") == true)
  }
}
