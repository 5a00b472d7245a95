import DocMergeTestSupport
import Testing

/// A branch that shows the documents to people who have plain git and nothing else.
struct PublishTests {
  private let meeting = Meeting()

  /// Replicas that publish, with the same documents.
  private func replicas(_ documents: [String: String]) throws -> (a: Replica, b: Replica) {
    let replicas = try meeting.replicas("A", "B", documents: documents)
    for replica in replicas { try replica.git("config", "docmerge.publish", "main") }
    return (replicas[0], replicas[1])
  }

  /// A clone by plain git of a repository, named after what it is for.
  private func clone(_ url: String, _ name: String = "reader") throws -> Replica {
    let reader = meeting.folder(name)
    try reader.shell("git clone --quiet '\(url)' . 2>&1")
    return reader
  }

  /// What a reader sees, without git's own folder.
  private func documents(of reader: Replica) -> [String: String] {
    reader.contents.filter { !$0.key.hasPrefix(".git/") }
  }

  @Test func `git clone brings the documents, and git pull what changed`() throws {
    let (a, _) = try replicas(["a.md": "a\n", "sub/deep/b.md": "b\n", "sub-c.md": "c\n"])
    try a.shell("chmod +x a.md && ln -s a.md link")
    try a.docmerge("sync")
    let reader = try clone(meeting.remote)
    #expect(documents(of: reader) == a.contents)
    #expect(reader.file("a.md").permissions.map { $0 & 0o100 } == 0o100)
    a.write("sub/deep/b.md", "newer\n")
    try a.shell("rm sub-c.md && mkdir new && mv a.md new/a.md")
    try a.docmerge("sync")
    try reader.shell("git pull --quiet --ff-only")
    #expect(documents(of: reader) == a.contents)
    #expect(meeting.git("fsck", "--strict").status == 0)
    #expect(try a.git("rev-parse", "main").lines == meeting.git("rev-parse", "main").lines)
    try a.docmerge("verify")
  }

  @Test func `replicas that have seen the same publish the same`() throws {
    let (a, b) = try replicas(["a.md": "a\n", "b.md": "b\n"])
    a.write("a.md", "by A\n")
    b.write("b.md", "by B\n")
    try a.docmerge("sync")
    try b.docmerge("sync")
    let shown = meeting.git("rev-parse", "main").lines
    try a.docmerge("sync")
    #expect(meeting.git("rev-parse", "main").lines == shown)
    #expect(try a.git("rev-parse", "main").lines == b.git("rev-parse", "main").lines)
    #expect(documents(of: try clone(meeting.remote)) == b.contents)
  }

  @Test func `nothing new is pushed when nothing changed`() throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    try a.docmerge("sync")
    let shown = meeting.git("rev-parse", "main").lines
    for _ in 1...2 { try a.docmerge("sync") }
    #expect(meeting.git("rev-parse", "main").lines == shown)
    #expect(meeting.git("rev-list", "--count", "main").lines == ["1"])
  }

  @Test func `a document in conflict is shown as it is in the folder, and without markers`() throws
  {
    let (a, b) = try replicas(["a.md": "a\n"])
    a.write("a.md", "by A\n", date: 1_700_000_000)
    b.write("a.md", "by B\n", date: 1_700_000_100)
    try a.docmerge("sync")
    try b.docmerge("sync", exits: 1)
    #expect(documents(of: try clone(meeting.remote)) == ["a.md": "by B\n"])
  }

  @Test func `a branch with other commits is left alone, and a message says so`() throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    let other = meeting.folder("other")
    try other.shell(
      "git init --quiet -b main . && git config user.name X && git config user.email x@example.org"
        + " && echo code >code.c && git add . && git commit --quiet -m code && git push --quiet '\(meeting.remote)' main"
    )
    let shown = meeting.git("rev-parse", "main").lines
    a.write("a.md", "newer\n")
    let output = try a.docmerge("sync")
    #expect(
      output.messages.contains("not published: main of home holds other commits"), "\(output)")
    #expect(try a.docmerge("sync").messages.contains("not published: main of home"))
    #expect(meeting.git("rev-parse", "main").lines == shown)
    try a.git("config", "docmerge.publish", "documents")
    #expect(try a.docmerge("sync").messages.contains("not published") == false)
    #expect(meeting.git("show", "documents:a.md").text == "newer\n")
  }

  @Test
  func `a commit that others push to the branch changes no document, and stays in its history`()
    throws
  {
    let (a, b) = try replicas(["a.md": "a\n"])
    try a.docmerge("sync")
    let reader = try clone(meeting.remote)
    try reader.shell(
      "git config user.name X && git config user.email x@example.org && echo mine >a.md"
        + " && git commit --quiet -a --amend --no-edit && git push --quiet --force origin main")
    a.write("a.md", "by A\n")
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(b.read("a.md") == "by A\n")
    #expect(meeting.git("show", "main:a.md").text == "by A\n")
  }

  @Test func `a branch of the container itself with other commits stays where it is`() throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    let editor = try clone("\(a.path)/.docmerge", "editor")
    try editor.shell(
      "git config user.name X && git config user.email x@example.org && git checkout -q -b main"
        + " && echo mine >mine && git add . && git commit --quiet -m mine && git push --quiet origin main"
    )
    let mine = try a.git("rev-parse", "main").lines
    #expect(try a.docmerge("sync").messages.contains("main of .docmerge holds other commits"))
    #expect(try a.git("rev-parse", "main").lines == mine)
    #expect(meeting.git("show", "main:a.md").text == "a\n")
  }

  @Test func `documents that are all deleted are not shown any more`() throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    try a.docmerge("sync")
    try a.docmerge("rm", "a.md")
    try a.docmerge("sync")
    #expect(meeting.git("ls-tree", "main").text.isEmpty)
    #expect(meeting.git("rev-list", "--count", "main").lines == ["2"])
  }

  @Test func `a remote at another address gets the branch, too`() throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    try a.docmerge("sync")
    try a.docmerge("remote", "set-url", "home", "\(meeting.remote)-2")
    try a.docmerge("sync")
    #expect(documents(of: try clone("\(meeting.remote)-2")) == ["a.md": "a\n"])
  }

  @Test func `names are those of all replicas, whatever is in the way here`() throws {
    let (a, b) = try replicas(["keep.md": "k\n"])
    a.file(".docmerge/info/exclude").write(Array("todo.md\n".utf8))
    a.write("todo.md", "ignored\n")
    try a.docmerge("sync")
    b.write("todo.md", "a document\n")
    try b.docmerge("sync")
    try b.docmerge("sync")
    try a.docmerge("sync")
    a.write("keep.md", "newer\n")
    try a.docmerge("sync")
    try b.docmerge("sync")
    let shown = Set(documents(of: try clone(meeting.remote)).keys)
    #expect(shown == Set(b.contents.keys))
  }

  @Test(arguments: ["-x", "a..b", "a b", ".a", "a.lock", "a~1", "é\u{7}"])
  func `an invalid name of a branch is reported`(name: String) throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    try a.git("config", "docmerge.publish", name)
    #expect(try a.docmerge("sync").messages.contains("which no branch can be called"))
    #expect(meeting.git("branch", "--list").lines.isEmpty)
  }

  @Test func `a copy with only a part of the contents publishes nothing, and says so`() throws {
    let (a, _) = try replicas(["a.md": "a\n"])
    try a.docmerge("sync")
    let lazy = meeting.folder("lazy")
    try lazy.clone(meeting.remote)
    try lazy.git("config", "docmerge.publish", "main")
    lazy.write("new.md", "new\n")
    let output = try lazy.docmerge("sync")
    #expect(output.messages.contains("only a part of the contents"), "\(output)")
  }

  @Test(arguments: GitServer.Kind.installed)
  func `over a server as over a path`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let a = try ServedReplica("A", at: server)
    try a.replica.git("config", "docmerge.publish", "main")
    a.replica.write("a.md", "a\n")
    #expect(try a.sync().remotes[0].warnings.isEmpty)
    a.replica.write("sub/b.md", "b\n")
    #expect(try a.sync().remotes[0].warnings.isEmpty)
    #expect(server.git("rev-list", "--count", "main").lines == ["2"])
    #expect(server.git("show", "main:sub/b.md").text == "b\n")
    let b = ServedReplica(Replica("B"), at: server)
    try b.docmerge("clone", "--replica-name", "B", server.url, ".")
    try b.replica.git("config", "docmerge.publish", "main")
    b.replica.write("a.md", "by B\n")
    #expect(try b.sync().remotes[0].warnings.isEmpty)
    #expect(server.git("show", "main:a.md").text == "by B\n")
    #expect(server.git("rev-list", "--count", "main").lines == ["3"])
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a server that takes branches only is distinguished from one that takes nothing`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    _ = server.git("config", "receive.hideRefs", "refs/docmerge")
    let a = try ServedReplica("A", at: server)
    a.replica.write("a.md", "a\n")
    let visit = try a.sync(exits: 2).remotes[0]
    #expect(visit.state == "failed" && visit.waiting == 1)
    #expect(visit.reason == "branches-only", "\(visit)")
    #expect(visit.message?.contains("takes only branches and tags") == true)
    _ = server.git("config", "--unset", "receive.hideRefs")
    #expect(try a.sync().remotes[0].isSent == true)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a server that hides what it takes is named`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    _ = server.git("config", "uploadpack.hideRefs", "refs/docmerge")
    let a = try ServedReplica("A", at: server)
    a.replica.write("a.md", "a\n")
    for _ in 0..<2 {
      let visit = try a.sync(exits: 2).remotes[0]
      #expect(visit.state == "failed" && visit.reason == "branches-only", "\(visit)")
      #expect(visit.message?.contains("shows them to nobody") == true)
    }
    _ = server.git("config", "--unset", "uploadpack.hideRefs")
    #expect(try a.sync().remotes[0].state == "done")
  }
}
