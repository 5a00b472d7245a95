import DocMergeTestSupport
import Testing

/// Conflicts that Mercurial and fossil make themselves, resolved by their markers.
struct OtherProgramsTests {
  private let folder = TemporaryFolder()

  static func exists(_ program: String) -> Bool { File("/usr/bin/\(program)").exists }

  private static let cases: [(base: String, ours: String, theirs: String)] = [
    ("a\nb\nc\nd\ne\n", "a\nb1\nc1\nd\ne\n", "a\nb\nc2\nd2\ne\n"),
    ("a\nb\nc\nd\ne\nf\ng\n", "a\nb1\nc1\nd1\ne1\nf1\ng\n", "a\nb\nc\nd2\ne\nf\ng\n"),
    ("a\r\nb\r\nc\r\n", "a\r\nb1\r\nc\r\n", "a\r\nb2\r\nb3\r\nc\r\n"),
    ("a\nb\nc\n", "a\nc\n", "a\nB\nc\n"),
  ]
  /// Where the last line has no ending.
  private static let unfinished: [(base: String, ours: String, theirs: String)] = [
    ("one\nx", "one\ntwo", "one\nTWO"), ("x", "one\ntwo\n", "one\nTWO"), ("x", "two", "TWO\n"),
  ]

  private func read(_ name: String) -> String? { File("\(folder.path)/\(name)").text }

  private func write(_ text: String) { File("\(folder.path)/f").write(Array(text.utf8)) }

  private func hg(_ words: String...) throws {
    try Program("hg", in: folder.path, environment: ["HGRCPATH": "/dev/null", "HGUSER": "a"])
      .run(words, exits: 0)
  }

  private func resolve(_ option: String) throws {
    try Program(Replica.command, in: folder.path).run(["resolve", "f", option], exits: 0)
  }

  @Test(
    .enabled(if: exists("hg"), "Mercurial is not installed"),
    arguments: [":merge", ":merge3", ":mergediff"])
  func `resolves what Mercurial leaves`(tool: String) throws {
    try hg("init", ".")
    // Its changes cannot be distinguished where a line has no ending.
    for texts in Self.cases + (tool == ":mergediff" ? [] : Self.unfinished) {
      write(texts.base)
      try hg("commit", "-qA", "-m", "base")
      for text in [texts.ours, texts.theirs] {
        write(text)
        try hg("commit", "-q", "-m", "side")
        if text == texts.ours { try hg("update", "-qC", ".^") }
      }
      for (option, expected) in [
        ("--ours", texts.theirs), ("--theirs", texts.ours), ("--base", texts.base),
      ] {
        if option == "--base", tool == ":merge" { continue }
        try hg("update", "-qC", "tip")
        // What it exits with says that there is a conflict.
        let merge = Program("hg", in: folder.path, environment: ["HGRCPATH": "/dev/null"])
          .run(["merge", "-q", "-y", "--tool", tool])
        #expect(merge.status == 1, "\(merge)")
        let before = read("f")
        try resolve(option)
        #expect(read("f") == expected, "\(option) \(texts) \(before ?? "")")
      }
      try hg("resolve", "-q", "--mark", "--all")
      try hg("commit", "-q", "-m", "merge")
      write(texts.base + "next\n")
      try hg("commit", "-q", "-m", "next")
    }
  }

  @Test(.enabled(if: exists("fossil"), "fossil is not installed"), arguments: cases)
  func `resolves what fossil leaves`(base: String, ours: String, theirs: String) throws {
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      File("\(folder.path)/\(name)").write(Array(text.utf8))
    }
    for (option, expected) in [("--ours", ours), ("--theirs", theirs), ("--base", base)] {
      // It needs a place for its settings, and exits with 0 whatever the result of the merge.
      let fossil = Program(
        "fossil", in: folder.path, environment: ["HOME": folder.path, "USER": "a"])
      _ = fossil.run(["3-way-merge", "base", "ours", "theirs", "f"])
      #expect(read("f")?.contains("<<<<<<< BEGIN MERGE CONFLICT") == true)
      try resolve(option)
      #expect(read("f") == expected, "\(option)")
    }
  }
}
