import DocMergeTestSupport
import Testing

/// Helps that show how to do it.
struct HelpTests {
  private static let verbs = [
    ["init"], ["status"], ["save"], ["show"], ["diff"], ["versions"], ["restore"], ["mv"], ["rm"],
    ["list"], ["resolve"], ["merge-file"], ["mergetool"], ["difftool"], ["undo"], ["operations"],
    ["audit"], ["verify"], ["prune"],
    ["sync"], ["clone"], ["download"], ["evict"], ["remote", "add"],
    ["remote", "list"], ["remote", "remove"], ["remote", "set-url"], ["merge"], ["audit-merge"],
    ["merge-driver"],
    ["git", "setup"], ["git", "unsetup"], ["git", "doctor"], ["with"],
    ["markers", "check"], ["markers", "convert"],
    ["memory", "list"], ["memory", "forget"], ["memory", "export"], ["memory", "import"],
    ["memory", "learn"],
  ]

  private let folder = TemporaryFolder()

  private func run(_ words: [String]) throws -> Output {
    try Program(Replica.command, in: folder.path).run(words, exits: 0)
  }

  @Test(arguments: verbs)
  func `the help of every verb has examples, on standard output`(verb: [String]) throws {
    let output = try run(verb + ["--help"])
    #expect(output.messages.isEmpty)
    #expect(output.text.contains("Example"))
    #expect(output.text.contains("docmerge \(verb.joined(separator: " "))"))
    #expect(output.text.contains("USAGE: docmerge"))
    #expect(try run(["help"] + verb).text == output.text)
  }

  @Test func `the help of the command names every verb and the exit statuses`() throws {
    let text = try run(["--help"]).text
    for verb in Self.verbs { #expect(text.contains("  \(verb[0]) ")) }
    for words in [
      "mergetool", "difftool", "0 done", "1 conflicts remain", "2 could not run", "64 wrong usage",
      "75 offline",
    ] {
      #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words))
    }
    #expect(try run(["-h"]).text == text)
  }

  @Test func `the version is a number`() throws {
    let text = try run(["--version"]).text
    #expect(text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }
}
