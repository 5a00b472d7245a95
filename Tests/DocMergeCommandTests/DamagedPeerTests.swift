import DocMergeTestSupport
import Testing

/// States of other replicas that cannot be believed are named and left out; the rest goes on.
struct DamagedPeerTests {
  private let meeting = Meeting()

  /// Replicas A and B, and C whose state on the remote the test has spoilt.
  private func spoilt(_ spoil: (Replica) throws -> Void) throws -> (a: Replica, output: Output) {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "one\n"])
    let (a, b, c) = (replicas[0], replicas[1], replicas[2])
    try b.save("by B.md", "B\n")
    try b.docmerge("sync")
    try c.save("by C.md", "C\n")
    try c.docmerge("sync")
    try spoil(c)
    let output = a.program.run(["sync"])
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains("Left out: replica \(try id(of: c)): "), "\(output)")
    #expect(a.contents == ["a.md": "one\n", "by B.md": "B\n"])
    #expect(try a.status().isClean)
    try a.docmerge("list")
    try a.git("fsck", "--strict")
    return (a, output)
  }

  private func id(of replica: Replica) throws -> String {
    try replica.git("config", "docmerge.replica").lines.first ?? ""
  }

  /// Puts another commit in the place of C's state on the remote.
  private func replaceState(of replica: Replica, _ line: String) throws {
    let reference = "refs/docmerge/state/\(try id(of: replica))"
    let commit = """
      export GIT_DIR='\(meeting.remote)' GIT_INDEX_FILE='\(replica.path)/index' \
      GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
      git read-tree \(reference)
      \(line)
      git update-ref \(reference) \
      $(git commit-tree $(git rev-parse \(reference)^@ | sed 's/^/-p /') \
      -m "$(git log -1 --format=%B \(reference))" $(git write-tree))
      """
    try replica.shell(commit)
  }

  /// Writes a blob into C's state.
  private func write(_ path: String, _ text: String) -> String {
    "git update-index --add --cacheinfo 100644,$(printf '\(text)' | git hash-object -w --stdin),"
      + path
  }

  @Test func `another format`() throws {
    let (_, output) = try spoilt { c in
      try replaceState(of: c, write("format", #"docmerge state 9\n"#))
    }
    #expect(output.messages.contains("is not a state that this docmerge can read"))
  }

  @Test(arguments: [
    #"document 00\n"#, #"nonsense\n"#, #"name a.md 0123456789abcdef:1\n"#, #"document\n"#,
    #"document 00000000000000000000000000000001\nname ..%%2fescape 0123456789abcdef:1\n"#,
    #"document 00000000000000000000000000000001\nname .git%%2fconfig 0123456789abcdef:1\n"#,
    #"document 00000000000000000000000000000001\nhead x\n"#,
    #"document 00000000000000000000000000000001\nname a%%1b 0123456789abcdef:x\n"#,
  ])
  func `a record that cannot be read, or names what no document may`(text: String) throws {
    let (a, output) = try spoilt { c in
      try replaceState(of: c, write("documents/00/00", text))
    }
    #expect(output.messages.contains("malformed state"))
    #expect(!output.messageBytes.contains(0x1B))
    #expect(a.read("../escape") == nil)
  }

  @Test func `a version that is not there`() throws {
    _ = try spoilt { c in
      let head =
        "head 1111111111111111111111111111111111111111 file "
        + "2222222222222222222222222222222222222222 1 1.000000000 0123456789abcdef c n e "
        + "0123456789abcdef:1"
      let record =
        #"document 00000000000000000000000000000001\nname a 0123456789abcdef:1\n\#(head)\n"#
      try replaceState(of: c, write("documents/00/00", record))
    }
  }

  @Test func `a document without a version`() throws {
    let record =
      #"document 00000000000000000000000000000001\nname a.md 0123456789abcdef:1\n"#
    let (_, output) = try spoilt { c in
      try replaceState(of: c, write("documents/00/00", record))
    }
    #expect(output.messages.contains("has no version or no name"))
  }

  @Test func `a clock that cannot be read`() throws {
    _ = try spoilt { c in try replaceState(of: c, write("clock", #"0123456789abcdef minus\n"#)) }
  }

  @Test func `a tree in the place of a blob`() throws {
    _ = try spoilt { c in
      try replaceState(of: c, "git rm -q --cached format; " + write("format/inside", "x"))
    }
  }

  @Test func `a state that is no state at all`() throws {
    _ = try spoilt { c in
      let version = try c.history("by C.md")[0].version.id
      let reference = "refs/docmerge/state/\(try id(of: c))"
      #expect(meeting.git("update-ref", reference, version).status == 0)
    }
  }

  @Test func `a reference that is not named like a replica`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let state = "refs/docmerge/state/\(try id(of: replicas[1]))"
    #expect(meeting.git("update-ref", "refs/docmerge/state/nobody", state).status == 0)
    let output = try replicas[0].docmerge("sync", exits: 1)
    #expect(output.messages.contains("state/nobody is not the name of a replica"))
  }

  @Test func `a peer that is whole again is taken in again`() throws {
    var kept = ""
    var name = ""
    let (a, _) = try spoilt { c in
      name = "refs/docmerge/state/\(try id(of: c))"
      kept = meeting.git("rev-parse", name).lines.first ?? ""
      try replaceState(of: c, write("format", #"docmerge state 9\n"#))
    }
    #expect(meeting.git("update-ref", name, kept).status == 0)
    try a.docmerge("sync")
    #expect(a.contents == ["a.md": "one\n", "by B.md": "B\n", "by C.md": "C\n"])
  }

  @Test func `a remote that cannot be reached is an error, and what was saved stays saved`() throws
  {
    let replicas = try meeting.replicas("A", documents: ["a.md": "one\n"])
    replicas[0].write("a.md", "two\n")
    try replicas[0].docmerge("remote", "add", "broken", "/dev/null/none")
    try replicas[0].docmerge("sync", "broken", exits: 2)
    try replicas[0].docmerge("sync", "nobody", exits: 2)
    let output = try replicas[0].docmerge("sync", exits: 2)
    #expect(output.messages.contains("several remotes, say which: broken, home"))
    #expect(try replicas[0].status().isClean)
    #expect(try replicas[0].texts("a.md") == ["two\n", "one\n"])
  }
}
