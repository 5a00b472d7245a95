import DocMergeTestSupport
import Glibc
import Testing

/// Formats that a program merges which a person has set: called as git calls a driver, checked, and undone by nothing.
struct FormatCommandTests {
  private let folder = TemporaryFolder()

  private static let sample: String = {
    let top = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(top)/Samples/wordlist/wordlist-merge"
  }()

  /// Settings of git that are the test's own: other tests have `/dev/null` there, which git would replace.
  private var settings: [String: String] {
    ["HOME": folder.path, "GIT_CONFIG_GLOBAL": "\(folder.path)/.gitconfig"]
  }

  private func write(_ name: String, _ words: String) {
    File("\(folder.path)/\(name)").write(
      Array(words.split(separator: " ").map { $0 + "\n" }.joined().utf8))
  }

  private func docmerge(_ words: String...) -> Output {
    Program(Replica.command, in: folder.path, environment: settings).run(words)
  }

  @discardableResult
  private func git(_ words: String...) throws -> Output {
    try Program("git", in: folder.path, environment: settings).run(words, exits: 0)
  }

  private func set(_ command: String) throws {
    try git("config", "--global", "docmerge.format.wordlist.command", command)
  }

  private func inputs(_ base: String, _ ours: String, _ theirs: String) {
    write("base.words", base)
    write("ours.words", ours)
    write("theirs.words", theirs)
  }

  private func merge(_ words: String...) -> Output {
    Program(Replica.command, in: folder.path, environment: settings).run(
      ["merge", "--format", "wordlist"] + words + ["base.words", "ours.words", "theirs.words"])
  }

  @Test func `the program merges, and nothing of it is left behind`() throws {
    try set("'\(Self.sample)' %O %A %B")
    inputs("ape bee cat", "ape bat bee cat", "bee cat cow")
    let place = "\(folder.path)/tmp"
    mkdir(place, 0o700)
    let output = Program(
      Replica.command, in: folder.path, environment: settings.merging(["TMPDIR": place]) { $1 }
    ).run(["merge", "--format", "wordlist", "base.words", "ours.words", "theirs.words"])
    #expect(output.status == 0 && output.text == "bat\nbee\ncat\ncow\n", "\(output)")
    #expect(File(place).names.isEmpty)
    let report = merge("--report", "text", "-o", "out")
    #expect(report.text.contains("format-command"), "\(report)")
    #expect(File("\(folder.path)/out").text == "bat\nbee\ncat\ncow\n")
    #expect(File("\(folder.path)/ours.words").text == "ape\nbat\nbee\ncat\n")
  }

  /// A repository in which a merge of git's own left lists in conflict, one of them as JSON by an attribute.
  private func repository() throws {
    try set("'\(Self.sample)' %O %A %B")
    try git("init", "-q", "-b", "main", ".")
    try git("config", "user.name", "A")
    try git("config", "user.email", "a@example.org")
    File("\(folder.path)/.gitattributes").write(
      Array("*.words docmerge-format=wordlist\n*.data docmerge-format=json\n".utf8))
    func commit(_ words: String, _ data: String) throws {
      write("a.words", words)
      File("\(folder.path)/a.data").write(Array(data.utf8))
      try git("add", ".")
      try git("commit", "-q", "-m", words)
    }
    try commit("ape bee", "{\"a\": 1, \"b\": 2}\n")
    try git("checkout", "-q", "-b", "side")
    try commit("ape bee cow", "{\"a\": 1, \"b\": 3}\n")
    try git("checkout", "-q", "main")
    try commit("ape bee cat", "{\"a\": 4, \"b\": 2}\n")
    #expect(
      Program("git", in: folder.path, environment: settings).run(["merge", "-q", "side"]).status
        == 1)
  }

  @Test func `a merge of a conflict in git starts it, as attributes name it`() throws {
    try repository()
    let output = docmerge("resolve", "--all", "--merge")
    #expect(output.status == 0, "\(output)")
    #expect(File("\(folder.path)/a.words").text == "ape\nbee\ncat\ncow\n")
    #expect(File("\(folder.path)/a.data").text == "{\"a\": 4, \"b\": 3}\n")
    #expect(try git("status", "--short").text == "M  a.data\nM  a.words\n")
  }

  @Test func `git's mergetool starts it, as attributes name it`() throws {
    try repository()
    try git("config", "merge.tool", "docmerge")
    try git(
      "config", "mergetool.docmerge.cmd",
      "'\(Replica.command)' mergetool --auto --base \"$BASE\" --local \"$LOCAL\" --remote \"$REMOTE\""
        + " --merged \"$MERGED\"")
    try git("config", "mergetool.docmerge.trustExitCode", "true")
    try git("config", "mergetool.keepBackup", "false")
    try git("mergetool", "-y")
    #expect(File("\(folder.path)/a.words").text == "ape\nbee\ncat\ncow\n")
    #expect(File("\(folder.path)/a.data").text == "{\"a\": 4, \"b\": 3}\n")
  }

  @Test func `git's driver starts it for files that an attribute names`() throws {
    try set("'\(Self.sample)' %O %A %B")
    try git("init", "-q", ".")
    try git("config", "user.name", "A")
    try git("config", "user.email", "a@example.org")
    try git(
      "config", "merge.docmerge.driver", "'\(Replica.command)' merge-driver --path %P %O %A %B")
    File("\(folder.path)/.gitattributes").write(
      Array("*.words merge=docmerge docmerge-format=wordlist\n".utf8))
    write("it's.words", "ape bee cat")
    try git("add", ".")
    try git("commit", "-qm", "base")
    try git("checkout", "-qb", "other")
    write("it's.words", "bee cat cow")
    try git("commit", "-qam", "theirs")
    try git("checkout", "-q", "-")
    write("it's.words", "ape bat bee cat")
    try git("commit", "-qam", "ours")
    try git("merge", "-q", "other")
    #expect(File("\(folder.path)/it's.words").text == "bat\nbee\ncat\ncow\n")
  }

  @Test func `what the program leaves in conflict is left in conflict`() throws {
    try set(
      #"printf 'ape\n<<<<<<< X\nbat\n=======\ncow\n>>>>>>> Y\n' > %A; exit 1"#)
    inputs("ape", "ape bat", "ape cow")
    let output = merge("-L", "ours", "-L", "base", "-L", "theirs")
    #expect(output.status == 1)
    #expect(output.text == "ape\n<<<<<<< ours\nbat\n=======\ncow\n>>>>>>> theirs\n", "\(output)")
    // Lines alone would merge this.
    inputs("1 2 3 4 5 6", "one 2 3 4 5 6", "1 2 3 4 5 six")
    try set(#"printf '<<<<<<< X\none\n=======\nsix\n>>>>>>> Y\n' > %A; exit 1"#)
    #expect(merge().status == 1)
  }

  @Test func `a text that shows a conflict can be merged`() throws {
    let shown = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    for (name, text) in [("base", ""), ("ours", "ours\n"), ("theirs", "")] {
      File("\(folder.path)/\(name).words").write(Array((text + shown + "end\n").utf8))
    }
    File("\(folder.path)/theirs.words").write(Array((shown + "end\ntheirs\n").utf8))
    try set("{ echo ours; cat %B; } > %A.new && mv %A.new %A")
    let clean = merge()
    #expect(clean.status == 0 && clean.text == "ours\n\(shown)end\ntheirs\n", "\(clean)")
    write("ours.words", "one")
    try set("git merge-file -q --marker-size=%L %A %O %B")
    let left = merge()
    #expect(left.status == 1 && !left.messages.contains("not used"), "\(left)")
  }

  @Test(arguments: ["true", ": > %A", "cp %B %A", "echo six > %A"])
  func `a merge that drops a change is not taken, and a message says so`(command: String) throws {
    try set(command)
    inputs("1 2 3 4 5 6 7", "one 2 3 4 5 6 7", "1 2 3 4 5 6 seven")
    let output = merge()
    #expect(output.status == 1 && output.text.contains("<<<<<<<"), "\(output)")
    #expect(output.messages.contains("a change of a side is gone"), "\(output)")
  }

  @Test(arguments: [
    ("exit 128", "status 128"), ("no-such-program %A", "status 127"), ("kill -9 $$", "status 137"),
    ("exit 1", "shows no markers"),
    (#"printf '<<<<<<< X\na\n=======\nb\n>>>>>>> Y\n' > %A"#, "says that there is none"),
    ("rm %A", "could not"), ("rm %A; mkfifo %A", "no file any more"),
    ("ln -sf /dev/zero %A", "could not"),
  ])
  func `where the program fails, the file is left in conflict, and a message says so`(
    command: String, words: String
  ) throws {
    try set(command)
    // Lines alone would merge this.
    inputs("1 2 3 4 5 6 7", "one 2 3 4 5 6 7", "1 2 3 4 5 6 seven")
    let output = merge()
    #expect(output.status == 1 && output.text.contains("<<<<<<<"), "\(output)")
    #expect(output.messages.contains("wordlist is not used"), "\(output)")
    #expect(output.messages.lowercased().contains(words), "\(output)")
  }

  @Test func `names of files and of repositories mean nothing to the shell or to git`() throws {
    try set("cat %B > \"%A\"")
    inputs("1", "1", "1 2")
    #expect(merge().text == "1\n2\n")
    for name in ["o.$(touch owned)", "o.a b", "o.';touch owned;'"] {
      File("\(folder.path)/\(name)").write(Array("1\n".utf8))
      let output = docmerge("merge", "--format", "wordlist", "base.words", name, "theirs.words")
      #expect(output.status == 0 && output.text == "1\n2\n", "\(output)")
    }
    #expect(!File(folder.path).names.contains("owned"))
  }

  @Test func `a folder with the names of a repository sets no program`() throws {
    File("\(folder.path)/HEAD").write(Array("ref: refs/heads/main\n".utf8))
    for name in ["objects", "refs"] { mkdir("\(folder.path)/\(name)", 0o700) }
    File("\(folder.path)/config").write(
      Array(
        """
        [core]
        \trepositoryformatversion = 0
        \tbare = true
        [docmerge "format.wordlist"]
        \tcommand = touch owned

        """.utf8))
    inputs("ape", "ape bat", "ape cow")
    let output = merge()
    #expect(output.status == 64, "\(output)")
    #expect(!File(folder.path).names.contains("owned"))
  }

  @Test func `a repository of git's own sets no program either`() throws {
    try git("init", "-q", ".")
    try git("config", "docmerge.format.wordlist.command", "touch owned")
    inputs("ape", "ape bat", "ape cow")
    #expect(merge().status == 64)
    #expect(!File(folder.path).names.contains("owned"))
  }

  @Test func `line endings and the end of the text are as the sides have them`() throws {
    try set("'\(Self.sample)' %O %A %B")
    for (name, text) in [
      ("base", "ape\nbee"), ("ours", "ape\nbat\nbee"), ("theirs", "ape\nbee\ncow"),
    ] {
      File("\(folder.path)/\(name).words").write(Array(text.utf8))
    }
    #expect(merge().text == "ape\nbat\nbee\ncow")
    for (name, text) in [
      ("base", "ape\r\nbee\r\n"), ("ours", "ape\r\nbat\r\nbee\r\n"),
      ("theirs", "ape\r\nbee\r\ncow\r\n"),
    ] {
      File("\(folder.path)/\(name).words").write(Array(text.utf8))
    }
    #expect(merge().text == "ape\r\nbat\r\nbee\r\ncow\r\n")
  }

  @Test func `what the program prints does not get into the result`() throws {
    try set("echo noise; '\(Self.sample)' %O %A %B; echo noise")
    inputs("ape", "ape bat", "ape cow")
    let output = merge()
    #expect(output.text == "ape\nbat\ncow\n" && output.messages.contains("noise"), "\(output)")
  }

  @Test func `formats with a program are listed`() throws {
    try set("wordlist-merge %O %A %B")
    let output = docmerge("formats")
    #expect(output.text.contains("wordlist"), "\(output)")
    #expect(output.text.contains("`wordlist-merge %O %A %B`"), "\(output)")
  }

  @Test func `a name without a program is refused, and says how to set one`() {
    inputs("ape", "ape bat", "ape cow")
    let output = merge()
    #expect(output.status == 64)
    #expect(output.messages.contains("docmerge.format.wordlist.command"), "\(output)")
  }

  @Test func `a program cannot take the place of a format of docmerge's own`() throws {
    try git("config", "--global", "docmerge.format.json.command", "echo no > %A")
    File("\(folder.path)/a.json").write(Array("{\"a\": 1}\n".utf8))
    File("\(folder.path)/b.json").write(Array("{\"a\": 2}\n".utf8))
    let output = docmerge("merge", "--format", "json", "a.json", "b.json", "a.json")
    #expect(output.status == 0 && output.text == "{\"a\": 2}\n")
  }

  @Test func `the sample of a registered format merges its files`() throws {
    let products = Replica.command.split(separator: "/").dropLast().joined(separator: "/")
    let list = Program("/\(products)/ShoppingList", in: folder.path)
    File("\(folder.path)/base.shop").write(Array("flour: 500 g\neggs: 3\n".utf8))
    File("\(folder.path)/ours.shop").write(Array("flour: 600 g\neggs: 3\n".utf8))
    File("\(folder.path)/theirs.shop").write(
      Array("flour: 500 g\neggs: 4\n# for tea\nmilk: 1\n".utf8))
    let output = list.run(["base.shop", "ours.shop", "theirs.shop"])
    #expect(output.status == 0)
    #expect(output.text == "flour: 600 g\neggs: 4\n# for tea\nmilk: 1\n", "\(output)")
  }
}
