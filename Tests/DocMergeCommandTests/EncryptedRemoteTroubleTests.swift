import DocMergeTestSupport
import Glibc
import Testing

/// What goes wrong with encrypted remotes is said, with what to do, and nothing is taken in or overwritten.
@Suite(.enabled(if: Keyring.isUsable, "git-remote-gcrypt or gpg is not installed"))
struct EncryptedRemoteTroubleTests {
  private let meeting = Meeting()
  private var address: String { "gcrypt::\(meeting.remote)" }

  private func person(
    _ name: String, _ keys: Keyring, for people: [Keyring]
  ) throws -> KeyedReplica {
    try KeyedReplica(meeting.folder(name), keys, at: address, for: people)
  }

  /// A replica of one person that has met the remote.
  private func anna() throws -> KeyedReplica {
    let keys = try Keyring(of: "anna")
    let anna = try person("A", keys, for: [keys])
    anna.replica.write("a.md", "one\n")
    try anna.docmerge("sync")
    return anna
  }

  @Test func `a repository that is gone is not made anew`() throws {
    let anna = try anna()
    File(meeting.remote).removeAll()
    #expect(try anna.complaint().contains("is gone"))
    #expect(try anna.docmerge("sync", "--json", exits: 2).text.contains("repository-gone"))
    #expect(!File(meeting.remote).exists)
    // A person who wants a new one says so.
    try anna.docmerge("remote", "remove", "cloud")
    try anna.docmerge("remote", "add", "cloud", address, "--participant", anna.keys.person)
    try anna.docmerge("sync")
    #expect(File(meeting.remote).exists)
  }

  @Test func `a disk that is not there is no repository that is gone`() throws {
    let keys = try Keyring(of: "anna")
    let disk = File("\(meeting.folder("disk").path)")
    let anna = try KeyedReplica(
      meeting.folder("A"), keys, at: "gcrypt::\(disk)/secret", for: [keys])
    try anna.docmerge("sync")
    disk.move(to: File("\(disk).away"))
    #expect(try anna.docmerge("sync", exits: 75).messages.contains("the folder is not there"))
    File("\(disk).away").move(to: disk)
    try anna.docmerge("sync")
    let mistyped = "gcrypt::\(disk)/no/secret"
    try anna.docmerge("remote", "add", "other", mistyped, "--participant", keys.person)
    #expect(try anna.docmerge("sync", "other", exits: 2).messages.contains("there is no folder"))
  }

  @Test func `a list that is cut off is damaged, whatever gpg makes of it`() throws {
    let anna = try anna()
    let list = File("\(meeting.remote)/\(Self.manifest)")
    let whole = try #require(list.bytes)
    for count in [0, 10, 300, whole.count - 1] {
      list.write(Array(whole.prefix(count)))
      #expect(try anna.complaint().contains("is damaged"), "\(count)")
    }
    list.write(whole)
    try anna.docmerge("sync")
  }

  /// What git-remote-gcrypt calls the list of all references.
  private static let manifest = "91bd0c092128cf2e60e1a608c31e92caf1f9c1595f83f2890ef17c0e4881aa0a"

  @Test func `a server that refuses to remove references blocks no sync`() throws {
    let server = try GitServer(.daemon)
    let hook = "\(server.repository)/hooks/update"
    File(hook).write(Array("#!/bin/sh\ncase $3 in 0000000000*) exit 1;; esac\n".utf8))
    chmod(hook, 0o755)
    let keys = try Keyring(of: "anna")
    let anna = try KeyedReplica(
      meeting.folder("A"), keys, at: "gcrypt::\(server.url)", for: [keys])
    for number in 0..<3 {
      anna.replica.write("a.md", "\(number)\n")
      try anna.docmerge("sync")
    }
  }

  @Test func `a server that refuses forced pushes is reported as that`() throws {
    let server = try GitServer(.daemon)
    let git = Program("git", in: server.repository)
    try git.run(["config", "receive.denyNonFastForwards", "true"], exits: 0)
    let keys = try Keyring(of: "anna")
    let anna = try KeyedReplica(
      meeting.folder("A"), keys, at: "gcrypt::\(server.url)", for: [keys])
    try anna.docmerge("sync")
    anna.replica.write("a.md", "one\n")
    #expect(try anna.complaint().contains("refuses forced pushes"))
    try git.run(["config", "receive.denyNonFastForwards", "false"], exits: 0)
    try anna.docmerge("sync")
  }

  @Test func `another repository in the place of the known one is refused, each time`() throws {
    let anna = try anna()
    File(meeting.remote).removeAll()
    let twin = try person("T", anna.keys, for: [anna.keys])
    twin.replica.write("t.md", "twin\n")
    try twin.docmerge("sync")
    for _ in 0..<2 { #expect(try anna.complaint().contains("another encrypted repository")) }
    #expect(anna.replica.contents == ["a.md": "one\n"])
    try twin.docmerge("sync")
    #expect(twin.replica.contents == ["t.md": "twin\n"])
    // A replica that meets it for the first time reports another container.
    try anna.docmerge("remote", "set-url", "cloud", address)
    #expect(try anna.complaint().contains("another container"))
  }

  @Test func `a transfer that a stranger signed is not taken in`() throws {
    let anna = try anna()
    let (bob, eve) = (try Keyring(of: "bob"), try Keyring(of: "eve"))
    try eve.meet(anna.keys, bob)
    // Anna knows the key, which is not enough.
    try anna.keys.meet(eve, bob)
    let forger = try KeyedReplica(
      meeting.folder("E"), eve, at: "gcrypt::\(meeting.remote).eve", for: [eve, anna.keys])
    forger.replica.write("forged.md", "forged\n")
    try forger.docmerge("sync")
    File(meeting.remote).removeAll()
    File("\(meeting.remote).eve").move(to: File(meeting.remote))
    let words = try anna.complaint()
    #expect(words.contains("was written by a person who is no participant"), "\(words)")
    #expect(anna.replica.contents == ["a.md": "one\n"])
  }

  @Test func `who cannot read says so, and keeps it as it is`() throws {
    let anna = try anna()
    let bob = try Keyring(of: "bob")
    try bob.meet(anna.keys)
    let reader = try person("B", bob, for: [bob, anna.keys])
    let before = File(meeting.remote).names
    let words = try reader.complaint()
    #expect(words.contains("gpg cannot open"), "\(words)")
    #expect(File(meeting.remote).names == before)
    // Once the one who can read has named the other, both can.
    try anna.keys.meet(bob)
    try anna.replica.git(
      "config", "remote.cloud.gcrypt-participants", "\(anna.keys.person) \(bob.person)")
    anna.replica.write("a.md", "two\n")
    try anna.docmerge("sync")
    try reader.docmerge("sync")
    #expect(reader.replica.contents == ["a.md": "two\n"])
  }

  @Test func `participants have keys, and one of them is the person's own`() throws {
    let anna = try anna()
    let key = "remote.cloud.gcrypt-participants"
    let bob = try Keyring(of: "bob")
    try anna.replica.git("config", key, "\(anna.keys.person) \(bob.person)")
    let unknown = try anna.complaint()
    #expect(unknown.contains("gpg --import") && unknown.contains(bob.person), "\(unknown)")
    try anna.keys.meet(bob)
    try anna.replica.git("config", key, bob.person)
    #expect(try anna.complaint().contains("none of the participants' keys is yours"))
    try anna.replica.git("config", "--unset", key)
    #expect(try anna.complaint().contains("it is not set who may read"))
  }

  @Test func `a key that waits for its passphrase is named, where no person can be asked`() throws {
    let keys = try Keyring(of: "anna", passphrase: "a passphrase")
    let anna = try person("A", keys, for: [keys])
    anna.replica.write("a.md", "one\n")
    keys.endAgent()
    let words = try anna.complaint()
    #expect(words.contains("passphrase: run `docmerge sync` at a terminal"), "\(words)")
  }

  @Test func `programs that are missing are named`() throws {
    let anna = try anna()
    let programs = File("\(meeting.folder("bin").path)")
    for name in ["env", "git", "gpg"] { File("\(programs)/\(name)").link(to: "/usr/bin/\(name)") }
    var poor = anna.program
    poor.environment["PATH"] = "\(programs)"
    let first = try poor.run(["sync"], exits: 2).messages
    #expect(first.contains("apt-get install git-remote-gcrypt"), "\(first)")
    File("\(programs)/gpg").remove()
    #expect(try poor.run(["sync"], exits: 2).messages.contains("apt-get install gnupg"))
  }

  @Test func `existing contents are not overwritten`() throws {
    let keys = try Keyring(of: "anna")
    let work = meeting.folder("W")
    try work.shell("git init -q .")
    try work.shell(
      "git -c user.name=W -c user.email=w@example.org commit -q --allow-empty -m W")
    try work.shell("git clone -q --bare . '\(meeting.remote)'")
    try work.shell("git --git-dir='\(meeting.remote)' branch -f master HEAD")
    let before = meeting.git("for-each-ref").text
    let anna = try person("A", keys, for: [keys])
    #expect(try anna.complaint().contains("its branch master holds something else"))
    #expect(meeting.git("for-each-ref").text == before)
    let other = meeting.folder("other")
    other.write("a file", "of somebody\n")
    try anna.docmerge("remote", "set-url", "cloud", "gcrypt::\(other.path)")
    #expect(try anna.complaint().contains("a folder with other files"))
    #expect(other.contents.count == 1)
    try anna.docmerge("remote", "set-url", "cloud", "gcrypt::\(work.path)")
    #expect(try anna.complaint().contains("a git repository that people work in"))
  }

  @Test func `the name of the remote leads to the address alone`() throws {
    let anna = try anna()
    try anna.replica.git("config", "remote.cloud.pushurl", "\(meeting.remote).plain")
    anna.replica.write("a.md", "two\n")
    #expect(try anna.complaint().contains("another address besides"))
    #expect(!File("\(meeting.remote).plain").exists)
  }

  @Test(arguments: [
    "ext::sh -c id", "gcrypt::/x", "rsync://h/x", "sftp://h/x", "rclone://h:x", "gitception://h/x",
    "file:///x", "-x", "", "~/x", "host:-x", "ssh://-oProxyCommand=x/n", "/x#next", "h:x#next",
  ])
  func `what git-remote-gcrypt would run or mistake is refused`(place: String) throws {
    let replica = meeting.folder("A")
    try replica.initialize()
    try replica.docmerge("remote", "add", "bad", "gcrypt::\(place)", exits: 2)
    // Nor is it believed when it stands in the settings.
    try replica.git("config", "remote.bad.url", "gcrypt::\(place)")
    try replica.docmerge("sync", exits: 2)
  }

  @Test func `a place is meant as without encryption, and participants are keys`() throws {
    let replica = meeting.folder("A")
    try replica.initialize()
    try replica.docmerge("remote", "add", "near", "gcrypt::near", "--participant", "0xABCD")
    #expect(
      try replica.docmerge("remote", "list").lines == ["near  gcrypt::\(replica.path)/near"])
    let plain = ["remote", "add", "plain", "/x", "--participant", "anna@example.org"]
    #expect(
      try replica.program.run(plain, exits: 2).messages.contains("begin with gcrypt::"))
    for key in ["-x", "a b", "", "$(id)"] {
      try replica.program.run(
        ["remote", "add", "bad", "gcrypt::/x", "--participant=\(key)"], exits: 2)
    }
    // What rewrites a plain address does not let the helper run.
    try replica.git("config", "url.gcrypt::/.insteadOf", "plain:/")
    try replica.docmerge("remote", "add", "other", "plain:/near")
    #expect(try replica.docmerge("sync", "other", exits: 2).messages.contains("who may read"))
  }
}
