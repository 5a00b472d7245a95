import DocMergeTestSupport
import Testing

/// What shells offer to complete, in the real shells with the scripts that docmerge writes.
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

  /// How each shell is started so that it completes `docmerge`; `~` is a folder of its own.
  private static let shells = [
    (
      "zsh", ".zshrc",
      """
      mkdir -p ~/completions
      docmerge --generate-completion-script zsh > ~/completions/_docmerge
      fpath=(~/completions $fpath)
      autoload -U compinit
      compinit -u
      print ready to complete
      """, "zsh -i"
    ),
    (
      "fish", "start.fish",
      """
      docmerge --generate-completion-script fish | source
      echo ready to complete
      """, "fish -C 'source ~/start.fish'"
    ),
  ]

  @Test(.enabled(if: HostedTool.exists("tmux"), "tmux is missing"), arguments: shells)
  func `a shell on a terminal offers versions with their notes`(
    shell: String, file: String, text: String, line: String
  ) throws {
    try #require(HostedTool.exists(shell), "\(shell) is missing: Scripts/packages.sh names it")
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "0\n"])
    try replicas[0].save("a.md", "1\n")
    let home = TemporaryFolder()
    File("\(home.path)/\(file)").write(Array(text.utf8))
    let path = HostedTool.environment()["PATH"] ?? ""
    let terminal = try TmuxTerminal(
      in: replicas[0].path, running: "HOME='\(home.path)' PATH='\(path)' \(line)", width: 150)
    try terminal.wait(for: "ready to complete")
    try terminal.press("docmerge restore a.md ", "Tab", "Tab")
    let ids = try replicas[0].history("a.md").map { String($0.version.id.prefix(8)) }
    let screen = try terminal.wait(for: "Person A")
    for id in ids { #expect(screen.contains(id), "\(screen)") }
  }

  @Test(arguments: [("zsh", "eager:every rule that fits"), ("fish", "eager\tevery rule that fits")])
  func `shells that show notes get them`(shell: String, line: String) {
    let words = [
      "---completion", "resolve", "--", "--policy", "3", "0", "docmerge", "resolve", "--policy",
    ]
    let lines = notes(words, shell: shell, in: "/")
    #expect(lines.contains(line), "\(lines)")
  }
}
