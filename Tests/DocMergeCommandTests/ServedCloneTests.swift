import DocMergeTestSupport
import Glibc
import Testing

/// Clones of many documents from servers whose programs ask no questions.
@Suite(.enabled(if: GitServer.Kind.daemon.isInstalled, "git daemon is not installed"))
struct ServedCloneTests {
  /// A replica that has sent so much that its check may be left for later.
  private func origin(at server: GitServer) throws -> ServedReplica {
    let a = try ServedReplica("A", at: server)
    var generator = SeededGenerator(seed: 5)
    for number in 1...800 {
      let noise = (1...200).map { _ in String(generator.next(), radix: 36) }
      a.replica.write("d\(number % 7)/note \(number).md", noise.joined(separator: "\n"))
    }
    a.replica.write("top.md", "old\n")
    try a.docmerge("sync")
    try a.replica.save("top.md", "new\n")
    try a.docmerge("sync")
    return a
  }

  /// A folder for a clone, whose programs note which git they start.
  private func place(at server: GitServer) -> ServedReplica {
    var b = ServedReplica(Replica("B"), at: server)
    b.environment["GIT_TRACE"] = "\(b.replica.path)-trace"
    return b
  }

  private func trace(_ replica: ServedReplica) -> String {
    File("\(replica.replica.path)-trace").text ?? ""
  }

  private func isLeft(_ replica: ServedReplica) -> Bool {
    replica.replica.file(".docmerge/docmerge/clone-rest").exists
  }

  /// Whether the received pack was used before it was checked.
  private func wasUnchecked(_ replica: ServedReplica) -> Bool {
    let trace = trace(replica)
    return trace.contains("git fetch-pack --keep") && !trace.contains("rev-list")
  }

  private func expectSound(_ clone: ServedReplica, as origin: ServedReplica) throws {
    #expect(clone.replica.contents == origin.replica.contents)
    try clone.docmerge("finish")
    #expect(!isLeft(clone))
    #expect(try clone.replica.status().isClean)
    #expect(try clone.replica.git("fsck", "--strict").text.isEmpty)
    #expect(try clone.replica.shell("find .docmerge -name '*.keep' -o -name 'tmp_*'").text.isEmpty)
    try clone.docmerge("verify")
  }

  @Test(arguments: [GitServer.Kind.daemon, .ssh].filter(\.isInstalled))
  func `a received pack is checked once the documents are in place`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let a = try origin(at: server)
    let b = place(at: server)
    #expect(try b.docmerge("clone", server.url, ".").messages == "Cloned 801 documents.\n")
    #expect(wasUnchecked(b))
    // Where another connection costs nothing, the states come first.
    let fetches = trace(b).split(separator: "\n").filter { $0.contains("git fetch-pack --keep") }
    #expect(fetches.count { !$0.contains("/versions/") } == (kind == .daemon ? 1 : 0))
    try expectSound(b, as: a)
    b.replica.write("top.md", "by B\n")
    try b.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.replica.contents == b.replica.contents)
    #expect(server.git("fsck", "--strict").status == 0)
  }

  @Test func `documents of all kinds come, under whatever names`() throws {
    let server = try GitServer(.daemon)
    let a = try origin(at: server)
    try a.replica.shell(
      """
      mkdir -p 'one/two words/ü😀' p.textbundle && echo x > 'one/two words/ü😀/-rf' && echo y > one/y && \
      chmod +x one/y && ln -s y one/link && echo t > p.textbundle/text.md && echo q > 'one/\"q\".md'
      """)
    try a.docmerge("sync")
    let b = place(at: server)
    try b.docmerge("clone", server.url, ".")
    #expect(wasUnchecked(b))
    #expect(try b.replica.shell("ls -A | grep tmp || true").text.isEmpty)
    #expect(try b.replica.shell("test -x one/y && readlink one/link").lines == ["y"])
    try expectSound(b, as: a)
  }

  @Test func `a clone that is to check first does`() throws {
    let server = try GitServer(.daemon)
    let a = try origin(at: server)
    let b = place(at: server)
    try b.docmerge("clone", "--check", server.url, ".")
    #expect(!isLeft(b) && !wasUnchecked(b))
    try expectSound(b, as: a)
  }

  @Test func `other contents of the repository are not fetched`() throws {
    let server = try GitServer(.daemon)
    let a = try origin(at: server)
    let id = try a.replica.shell(
      """
      cd '\(server.repository)' && blob=$(echo code | git hash-object -w --stdin) && \
      tree=$(printf '100644 blob %s\\tmain.c\\n' $blob | git mktree) && \
      git update-ref refs/heads/main $(git -c user.name=x -c user.email=x commit-tree -m x $tree) && \
      echo $blob
      """
    ).lines[0]
    let b = place(at: server)
    try b.docmerge("clone", server.url, ".")
    #expect(wasUnchecked(b))
    #expect(b.replica.program.run(["verify"]).status == 0)
    let there = Program("git", in: b.replica.path).run([
      "--git-dir=.docmerge", "cat-file", "-e", id,
    ])
    #expect(there.status != 0)
    try expectSound(b, as: a)
  }

  @Test func `a small pack is checked at once, and an empty remote can be cloned`() throws {
    let server = try GitServer(.daemon)
    let b = place(at: server)
    #expect(try b.docmerge("clone", server.url, ".").messages == "Cloned 0 documents.\n")
    let a = try ServedReplica("A", at: server)
    a.replica.write("a.md", "one\n")
    try a.docmerge("sync")
    let c = place(at: server)
    try c.docmerge("clone", server.url, ".")
    #expect(trace(c).contains("index-pack -o"))
    try expectSound(c, as: a)
  }

  @Test func `addresses that git's settings rewrite are fetched from`() throws {
    let server = try GitServer(.daemon)
    let a = try origin(at: server)
    var b = place(at: server)
    b.environment["GIT_CONFIG_COUNT"] = "1"
    b.environment["GIT_CONFIG_KEY_0"] = "url.\(server.url).insteadOf"
    b.environment["GIT_CONFIG_VALUE_0"] = "git://elsewhere.invalid/notes.git"
    try b.docmerge("clone", "git://elsewhere.invalid/notes.git", ".")
    #expect(!wasUnchecked(b))
    try expectSound(b, as: a)
  }

  /// Has a replica of the server lead to a folder that git does not take.
  private func damage(_ replica: ServedReplica, at server: GitServer) throws {
    try replica.replica.shell(
      """
      cd '\(server.repository)' && ref=$(git for-each-ref --format='%(refname)' refs/docmerge/versions | head -1) && \
      blob=$(echo x | git hash-object -w --stdin) && \
      tree=$(for i in 1 2; do printf '100644 x\\0'; printf $blob | sed 's/../\\\\x&/g' | xargs -0 printf; done | \
        git hash-object -t tree --literally -w --stdin) && \
      old=$(git -c user.name=x -c user.email=x commit-tree -m x $tree) && \
      new=$(git cat-file commit $ref | sed "0,/^author/s/^author/parent $old\\nauthor/" | \
        git hash-object -t commit -w --stdin) && git update-ref $ref $new
      """)
  }

  @Test func `damage is reported before anything changes, and can be left out`() throws {
    let server = try GitServer(.daemon)
    let a = try origin(at: server)
    try damage(a, at: server)
    let b = place(at: server)
    try b.docmerge("clone", server.url, ".")
    #expect(wasUnchecked(b))
    #expect(a.replica.contents == b.replica.contents)
    for verb in ["finish", "sync", "save"] {
      let output = try b.docmerge(verb, exits: 2)
      #expect(output.messages.contains("is damaged") && output.messages.contains("--check"))
    }
    let c = place(at: server)
    let output = try c.docmerge("clone", "--check", server.url, ".", exits: 1)
    #expect(output.messages.contains("Left out: replica "))
    #expect(try c.replica.git("fsck", "--strict").text.isEmpty)
    c.replica.write("own.md", "by C\n")
    try c.docmerge("save")
  }

  @Test(arguments: 1...5)
  func `one that is killed leaves nothing that is in the way`(_ number: Int) throws {
    let server = try GitServer(.daemon)
    let a = try origin(at: server)
    let b = place(at: server)
    let running = b.program.start(["clone", server.url, "."])
    usleep(UInt32(number * 60_000))
    running.kill()
    _ = running.finish()
    // The git that it started goes on for a moment, and would make the folder again.
    let pattern = "[g]\(server.url.dropFirst())"
    try b.replica.shell(
      "for i in $(seq 200); do pgrep -f '\(pattern)' >pids || break; sleep 0.05; done; rm pids")
    if !b.program.run(["remote"]).text.contains("origin") {
      try b.replica.shell("rm -rf .docmerge .docmerge-tmp-*")
      try b.docmerge("clone", server.url, ".")
    }
    try b.docmerge("sync")
    try expectSound(b, as: a)
  }
}
