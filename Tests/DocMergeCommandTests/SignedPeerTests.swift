import DocMergeTestSupport
import Testing

/// Where signatures are required, nothing is taken in without the signature of an allowed signer.
struct SignedPeerTests {
  private let meeting = Meeting()
  private let keys = SigningKeys()

  /// Replicas that are in sync, sign with keys of their own names, and take in nothing else.
  private func strictReplicas(_ names: String...) throws -> [Replica] {
    let replicas = try names.map(meeting.replica)
    for replica in replicas {
      try keys.sign(replica, with: replica.name)
      try keys.require(replica)
    }
    let lines = try names.map { "\($0)@example.org \(try keys.publicKey($0))\n" }
    File(keys.allowed).write(Array(lines.joined().utf8))
    replicas[0].write("a.md", "one\n")
    for replica in replicas { try replica.docmerge("sync") }
    return replicas
  }

  private func state(of replica: Replica) throws -> String {
    "refs/docmerge/state/\(try replica.git("config", "docmerge.replica").lines[0])"
  }

  @Test func `those who sign and check converge, also where they resolve alike`() throws {
    let replicas = try strictReplicas("A", "B")
    for round in 0..<3 {
      try replicas[0].save("a.md", "A \(round)\n")
      try replicas[1].save("a.md", "B \(round)\n")
      sync(replicas)
      for replica in replicas { try replica.docmerge("resolve", "--all", "--newest") }
      sync(replicas)
      try expectAgreement(replicas)
      let ids = try replicas.map { try $0.docmerge("versions", "a.md").text }
      #expect(ids[0] == ids[1])
    }
    for replica in replicas { try replica.docmerge("verify") }
    // Nothing goes to and fro where nothing is new.
    let before = meeting.git("for-each-ref").text
    sync(replicas)
    #expect(meeting.git("for-each-ref").text == before)
  }

  @Test func `who does not sign is left out, and taken in once it does`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    try b.git("config", "docmerge.sign", "false")
    try b.save("b.md", "B\n")
    try b.docmerge("sync")
    let id = try b.git("config", "docmerge.replica").lines[0]
    for _ in 0..<2 {
      let output = try a.docmerge("sync", exits: 1)
      #expect(output.messages.contains("Left out: replica \(id): is not signed"), "\(output)")
      #expect(a.read("b.md") == nil)
    }
    try b.git("config", "docmerge.sign", "true")
    try b.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.read("b.md") == "B\n")
  }

  /// The `signatures` of `docmerge status --json`.
  private struct Signatures: Decodable {
    struct Signature: Decodable {
      var replica: String
      var signature: String
      var reason: String?
    }

    var signatures: [Signature]
  }

  private func signatures(_ replica: Replica) throws -> [Signatures.Signature] {
    try replica.docmerge("status", "--json").report(Signatures.self).signatures
  }

  @Test func `status says how those have signed who were taken in`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    try keys.require(a, "warn")
    try a.docmerge("sync")
    let id = try b.git("config", "docmerge.replica").lines[0]
    #expect(try signatures(a).map(\.signature) == ["good"])
    #expect(try signatures(a).map(\.replica) == [id])
    #expect(try !a.docmerge("status").text.contains(id))
    try b.git("config", "docmerge.sign", "false")
    try b.save("b.md", "B\n")
    try b.docmerge("sync")
    _ = a.program.run(["sync"])
    #expect(try signatures(a).map(\.signature) == ["missing"])
    try b.git("config", "docmerge.sign", "true")
    try keys.sign(b, with: "stranger")
    try b.docmerge("sync")
    _ = a.program.run(["sync"])
    #expect(try signatures(a).map(\.signature) == ["bad"])
    let text = try a.docmerge("status").text
    #expect(text.contains("what replica \(id) sent is signed, but not with a key"), "\(text)")
    try a.git("config", "gpg.ssh.allowedSignersFile", "/nonexistent/signers")
    #expect(try signatures(a).map(\.signature) == ["unknown"])
    try a.git("config", "docmerge.verifysignatures", "never")
    #expect(try signatures(a).isEmpty)
  }

  @Test func `only allowed keys count`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    try keys.sign(b, with: "stranger")
    try b.save("b.md", "B\n")
    try b.docmerge("sync")
    let output = try a.docmerge("sync", exits: 1)
    #expect(output.messages.contains("gpg.ssh.allowedSignersFile allows"), "\(output)")
    #expect(a.read("b.md") == nil)
    try keys.allow("A", "B", "stranger")
    try a.docmerge("sync")
    #expect(a.read("b.md") == "B\n")
  }

  @Test func `a clone takes in nothing that is not signed, by the person's own settings`() throws {
    let a = try meeting.replica("A")
    try a.save("a.md", "one\n")
    try a.docmerge("sync")
    let b = meeting.folder("B")
    try keys.allow("A")
    try Program("mkdir", in: "/").run(["\(b.path).home"], exits: 0)
    File("\(b.path).home/.gitconfig").write(
      Array(
        """
        [docmerge]
        verifysignatures = require
        [gpg "ssh"]
        allowedSignersFile = \(keys.allowed)

        """.utf8))
    var program = b.program
    program.environment = [
      "HOME": "\(b.path).home", "GIT_CONFIG_GLOBAL": "\(b.path).home/.gitconfig",
    ]
    try program.run(["clone", meeting.remote, "."], exits: 1)
    #expect(b.contents.isEmpty)
    try keys.sign(a, with: "A")
    try a.docmerge("sync")
    try program.run(["sync"], exits: 0)
    #expect(b.contents == ["a.md": "one\n"])
  }

  @Test func `revoked keys do not count, and verify names what they have signed`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    try a.git("config", "gpg.ssh.revocationFile", keys.revoked)
    try b.save("b.md", "B\n")
    try b.docmerge("sync")
    // git itself lets everybody in when the list is gone.
    let lost = try a.docmerge("sync", exits: 2)
    #expect(lost.messages.contains("revocation file configured but not found"), "\(lost)")
    try keys.revoke("stranger")
    try a.docmerge("sync")
    try a.docmerge("verify")
    try keys.revoke("B")
    let found = try a.docmerge("verify", exits: 1)
    #expect(found.text.contains("signature refs/docmerge/remotes/home/state/"), "\(found)")
    #expect(found.text.contains("gpg.ssh.revocationFile revokes"))
    try b.save("b.md", "B again\n")
    try b.docmerge("sync")
    let output = try a.docmerge("sync", exits: 1)
    #expect(output.messages.contains("gpg.ssh.revocationFile revokes"), "\(output)")
    #expect(a.read("b.md") == "B\n")
  }

  @Test(arguments: ["s/two/six/", "s/^tree .*/tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904/"])
  func `what was changed after it was signed is refused`(_ change: String) throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    try b.git("config", "docmerge.computer", "two")
    try b.save("b.md", "B\n")
    try b.docmerge("sync")
    let name = try state(of: b)
    try Program("sh", in: a.path).run(
      [
        "-c",
        """
        export GIT_DIR='\(meeting.remote)'
        id=$(git cat-file commit \(name) | sed '\(change)' | git hash-object -t commit -w --stdin)
        git update-ref \(name) $id
        """,
      ], exits: 0)
    let output = try a.docmerge("sync", exits: 1)
    #expect(output.messages.contains("was changed since"), "\(output)")
    #expect(a.read("b.md") == nil)
    try a.docmerge("verify")
  }

  @Test func `a warning names them, and takes them in`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    try keys.require(a, "warn")
    try b.git("config", "docmerge.sign", "false")
    try b.save("b.md", "B\n")
    try b.docmerge("sync")
    let output = try a.docmerge("sync")
    #expect(output.messages.contains("Warning: replica "), "\(output)")
    #expect(output.messages.contains("is not signed"))
    #expect(a.read("b.md") == "B\n")
    let json = try a.docmerge("sync", "--json").text
    #expect(json.contains("\"warnings\" : ["))
  }

  @Test func `without a list of those who may, nothing is taken in, and the sync says so`() throws {
    let replicas = try strictReplicas("A", "B")
    try replicas[0].git("config", "--unset", "gpg.ssh.allowedSignersFile")
    try replicas[1].save("b.md", "B\n")
    try replicas[1].docmerge("sync")
    replicas[0].write("c.md", "C\n")
    let output = try replicas[0].docmerge("sync", exits: 2)
    #expect(output.messages.contains("set gpg.ssh.allowedSignersFile"), "\(output)")
    #expect(replicas[0].contents == ["a.md": "one\n", "c.md": "C\n"])
    try keys.require(replicas[0])
    sync(replicas)
    try expectAgreement(replicas)
  }

  @Test func `a replica that was restored signs what it did since anew`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    let id = try a.git("config", "docmerge.replica").text
    try a.docmerge("remote", "add", "other", "\(meeting.remote).other")
    try a.shell("cp -a .docmerge ../backup")
    try a.save("a.md", "two\n")
    try a.docmerge("sync", "home")
    // Into the same files, so that it passes for the same place.
    try a.shell(
      """
      find .docmerge -mindepth 1 -type f ! -name index -delete
      cp -a ../backup/. .docmerge/
      """)
    try a.save("a.md", "other\n")
    try a.docmerge("sync", "other")
    #expect(try a.git("config", "docmerge.replica").text == id)
    _ = a.program.run(["sync", "home"])
    #expect(try a.git("config", "docmerge.replica").text != id)
    _ = b.program.run(["sync"])
    try b.docmerge("resolve", "--all", "--newest")
    try b.docmerge("sync")
    try a.docmerge("sync", "home")
    try expectAgreement(replicas)
    for replica in replicas { try replica.docmerge("verify") }
  }

  @Test func `a forged state in a replica's own place is not taken in`() throws {
    let replicas = try strictReplicas("A", "B")
    let (a, b) = (replicas[0], replicas[1])
    let eve = try meeting.replica("Eve")
    try eve.docmerge("sync")
    try eve.git("config", "docmerge.replica", try a.git("config", "docmerge.replica").lines[0])
    try eve.save("eve.md", "Eve\n")
    try eve.git("push", "--quiet", "--force", meeting.remote, "refs/docmerge/*:refs/docmerge/*")
    let output = a.program.run(["sync"])
    #expect(output.messages.contains("is not signed"), "\(output)")
    #expect(a.contents == ["a.md": "one\n"])
    try b.save("b.md", "B\n")
    for replica in [b, a] { _ = replica.program.run(["sync"]) }
    #expect(a.contents == ["a.md": "one\n", "b.md": "B\n"])
    try a.git("fsck", "--strict")
  }
}
