import DocMergeTestSupport
import Testing

/// What bash offers to complete, in the real shell with the script that docmerge writes.
@Suite(.enabled(if: HostedTool.exists("bash")))
struct CompletionTests {
  /// The words that bash offers for the last word of a line.
  private func offers(_ words: [String], in folder: String) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let line = words.joined(separator: " ")
    let script = """
      source <(docmerge --generate-completion-script bash)
      COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.count)
      _docmerge docmerge '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = Program("bash", in: folder, environment: HostedTool.environment())
      .run(["--norc", "-c", script])
    try #require(output.status == 0, "\(output)")
    return output.lines.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
  }

  /// What the program itself offers to a shell, with the notes.
  private func notes(_ words: [String], shell: String, in folder: String) -> [String] {
    Program(Replica.command, in: folder, environment: ["SAP_SHELL": shell]).run(words).lines
  }

  @Test func `in a container, documents, versions, operations and remotes`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n", "sub/b.md": "0\n"])
    for replica in replicas { try replica.save("sub/b.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let path = replicas[1].path
    #expect(try offers(["docmerge", "resolve", ""], in: path) == ["sub/b.md"])
    #expect(try offers(["docmerge", "resolve", ""], in: "\(path)/sub") == ["b.md"])
    let ids = try replicas[1].history("sub/b.md").map { String($0.version.id.prefix(8)) }
    #expect(try Set(offers(["docmerge", "restore", "sub/b.md", ""], in: path)) == Set(ids))
    #expect(
      try offers(["docmerge", "resolve", "sub/b.md", "--keep", ""], in: path) == ["@1", "@2"])
    let operations = try replicas[1].operations().map { String($0.id.prefix(8)) }
    #expect(try Set(offers(["docmerge", "undo", ""], in: path)).isSubset(of: operations))
    #expect(try offers(["docmerge", "sync", ""], in: path).count == 1)
    #expect(
      try offers(["docmerge", "remote", "remove", ""], in: path)
        == offers(["docmerge", "sync", ""], in: path))
    #expect(try offers(["docmerge", "-C", path, "resolve", ""], in: "/") == ["sub/b.md"])
  }

  @Test func `in git, paths and their versions, and policies anywhere`() throws {
    let folder = try GitFolder()
    try folder.forkText("with space.txt")
    try folder.git("merge", "-q", "theirs", exits: 1)
    #expect(
      try offers(["docmerge", "resolve", ""], in: folder.path).map { $0.replacing("\\", with: "") }
        == ["with space.txt"])
    #expect(
      try offers(["docmerge", "resolve", "--all", "--keep", ""], in: folder.path)
        == ["@base", "@ours", "@theirs"])
    #expect(
      try offers(["docmerge", "resolve", "--policy", ""], in: folder.path)
        == ["strict", "balanced", "eager"])
    #expect(try offers(["docmerge", "resolve", "--policy", "e"], in: folder.path) == ["eager"])
  }

  @Test(arguments: [("zsh", "eager:whatever a rule fits"), ("fish", "eager\twhatever a rule fits")])
  func `shells that show notes get them`(shell: String, line: String) {
    let words = [
      "---completion", "resolve", "--", "--policy", "3", "0", "docmerge", "resolve", "--policy",
    ]
    let lines = notes(words, shell: shell, in: "/")
    #expect(lines.contains(line), "\(lines)")
  }
}
