import DocMergeTestSupport
import Testing

/// States are signed with ssh keys when they are sent; plain git is the judge.
struct SignatureTests {
  private let meeting = Meeting()
  private let keys = SigningKeys()

  /// What a replica has on the remote, and what git says of it by the lists of the test.
  private func judgement(on replica: Replica) throws -> Output {
    let id = try replica.git("config", "docmerge.replica").lines[0]
    return meeting.git(
      "-c", "gpg.ssh.allowedSignersFile=\(keys.allowed)", "verify-commit",
      "refs/docmerge/state/\(id)")
  }

  @Test func `git verifies each sent state, and the signature is made once`() throws {
    let a = try meeting.replica("A")
    try keys.allow("A")
    try keys.sign(a, with: "A")
    try a.save("a.md", "one\n")
    try a.docmerge("sync")
    let output = try judgement(on: a)
    #expect(output.status == 0, "\(output)")
    #expect(output.messages.contains("for A@example.org"))
    let id = try a.git("config", "docmerge.replica").lines[0]
    let state = meeting.git("rev-parse", "refs/docmerge/state/\(id)").text
    for _ in 0..<2 { try a.docmerge("sync") }
    #expect(meeting.git("rev-parse", "refs/docmerge/state/\(id)").text == state)
    try a.git("fsck", "--strict")
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test func `a signature is no operation, and those before it are signed with it`() throws {
    let a = try meeting.replica("A")
    try keys.sign(a, with: "A")
    try a.save("a.md", "one\n")
    let before = try a.docmerge("operations").lines
    try a.docmerge("sync")
    try a.save("a.md", "two\n")
    let after = try a.docmerge("operations").lines
    #expect(after.dropFirst() == before.map { $0 + "  (signed)" }[...])
    #expect(after[0].hasSuffix("save a.md"))
    #expect(
      try a.docmerge("operations", "--limit", "1", "--json").text.contains("\"isSigned\" : false"))
    try a.docmerge("undo")
    #expect(a.read("a.md") == "one\n")
    try a.docmerge("sync")
    try a.docmerge("undo", String(before[0].prefix(8)))
    #expect(a.contents.isEmpty)
    try a.docmerge("sync")
    try a.docmerge("verify")
  }

  @Test func `signs as commits are signed, if nothing else is said`() throws {
    let a = try meeting.replica("A")
    try keys.allow("A")
    try a.git("config", "commit.gpgSign", "true")
    try a.git("config", "user.signingKey", try keys.key("A"))
    try a.save("a.md", "one\n")
    try a.docmerge("sync")
    #expect(try judgement(on: a).status == 1)
    try a.git("config", "gpg.format", "ssh")
    try a.docmerge("sync")
    #expect(try judgement(on: a).status == 0)
    try a.git("config", "docmerge.sign", "false")
    try a.save("a.md", "two\n")
    try a.docmerge("sync")
    #expect(try judgement(on: a).status == 1)
  }

  @Test func `a new key signs what was sent anew, once, also where its public half is another's`()
    throws
  {
    let a = try meeting.replica("A")
    try keys.allow("A")
    try keys.sign(a, with: "old")
    try a.save("a.md", "one\n")
    try a.docmerge("sync")
    #expect(try judgement(on: a).status == 1)
    try keys.sign(a, with: "A")
    try a.docmerge("sync")
    #expect(try judgement(on: a).status == 0)
    let wrong = try keys.key("wrong")
    File("\(wrong).pub").write(Array("\(try keys.publicKey("old"))\n".utf8))
    try a.git("config", "user.signingKey", wrong)
    var states: [String] = []
    for _ in 0..<4 {
      _ = a.program.run(["sync"])
      states.append(meeting.git("for-each-ref", "refs/docmerge/state").text)
    }
    #expect(states[3] == states[2])
  }

  @Test func `an agent signs for a key that is written out`() throws {
    let replica = try meeting.replica("A")
    var a = replica.program
    try keys.allow("A")
    try keys.startAgent(with: "A")
    try replica.git("config", "docmerge.sign", "true")
    try replica.git("config", "user.signingKey", "key::\(try keys.publicKey("A"))")
    replica.write("a.md", "one\n")
    let output = try a.run(["sync"], exits: 2)
    #expect(output.messages.contains("No private key found"), "\(output)")
    a.environment["SSH_AUTH_SOCK"] = keys.socket
    try a.run(["sync"], exits: 0)
    #expect(try judgement(on: replica).status == 0)
    try replica.git("config", "--unset", "user.signingKey")
    try replica.git("config", "gpg.ssh.defaultKeyCommand", "ssh-add -L")
    replica.write("a.md", "two\n")
    try a.run(["sync"], exits: 0)
    #expect(try judgement(on: replica).status == 0)
  }

  @Test(arguments: ["no key", "no file", "no program", "a passphrase", "a program that hangs"])
  func `nothing goes out unsigned, and nothing is lost`(_ obstacle: String) throws {
    let a = try meeting.replica("A")
    try a.git("config", "docmerge.sign", "true")
    let key = try keys.key(obstacle == "a passphrase" ? "locked" : "A", passphrase: "secret word")
    if obstacle != "no key" {
      try a.git("config", "user.signingKey", obstacle == "no file" ? "/nonexistent" : key)
    }
    if obstacle == "no program" { try a.git("config", "gpg.ssh.program", "/nonexistent") }
    if obstacle == "a program that hangs" {
      try a.git("config", "gpg.ssh.program", try script("sleep 60"))
    }
    a.write("a.md", "one\n")
    let output = try a.docmerge("sync", "--timeout", "1", exits: 2)
    #expect(output.messages.contains("could not be signed, so nothing was sent"), "\(output)")
    #expect(output.messages.contains("user.signingKey"))
    #expect(!output.messages.contains("secret word"))
    #expect(meeting.git("for-each-ref").text.isEmpty)
    try a.docmerge("verify")
    let status = try a.docmerge("status")
    #expect(status.text.contains("1 change"), "\(status)")
    try a.git("config", "docmerge.sign", "false")
    try a.docmerge("sync")
    #expect(!meeting.git("for-each-ref").text.isEmpty)
  }

  /// A program that does something else than signing.
  private func script(_ line: String) throws -> String {
    let path = "\(keys.allowed).program"
    File(path).write(Array("#!/bin/sh\n\(line)\n".utf8))
    try Program("chmod", in: "/").run(["+x", path], exits: 0)
    return path
  }

  @Test func `a change saved while a key waits for a touch is signed, too`() throws {
    let a = try meeting.replica("A")
    try keys.allow("A")
    try keys.sign(a, with: "A")
    try a.git(
      "config", "gpg.ssh.program",
      try script(
        """
        if [ ! -e '\(a.path)/b.md' ]; then
          echo two >'\(a.path)/b.md'
          '\(Replica.command)' -C '\(a.path)' save >&2 || exit 1
        fi
        exec ssh-keygen "$@"
        """))
    a.write("a.md", "one\n")
    try a.docmerge("sync")
    let output = try judgement(on: a)
    #expect(output.status == 0, "\(output)")
    #expect(try a.docmerge("operations").lines.allSatisfy { $0.hasSuffix("(signed)") })
    #expect(try a.docmerge("operations").text.contains("save b.md"))
    try a.docmerge("verify")
  }

  @Test func `a typing error neither sends unsigned states nor admits every signer`()
    throws
  {
    let a = try meeting.replica("A")
    try a.git("config", "docmerge.sign", "treu")
    #expect(try a.docmerge("sync", exits: 2).messages.contains("docmerge.sign is treu"))
    try a.git("config", "docmerge.sign", "false")
    try a.git("config", "docmerge.verifysignatures", "requrie")
    #expect(
      try a.docmerge("sync", exits: 2).messages.contains("docmerge.verifysignatures is requrie"))
  }
}
