import DocMergeTestSupport
import Testing

/// Where `docmerge merge` writes, and what keeps it from writing.
struct MergeOutputTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func docmerge(_ words: String..., exits status: Int32 = 0) throws -> Output {
    file("base").write(Array("a\nb\nc\n".utf8))
    file("ours").write(Array("A\nb\nc\n".utf8))
    file("theirs").write(Array("a\nb\nC\n".utf8))
    return try Program(Replica.command, in: folder.path).run(
      ["merge"] + words + ["base", "ours", "theirs"], exits: status)
  }

  @Test(arguments: ["target", "./target", "deeper/../target"])
  func `a link that leads nowhere yet stays a link`(target: String) throws {
    file("deeper/other").write([])
    file("link").link(to: target)
    file("first").link(to: "link")
    _ = try docmerge("-o", "first")
    #expect(file("first").target == "link")
    #expect(file("link").target == target)
    #expect(file("target").target == nil)
    #expect(file("target").text == "A\nb\nC\n")
  }

  @Test func `a link into a folder is followed from there`() throws {
    file("deeper/link").link(to: "target")
    _ = try docmerge("-o", "deeper/link")
    #expect(file("deeper/link").target == "target")
    #expect(file("deeper/target").text == "A\nb\nC\n")
  }

  @Test func `a link in a circle is an error and stays`() throws {
    file("one").link(to: "two")
    file("two").link(to: "one")
    let output = try docmerge("-o", "one", exits: 2)
    #expect(output.messages.contains("Too many levels of symbolic links"))
    #expect(file("one").target == "two")
    #expect(file("two").target == "one")
  }

  @Test func `a link into a folder that is not there is an error and stays`() throws {
    file("link").link(to: "none/target")
    let output = try docmerge("-o", "link", exits: 2)
    #expect(output.messages.contains("No such file or directory"))
    #expect(file("link").target == "none/target")
  }

  @Test(arguments: [["-o", "-"], ["--output", "-"], ["--output=-"]])
  func `a dash as output is standard output`(words: [String]) throws {
    _ = try docmerge()
    let output = try Program(Replica.command, in: folder.path).run(
      ["merge", "--report", "text"] + words + ["base", "ours", "theirs"], exits: 0)
    #expect(output.text == "A\nb\nC\n")
    #expect(output.messages.hasPrefix("ours: merged"))
    #expect(!file("-").exists)
  }

  @Test func `a dash as the report's file is standard output`() throws {
    let output = try docmerge("-o", "out", "--report", "text", "--report-file", "-")
    #expect(output.text.hasPrefix("out: merged"))
    let both = try docmerge("--report", "text", "--report-file", "-", exits: 2)
    #expect(both.messages.contains("cannot both go to standard output"))
    #expect(both.bytes.isEmpty)
    #expect(!file("-").exists)
  }

  @Test(arguments: [
    (["base", "", "theirs"], "ours"), (["base", "ours", ""], "theirs"),
    (["-o", "", "base", "ours", "theirs"], "the output"),
    (["--report=text", "--report-file", "", "base", "ours", "theirs"], "the report"),
  ])
  func `a name that is empty is an error`(words: [String], what: String) throws {
    _ = try docmerge()
    let output = try Program(Replica.command, in: folder.path).run(["merge"] + words, exits: 2)
    #expect(output.messages == "docmerge: the name of \(what) is empty\n")
    #expect(output.bytes.isEmpty)
  }

  @Test func `a full disk is an error`() throws {
    let output = try docmerge("-o", "/dev/full", exits: 2)
    #expect(output.messages.contains("No space left on device"))
  }

  @Test(arguments: ["folder", "folder/"])
  func `a folder is neither read nor written`(name: String) throws {
    file("folder/inside").write([])
    let written = try docmerge("-o", name, exits: 2)
    #expect(written.messages.contains("Is a directory"))
    let read = try Program(Replica.command, in: folder.path).run(
      ["merge", "base", name, "theirs"], exits: 2)
    #expect(read.messages == "docmerge: cannot read \(name): Is a directory\n")
    #expect(file("folder").names == ["inside"])
  }

  // MARK: The report's file

  @Test(arguments: ["new", "./new", "folder/../new", "link"])
  func `a report never takes the place of a merge that is not there yet`(report: String) throws {
    file("folder/other").write([])
    file("link").link(to: "new")
    for (output, report) in [("new", report), (report, "new")] {
      let refused = try docmerge(
        "-o", output, "--report", "text", "--report-file", report, exits: 2)
      #expect(refused.messages.contains("cannot take the report"))
      #expect(!file("new").exists)
    }
  }

  @Test func `a report goes beside a merge that is not there yet`() throws {
    file("folder/other").write([])
    _ = try docmerge("-o", "new", "--report", "text", "--report-file", "folder/new")
    #expect(file("new").text == "A\nb\nC\n")
    #expect(file("folder/new").text?.hasPrefix("new: merged") == true)
  }

  @Test(arguments: ["none/report", "folder", "theirs/report"])
  func `a report that cannot be written keeps the merge from being written`(name: String) throws {
    file("folder/inside").write([])
    file("out").write(Array("old\n".utf8))
    let output = try docmerge(
      "-o", "out", "--report", "json", "--report-file", name, exits: 2)
    #expect(output.messages.contains("Could not open \(name) for writing"))
    #expect(file("out").text == "old\n")
    let printed = try docmerge("--report", "json", "--report-file", name, exits: 2)
    #expect(printed.bytes.isEmpty)
  }

  @Test func `a merge that cannot be written has no report`() throws {
    file("report").write(Array("old\n".utf8))
    let output = try docmerge(
      "-o", "none/out", "--report", "json", "--report-file", "report", exits: 2)
    #expect(output.messages.contains("none/out"))
    #expect(file("report").text == "old\n")
    #expect(file("").names.allSatisfy { !$0.hasPrefix(".docmerge") })
  }

  @Test func `says when the merge is written and the report is not`() throws {
    let output = try docmerge(
      "-o", "out", "--report", "json", "--report-file", "/dev/full", exits: 2)
    #expect(output.messages.contains("the merge is written, the report is not"))
    #expect(file("out").text == "A\nb\nC\n")
  }

  @Test func `the file of a killed process is no obstacle`() throws {
    _ = try docmerge()
    let script = """
      touch .docmerge-tmp-$$-merged-part; exec "$0" merge base ours theirs -o out
      """
    try Program("sh", in: folder.path).run(["-c", script, Replica.command], exits: 0)
    #expect(file("out").text == "A\nb\nC\n")
    #expect(file("").names.filter { $0.hasPrefix(".docmerge") }.count == 1)
  }

  @Test(arguments: [
    ["-oresult"], ["-qoresult"], ["-qo", "result"], ["-Lx", "-Ly", "-oresult", "-q"],
  ])
  func `takes short options in one word, with their values`(words: [String]) throws {
    for name in ["base", "ours", "theirs"] { file(name).write(Array("\(name)\n".utf8)) }
    let output = try Program(Replica.command, in: folder.path)
      .run(["merge"] + words + ["base", "ours", "theirs"], exits: 1)
    #expect(output.bytes.isEmpty && file("result").text?.contains("<<<<<<<") == true)
  }

  @Test func `takes names that are no text, in another folder, too`() throws {
    let name = Array("caf".utf8) + [0xE9]
    for part in ["base", "ours", "theirs"] {
      File(bytes: Array("\(folder.path)/in/".utf8) + name + Array(part.utf8))
        .write(Array("\(part)\n".utf8))
    }
    let names = ["base", "ours", "theirs"].map { name + Array($0.utf8) }
    func run(_ words: [String], _ names: [[UInt8]]) -> Output {
      Program(Replica.command, in: folder.path).run(words.map { Array($0.utf8) } + names)
    }
    let result = Array("\(folder.path)/in/".utf8) + name
    let merge = run(["-C", "in", "merge", "-qo"], [name] + names)
    #expect(merge.status == 1, "\(merge)")
    #expect(File(bytes: result).text?.contains("<<<<<<<") == true)
    #expect(
      run(["-C", ".", "-C", "in", "merge-file", "-q"], [names[1], names[0], names[2]]).status == 1)
    let wrong = run(["-C", "in", "merge", "--nonsense"], names)
    #expect(wrong.status == 64)
    #expect(run(["-C", "none", "merge"], names).messages.contains("cannot go to none"))
  }
}
