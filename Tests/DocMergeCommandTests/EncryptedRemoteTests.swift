import DocMergeTestSupport
import Glibc
import Testing

/// Remotes that git-remote-gcrypt encrypts, on a real keyring: who has the repository can read nothing of it.
@Suite(.enabled(if: encryptionIsInstalled, "git-remote-gcrypt is not installed"))
struct EncryptedRemoteTests {
  private let meeting = Meeting()
  /// Short, since gpg-agent listens there.
  private let keys = Keyring()
  private var address: String { "gcrypt::\(meeting.remote)" }

  /// A keyring with one key, whose agent ends with it.
  private final class Keyring: Sendable {
    let path: String

    init() {
      var template = Array("/tmp/gpg-XXXXXX".utf8CString)
      path = mkdtemp(&template).map { String(cString: $0) } ?? ""
      _ = Program("gpg", in: path, environment: ["GNUPGHOME": path]).run([
        "--batch", "--passphrase", "", "--quick-generate-key", "replicas@example.org", "default",
        "default", "never",
      ])
    }

    deinit {
      _ = Program("gpgconf", in: "/", environment: ["GNUPGHOME": path]).run(["--kill", "all"])
      _ = Program("rm", in: "/").run(["-r", "-f", path])
    }
  }

  private func program(_ replica: Replica) -> Program {
    var program = replica.program
    program.environment = ["GNUPGHOME": keys.path]
    return program
  }

  private func replica(_ name: String, namesReaders: Bool = true) throws -> Replica {
    let replica = meeting.folder(name)
    try replica.initialize()
    try replica.docmerge("remote", "add", "home", address)
    if namesReaders { try replica.git("config", "gcrypt.participants", "replicas@example.org") }
    return replica
  }

  private func server() throws {
    _ = try Program("git", in: "/").run(["init", "-q", "--bare", meeting.remote], exits: 0)
  }

  @Test func `replicas meet, and the server can read neither names nor contents`() throws {
    try server()
    let (a, b) = (try replica("A"), try replica("B"))
    a.write("diary of may.md", "a very private line\n")
    try program(a).run(["sync"], exits: 0)
    try program(b).run(["sync"], exits: 0)
    #expect(b.contents == ["diary of may.md": "a very private line\n"])
    b.write("diary of may.md", "a very private line\nand one more\n")
    try program(b).run(["sync"], exits: 0)
    try program(a).run(["sync"], exits: 0)
    #expect(a.contents == b.contents)
    let objects = meeting.git("cat-file", "--batch-all-objects", "--batch")
    #expect(objects.status == 0 && objects.bytes.count > 1000)
    for secret in ["diary", "private", "refs/docmerge", "document"] {
      #expect(objects.bytes.firstRange(of: Array(secret.utf8)) == nil)
    }
    #expect(!meeting.git("for-each-ref").text.contains("docmerge"))
    for replica in [a, b] { try replica.docmerge("verify") }
  }

  @Test func `a clone has everything, and one on demand is refused`() throws {
    try server()
    let a = try replica("A")
    a.write("a.md", "one\n")
    try program(a).run(["sync"], exits: 0)
    let (b, c) = (meeting.folder("B"), meeting.folder("C"))
    try program(b).run(["clone", address, "."], exits: 0)
    #expect(b.contents == ["a.md": "one\n"])
    let output = try program(c).run(["clone", "--on-demand", address, "."], exits: 2)
    #expect(output.messages.contains("without --on-demand"), "\(output)")
  }

  @Test func `replicas that send at the same time overwrite nothing for good`() throws {
    try server()
    let replicas = [try replica("A"), try replica("B")]
    replicas[0].write("first.md", "first\n")
    for replica in replicas { try program(replica).run(["sync"], exits: 0) }
    for round in 0..<3 {
      for replica in replicas { replica.write("\(replica.name) \(round).md", "\(round)\n") }
      let running = replicas.map { program($0).start(["sync"]) }
      for one in running { #expect(one.finish().status == 0) }
    }
    for replica in replicas + replicas { try program(replica).run(["sync"], exits: 0) }
    #expect(replicas[0].contents.count == 7 && replicas[0].contents == replicas[1].contents)
  }

  @Test func `an address that cannot be used says why`() throws {
    try server()
    let a = try replica("A", namesReaders: false)
    a.write("a.md", "one\n")
    var stranger = program(a)
    stranger.environment = ["GNUPGHOME": a.path + "/.docmerge"]
    let output = try stranger.run(["sync"], exits: 2)
    #expect(output.messages.contains("gcrypt.participants"), "\(output)")
    for text in ["ext::sh -c id", "gcrypt::/x", "rsync://h/x", "-x"].map({ "gcrypt::\($0)" }) {
      try a.docmerge("remote", "add", "bad", text, exits: 2)
    }
  }
}

private var encryptionIsInstalled: Bool { access("/usr/bin/git-remote-gcrypt", X_OK) == 0 }
