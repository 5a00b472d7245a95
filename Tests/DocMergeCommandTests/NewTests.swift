import DocMergeTestSupport
import Testing

/// New documents, which are named without asking.
struct NewTests {
  private func container() throws -> Replica {
    let replica = Replica()
    try replica.initialize()
    return replica
  }

  @Test func `M115 without any argument there is a document, saved, and then another one`() throws {
    let replica = try container()
    #expect(try replica.docmerge("new").text == "Untitled.md\n")
    #expect(try replica.docmerge("new").text == "Untitled 2.md\n")
    #expect(replica.file("Untitled.md").bytes == [])
    #expect(try replica.docmerge("versions", "Untitled 2.md").lines.count == 1)
    #expect(try replica.docmerge("status").text.contains("all saved"))
  }

  @Test(arguments: [
    (words: ["--name", "Trip to Rome"], path: "Trip to Rome.md"),
    (words: ["--name", "table.csv"], path: "table.csv"),
    (words: ["--name", "table.csv", "--type", "csv"], path: "table.csv"),
    (words: ["--name", "v1.2", "--type", ".txt"], path: "v1.2.txt"),
    (words: ["--type", "txt", "Lists"], path: "Lists/Untitled.txt"),
    (words: ["--name", "TAKEN", "--type", "csv"], path: "TAKEN 2.csv"),
    (words: ["--name", ".hidden"], path: ".hidden.md"),
    (words: ["--name", "-rf \"x\" \u{1F600}"], path: "-rf \"x\" \u{1F600}.md"),
  ])
  func `name, type and folder make the path`(words: [String], path: String) throws {
    let replica = try container()
    replica.file("taken.md").write([])
    let program = Program(Replica.command, in: replica.path)
    #expect(try program.run(["new"] + words, exits: 0).text == path + "\n")
    #expect(replica.file(path).exists)
  }

  @Test func `the type may be one of the desktop`() throws {
    let replica = try container()
    let data = File("\(replica.path)/data/mime/globs2")
    try replica.shell("mkdir -p data/mime")
    data.write(Array("# all\n60:text/x-a:makefile\n50:text/x-a:*.aa\n50:text/html:*.html\n".utf8))
    let program = Program(
      Replica.command, in: replica.path, environment: ["XDG_DATA_DIRS": "\(replica.path)/data"])
    #expect(try program.run(["new", "--type", "text/x-a"], exits: 0).text == "Untitled.aa\n")
    let unknown = program.run(["new", "--type", "text/x-b"])
    #expect(unknown.status == 2 && unknown.messages.contains("no extension is known for text/x-b"))
  }

  @Test func `it starts with contents`() throws {
    let replica = try container()
    let words = ["new", "--name", "Log", "--contents", "-"]
    try replica.program.run(words, exits: 0, input: Array("first\r\n".utf8))
    #expect(replica.file("Log.md").text == "first\r\n")
    #expect(try replica.docmerge("show", "Log.md").text == "first\r\n")
  }

  @Test(arguments: [
    ["--name", "a/b"], ["--name", ".."], ["--name", ""], ["--contents", "gone"],
  ])
  func `what cannot be is refused, and nothing is made`(words: [String]) throws {
    let replica = try container()
    let output = replica.program.run(["new"] + words)
    #expect(output.status == 2 && output.messages.hasPrefix("docmerge: "), "\(output)")
    #expect(try replica.docmerge("status").text.contains("0 documents"))
  }
}
