import DocMergeTestSupport
import Testing

/// Remotes that git-remote-gcrypt encrypts, with real keys: who has the repository can read nothing of it.
@Suite(.enabled(if: Keyring.isUsable, "git-remote-gcrypt or gpg is not installed"))
struct EncryptedRemoteTests {
  private let meeting = Meeting()
  private var address: String { "gcrypt::\(meeting.remote)" }

  /// Two people who know each other's keys, and have one replica each.
  private func pair(at url: String? = nil) throws -> (anna: KeyedReplica, bob: KeyedReplica) {
    let keys = [try Keyring(of: "anna"), try Keyring(of: "bob")]
    try keys[0].meet(keys[1])
    try keys[1].meet(keys[0])
    let replicas = try zip(["A", "B"], keys).map { name, own in
      try KeyedReplica(meeting.folder(name), own, at: url ?? address, for: keys)
    }
    return (replicas[0], replicas[1])
  }

  /// Everything on the server, and all objects that git unpacks from it.
  private func bytesOnServer() -> [UInt8] {
    let files = Program("sh", in: meeting.remote)
      .run(["-c", "find . -type f -print -exec cat {} +"]).bytes
    return files + meeting.git("cat-file", "--batch-all-objects", "--batch").bytes
      + meeting.git("for-each-ref").bytes
  }

  @Test(arguments: [false, true])
  func `people with different keys meet, and the server can read nothing`(isGit: Bool) throws {
    let git = Program("git", in: "/")
    if isGit { try git.run(["init", "-q", "--bare", meeting.remote], exits: 0) }
    let (anna, bob) = try pair()
    anna.replica.write("diary of may.md", "a very private line\n")
    try anna.docmerge("sync")
    try bob.docmerge("sync")
    #expect(bob.replica.contents == ["diary of may.md": "a very private line\n"])
    bob.replica.write("diary of may.md", "a very private line\nand one more\n")
    try bob.docmerge("sync")
    try anna.docmerge("sync")
    #expect(anna.replica.contents == bob.replica.contents)
    let bytes = bytesOnServer()
    #expect(bytes.count > 1000)
    for secret in ["diary", "private", "refs/docmerge", "document", "Person A", "example.org"] {
      #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(secret)")
    }
    for one in [anna, bob] {
      try one.docmerge("verify")
      try one.replica.git("fsck", "--strict")
    }
  }

  @Test(arguments: GitServer.Kind.installed)
  func `any server will do`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    var (anna, bob) = try pair(at: "gcrypt::\(server.url)")
    (anna.environment, bob.environment) = (server.environment, server.environment)
    anna.replica.write("a.md", "one\n")
    try anna.docmerge("sync")
    try bob.docmerge("sync")
    bob.replica.write("a.md", "two\n")
    try bob.docmerge("sync")
    try anna.docmerge("sync")
    #expect(anna.replica.contents == ["a.md": "two\n"])
    server.stop()
    let offline = try anna.docmerge("sync", "--json", exits: 75)
    #expect(offline.text.contains("unreachable"), "\(offline)")
  }

  @Test func `a conflict is made, decided and known to both`() throws {
    let (anna, bob) = try pair()
    anna.replica.write("plan.md", "Rome\n")
    try anna.docmerge("sync")
    try bob.docmerge("sync")
    anna.replica.write("plan.md", "Rome in May\n")
    bob.replica.write("plan.md", "Rome in June\n")
    try anna.docmerge("sync")
    try bob.docmerge("sync", exits: 1)
    try bob.docmerge("resolve", "--all", "--newest")
    try bob.docmerge("sync")
    try anna.docmerge("sync")
    #expect(anna.replica.contents == bob.replica.contents)
    for one in [anna, bob] {
      let list = try one.docmerge("list", "--json").report(ListReport.self)
      #expect(list.documents.isEmpty)
    }
  }

  @Test func `a clone has everything, and makes nothing where nothing is`() throws {
    let (anna, bob) = try pair()
    anna.replica.write("a.md", "one\n")
    let clone = KeyedReplica(folder: meeting.folder("C"), bob.keys)
    let people = ["--participant", anna.keys.person, "--participant", bob.keys.person]
    let none = try clone.program.run(["clone", address, "."] + people, exits: 2)
    #expect(none.messages.contains("no repository") && !File(meeting.remote).exists)
    try anna.docmerge("sync")
    let part = try clone.program.run(["clone", "--on-demand", address, "."] + people, exits: 2)
    #expect(part.messages.contains("without --on-demand"), "\(part)")
    let closed = try clone.program.run(["clone", address, "."], exits: 2)
    #expect(closed.messages.contains("it is not set who may read"), "\(closed)")
    try clone.program.run(["clone", address, "."] + people, exits: 0)
    #expect(clone.replica.contents == ["a.md": "one\n"])
    clone.replica.write("c.md", "two\n")
    try clone.docmerge("sync")
    try anna.docmerge("sync")
    #expect(anna.replica.contents == clone.replica.contents)
  }

  /// What the server has as the states of all replicas, by git alone.
  private func states(seenBy one: KeyedReplica) throws -> Set<String> {
    let mirror = "\(one.mirrors)/\(one.mirrors.names[0])"
    let git = Program("git", in: one.replica.path, environment: one.keys.environment)
    let words = ["--git-dir=\(mirror)", "ls-remote", "cloud", "refs/docmerge/state/*"]
    return Set(try git.run(words, exits: 0).lines.map { String($0.prefix(40)) })
  }

  private func own(_ one: KeyedReplica) throws -> String {
    try one.replica.git("for-each-ref", "--format=%(objectname)", "refs/docmerge/state").lines[0]
  }

  @Test(arguments: [nil, GitServer.Kind.daemon])
  func `replicas that send at the same time overwrite nothing`(kind: GitServer.Kind?) throws {
    if let kind, !kind.isInstalled { return }
    let server = try kind.map { try GitServer($0) }
    let (anna, bob) = try pair(at: server.map { "gcrypt::\($0.url)" })
    anna.replica.write("first.md", "first\n")
    for one in [anna, bob] { try one.docmerge("sync") }
    for round in 0..<3 {
      for one in [anna, bob] { one.replica.write("\(one.replica.name) \(round).md", "\(round)\n") }
      let running = [anna, bob].map { $0.program.start(["sync"]) }
      for one in running {
        let output = one.finish()
        #expect(output.status == 0, "\(output)")
      }
      #expect(try states(seenBy: anna).isSuperset(of: [own(anna), own(bob)]))
    }
    for one in [anna, bob, anna] { try one.docmerge("sync") }
    #expect(anna.replica.contents.count == 7 && anna.replica.contents == bob.replica.contents)
  }

  @Test func `what a prune takes away is not kept decrypted`() throws {
    let anna = try KeyedReplica(
      meeting.folder("A"), Keyring(of: "anna"), at: address, for: [])
    try anna.replica.git("config", "gcrypt.participants", "simple")
    anna.replica.write("a.md", "one\n")
    try anna.docmerge("sync")
    try anna.replica.save("a.md", "taken back\n")
    try anna.docmerge("sync")
    try anna.docmerge("undo")
    try anna.docmerge("sync")
    func isDecrypted(_ text: String) throws -> Bool {
      let git = Program("git", in: anna.replica.path)
      let id = git.run(["hash-object", "--stdin"], input: Array(text.utf8)).lines[0]
      let mirror = try #require(anna.mirrors.names.first { !$0.hasSuffix(".tidy") })
      return git.run(["--git-dir=\(anna.mirrors)/\(mirror)", "cat-file", "-e", id]).status == 0
    }
    #expect(try isDecrypted("one\n") && isDecrypted("taken back\n"))
    #expect(try anna.replica.prune("--older-than", "0d").versions == 1)
    #expect(anna.mirrors.names.allSatisfy { $0.hasSuffix(".tidy") })
    try anna.docmerge("sync")
    #expect(try isDecrypted("one\n") && !isDecrypted("taken back\n"))
    try anna.docmerge("remote", "remove", "cloud")
    #expect(anna.mirrors.names == [])
  }
}
