import DocMergeTestSupport
import Testing

/// What `docmerge merge-file` does beyond three files and git 2.39: settings, blobs, profiles, reports.
struct MergeFileSettingTests {
  private let folder = TemporaryFolder()

  private func write(_ texts: [String: String]) {
    for (name, text) in texts { File("\(folder.path)/\(name)").write(Array(text.utf8)) }
  }

  private func writeConflict() { write(["base": "a\n", "ours": "x\n", "theirs": "y\n"]) }

  @discardableResult
  private func git(_ words: String..., in place: String = "") throws -> Output {
    try Program("git", in: folder.path + place).run(words, exits: 0)
  }

  private func merge(
    _ words: [String] = ["-p", "ours", "base", "theirs"], in place: String = "",
    environment: [String: String] = [:]
  ) -> Output {
    Program(Replica.command, in: folder.path + place, environment: environment)
      .run(["merge-file"] + words)
  }

  // MARK: Settings

  @Test(arguments: ["merge", "diff3", "zdiff3"])
  func `shows conflicts as merge.conflictStyle says, as git does`(style: String) throws {
    try git("init", "-q")
    try git("config", "merge.conflictStyle", style)
    writeConflict()
    write(["sub/base": "a\n", "sub/ours": "x\n", "sub/theirs": "y\n"])
    for place in ["", "/sub"] {
      for words in [[], ["--diff3"], ["--no-diff3"]] {
        let files = words + ["-p", "ours", "base", "theirs"]
        let expected = Program("git", in: folder.path + place).run(["merge-file"] + files)
        let output = merge(files, in: place)
        #expect(output.bytes == expected.bytes, "\(files)")
        #expect(output.status == expected.status)
      }
    }
  }

  @Test func `finds the setting in linked worktrees, included files and the environment`() throws {
    try git("init", "-q", "main")
    try git("config", "user.name", "Anna", in: "/main")
    try git("config", "user.email", "anna@example.org", in: "/main")
    try git("commit", "-q", "--allow-empty", "-m", "first", in: "/main")
    try git("worktree", "add", "-q", "../linked", in: "/main")
    for name in ["base": "a\n", "ours": "x\n", "theirs": "y\n"] {
      write(["linked/\(name.key)": name.value, "outside/\(name.key)": name.value])
    }
    #expect(merge(in: "/linked").text.contains("|||||||") == false)
    write(["style": "[merge]\n\tConflictStyle = diff3\n"])
    let include = ["GIT_CONFIG_GLOBAL": "\(folder.path)/global"]
    write(["global": "[include]\n\tpath = style\n"])
    #expect(merge(in: "/outside", environment: include).text.contains("|||||||"))
    let word = ["GIT_CONFIG_PARAMETERS": "'merge.conflictStyle'='diff3'"]
    #expect(merge(in: "/outside", environment: word).text.contains("|||||||"))
    try git("config", "merge.conflictstyle", "diff3", in: "/main")
    #expect(merge(in: "/linked").text.contains("|||||||"))
    #expect(merge(in: "/outside").text.contains("|||||||") == false)
  }

  @Test func `ends as git does when the setting is wrong`() throws {
    try git("init", "-q")
    try git("config", "merge.conflictStyle", "fancy")
    writeConflict()
    let expected = Program("git", in: folder.path).run(["merge-file", "ours", "base", "theirs"])
    let output = merge(["ours", "base", "theirs"])
    #expect(output.status == 128)
    #expect(output.messages == expected.messages)
  }

  // MARK: Blobs

  private func blob(_ text: String) throws -> String {
    let program = Program("git", in: folder.path)
    let output = try program.run(
      ["hash-object", "-w", "--stdin"], exits: 0, input: Array(text.utf8))
    return try #require(output.lines.first)
  }

  @Test func `merges blobs, and stores the result as one`() throws {
    try git("init", "-q")
    let base = try blob("1\n2\n3\n4\n")
    let ours = try blob("one\n2\n3\n4\n")
    let theirs = try blob("1\n2\n3\nfour\n")
    let output = merge(["--object-id", ours, base, theirs])
    #expect(output.status == 0)
    let merged = try #require(output.lines.first)
    #expect(try git("cat-file", "blob", merged).text == "one\n2\n3\nfour\n")
    #expect(merge(["--object-id", "-p", ours, base, theirs]).text == "one\n2\n3\nfour\n")
    let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    #expect(merge(["--object-id", empty, empty, theirs]).lines == [theirs])
    let conflict = merge(["-p", "--object-id", "-L", "mine", ours, empty, theirs])
    #expect(conflict.status == 1)
    #expect(conflict.text.hasPrefix("<<<<<<< mine\none\n"))
    #expect(conflict.text.hasSuffix(">>>>>>> \(theirs)\n"))
  }

  @Test func `says why a blob cannot be read`() throws {
    let name = "HEAD:none"
    let outside = merge(["--object-id", name, name, name])
    #expect(outside.status == 128)
    #expect(outside.messages.contains("not a git repository"))
    try git("init", "-q")
    let missing = merge(["--object-id", name, name, name])
    #expect(missing.status == 255)
    #expect(missing.messages == "error: object 'HEAD:none' does not exist\n")
    let binary = try blob("a\0b")
    let refused = merge(["--object-id", binary, binary, binary])
    #expect(refused.status == 255)
    #expect(refused.messages == "error: Cannot merge binary files: \(binary)\n")
  }

  // MARK: Profiles and reports

  @Test func `settles by rules with the profile docmerge, and only with it`() {
    let (ours, theirs) = (
      "We meet on Friday in the large hall.\n", "We meet on Monday in the small hall.\n"
    )
    write(["base": "We meet on Monday in the large hall.\n", "ours": ours, "theirs": theirs])
    let files = ["-p", "ours", "base", "theirs"]
    #expect(merge(files).status == 1)
    #expect(merge(["--profile", "git-merge"] + files).status == 1)
    let output = merge(["--profile=docmerge"] + files)
    #expect(output.status == 0, "\(output)")
    #expect(output.text == "We meet on Friday in the small hall.\n")
    #expect(merge(["--profile=docmerge", "--policy=strict"] + files).status == 1)
    for (side, text) in [("--ours", ours), ("--theirs", theirs), ("--union", ours + theirs)] {
      let settled = merge(["--profile=docmerge", "--policy=strict", side] + files)
      #expect(settled.text == text)
      #expect(settled.status == 0)
    }
    for words in [
      ["--profile", "x"], ["--policy", "x"], ["--report", "x"], ["--report-file", "x"],
    ] {
      #expect(merge(words + files).status == 129)
    }
  }

  @Test(arguments: ["git-merge-file", "git-merge", "docmerge"])
  func `reports what it did, apart from the result`(profile: String) {
    write(["base": "1\n2\n3\n", "ours": "one\n2\n3\n", "theirs": "1\n2\nthree\n"])
    let words = ["--profile", profile, "--report", "json"]
    let printed = merge(["-p"] + words + ["ours", "base", "theirs"])
    #expect(printed.text == "one\n2\nthree\n")
    #expect(printed.messages.contains("\"format\": \"docmerge-merge\""))
    #expect(printed.messages.contains("\"policy\": ") == (profile == "docmerge"))
    let filed = merge(["-p"] + words + ["--report-file", "report", "ours", "base", "theirs"])
    #expect(filed.messages.isEmpty)
    #expect(File("\(folder.path)/report").text == printed.messages)
    let taken = merge(words + ["--report-file", "theirs", "ours", "base", "theirs"])
    #expect(taken.status == 255)
    #expect(File("\(folder.path)/theirs").text == "1\n2\nthree\n")
    #expect(merge(words + ["ours", "base", "theirs"]).text == printed.messages)
    #expect(File("\(folder.path)/ours").text == "one\n2\nthree\n")
  }

  @Test func `merges as git does where rules cannot be trusted`() {
    let texts: [String: [UInt8]] = [
      "base": [0x61, 0x0A], "ours": [0xC3, 0xA4, 0x0A], "theirs": [0xF6, 0x0A], "binary": [0],
    ]
    for (name, bytes) in texts { File("\(folder.path)/\(name)").write(bytes) }
    let output = merge(["--profile", "docmerge", "-p", "ours", "base", "theirs"])
    #expect(output.status == 1)
    #expect(output.messages == "docmerge: encodings differ: merged as git does\n")
    let expected = Program("git", in: folder.path).run(
      ["merge-file", "-p", "ours", "base", "theirs"])
    #expect(output.bytes == expected.bytes)
    let refused = merge(["--profile", "docmerge", "binary", "base", "theirs"])
    #expect(refused.status == 255)
    #expect(refused.messages == "error: Cannot merge binary files: binary\n")
    #expect(File("\(folder.path)/binary").bytes == [0])
  }

  @Test func `nothing is written where the report cannot be`() throws {
    writeConflict()
    let words = ["--report", "json", "--report-file", "none/report", "ours", "base", "theirs"]
    for profile in ["docmerge", "git-merge-file"] {
      let output = merge(["--profile", profile] + words)
      #expect(output.status == 255)
      #expect(output.messages.contains("the report: Could not open none/report for writing"))
      #expect(File("\(folder.path)/ours").text == "x\n")
    }
    let output = merge(["--report", "json", "--report-file", "report", "none/x", "base", "theirs"])
    #expect(output.status == 255)
    #expect(output.messages == "error: Could not stat none/x: No such file or directory\n")
    #expect(!File("\(folder.path)/report").exists)
  }
}
