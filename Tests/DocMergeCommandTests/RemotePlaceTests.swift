import DocMergeTestSupport
import Testing

/// Remotes on paths where something else is than a bare repository.
struct RemotePlaceTests {
  static let places = [
    ("mkdir place && echo text > place/text", "a folder with other files"),
    ("git init -q place", "a git repository that people work in"),
    ("echo text > place", "a file is there"),
    ("mkdir -p place/.docmerge", "a container is there"),
  ]

  @Test(arguments: places)
  func `the error names the kind of place, and asks for a bare repository`(
    line: String, words: String
  ) throws {
    let a = try Meeting().replica("A")
    try a.shell("cd .. && \(line)")
    try a.docmerge("remote", "add", "other", "../place")
    a.write("a.md", "one\n")
    let output = try a.docmerge("sync", "other", exits: 2)
    #expect(output.messages.contains(words), "\(output)")
    #expect(output.messages.contains("git init --bare"))
    #expect(try a.docmerge("versions", "a.md").lines.count == 1)
  }

  @Test func `a link to a repository is one`() throws {
    let a = try Meeting().replica("A")
    try a.shell("cd .. && git init -q --bare real.git && ln -s real.git link.git")
    try a.docmerge("remote", "add", "other", "../link.git")
    a.write("a.md", "one\n")
    try a.docmerge("sync", "other")
  }
}
