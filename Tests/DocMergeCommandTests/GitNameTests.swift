import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeCommand

/// Paths in git repositories that are hard to name, and the messages about a name that means nothing.
struct GitNameTests {
  private let name = Array("caf".utf8) + [0xE9] + Array(".txt".utf8)

  private func stopped() throws -> GitFolder {
    let folder = try GitFolder()
    let path = Array("\(folder.path)/".utf8) + name
    func write(_ text: String) { File(bytes: path).write(Array(text.utf8)) }
    try folder.fork {
      write("1\n")
    } ours: {
      write("ours\n")
    } theirs: {
      write("theirs\n")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  private func run(_ words: [[UInt8]], _ folder: GitFolder) -> Output {
    Program(Replica.command, in: folder.path).run(words)
  }

  @Test func `a path that is no text is named by its bytes, or as git writes it`() throws {
    let folder = try stopped()
    let verb = { (word: String) in Array(word.utf8) }
    #expect(run([verb("show"), name + verb("@theirs")], folder).text == "theirs\n")
    #expect(try folder.docmerge("show", "\"caf\\351.txt\"@ours").text == "ours\n")
    #expect(run([verb("diff"), name], folder).status == 0)
    #expect(try folder.docmerge("versions", "\"caf\\351.txt\"").lines.count == 3)
    let merge = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(merge.messages.contains(#"docmerge diff '"caf\351.txt"'"#), "\(merge)")
    #expect(try folder.docmerge("list", exits: 1).text.contains("caf\\xE9.txt"))
    let json = try folder.docmerge("list", "--json", exits: 1).text
    #expect(json.contains(#""name" : "\"caf\\351.txt\"""#), "\(json)")
    let taken = run([verb("resolve"), name, verb("--theirs")], folder)
    #expect(taken.status == 0, "\(taken)")
    #expect(try folder.unmerged().isEmpty)
  }

  @Test(arguments: [
    ("plain.txt", "plain.txt"), ("a b", "'a b'"), ("a\nb'", "'\"a\\nb'\\''\"'"),
    ("\u{E4}", "\u{E4}"),
  ])
  func `names are shown as a shell takes them`(path: String, shown: String) {
    #expect(GivenName.typed(Array(path.utf8)) == shown)
  }

  private static let spellings: [(text: String, name: String?)] = [
    ("\"caf\\303\\251\"", "caf\u{E9}"), ("\"a\\tb\\\\\\\"\"", "a\tb\\\""), ("plain", nil),
    ("\"x\\9\"", nil),
  ]

  @Test(arguments: spellings)
  func `reads git's spelling`(text: String, name: String?) {
    #expect(GivenName(text).unquoted?.bytes == name.map { Array($0.utf8) })
  }

  @Test func `a repository whose path has a line break`() throws {
    let outer = TemporaryFolder()
    let path = "\(outer.path)/two\nlines"
    mkdir(path, 0o777)
    let git = Program("git", in: path)
    try git.run(["init", "-q"], exits: 0)
    let output = try Program(Replica.command, in: path).run(["list"], exits: 0)
    #expect(output.messages == "No path is in conflict.\n")
    try Program(Replica.command, in: path).run(["git", "setup"], exits: 0)
    #expect(git.run(["config", "merge.docmerge.name"]).status == 0)
  }

  @Test func `a missing file is called missing`() throws {
    let folder = try stopped()
    for words in [["resolve", "nix", "--ours"], ["show", "nix"], ["diff", "nix"]] {
      let output = try Program(Replica.command, in: folder.path).run(words, exits: 2)
      #expect(output.messages == "docmerge: there is no nix, in conflict or not\n")
    }
    folder.write("free.txt", "x\n")
    let output = try folder.docmerge("diff", "free.txt", exits: 2)
    #expect(output.messages == "docmerge: free.txt is not in conflict\n")
  }

  @Test func `broken settings are named`() throws {
    let folder = try stopped()
    folder.write(".git/config", "[bad\n")
    for words in [
      ["list"], ["status"], ["resolve", "--all", "--ours"], ["memory"], ["git", "doctor"],
    ] {
      let output = try Program(Replica.command, in: folder.path).run(words, exits: 2)
      #expect(output.messages.contains("bad config line 1 in file"), "\(words) \(output)")
    }
  }

  @Test func `verbs of containers speak of git where there is a repository`() throws {
    let folder = try GitFolder()
    for verb in ["status", "save", "operations"] {
      let output = try folder.docmerge(verb, exits: verb == "status" ? 0 : 2)
      #expect(!output.messages.contains("docmerge init"), "\(output)")
      #expect(output.messages.contains("git"))
    }
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    #expect(try folder.docmerge("status", exits: 1).text.contains("a.txt  both modified"))
  }
}
