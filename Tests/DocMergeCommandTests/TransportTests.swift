import DocMergeTestSupport
import Glibc
import Testing

/// Replicas that meet on real servers, whose repositories plain git has made.
struct TransportTests {
  private func sync(over kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    a.replica.write("a.md", "one\n")
    a.replica.write("folder/photo.raw", String(repeating: "0123456789", count: 200_000))
    let first = try a.sync()
    #expect(first.format == "docmerge-sync" && first.version == 1)
    #expect(first.remotes.map(\.state) == ["done"])
    #expect(first.remotes[0].isSent == true && first.remotes[0].waiting == 0)
    #expect(first.added == ["a.md", "folder/photo.raw"])
    #expect(try b.sync().remotes[0].received == 2)
    #expect(b.replica.contents == a.replica.contents)
    for replica in [a, b] { try replica.replica.save("a.md", "by \(replica.replica.name)\n") }
    try a.docmerge("sync")
    #expect(try b.sync(exits: 1).conflicts.map(\.path) == ["a.md"])
    try b.docmerge("resolve", "a.md", "--newest")
    for replica in [b, a] { try replica.docmerge("sync") }
    #expect(a.replica.contents == b.replica.contents)
    let quiet = try a.docmerge("sync", "--quiet")
    #expect(quiet.bytes.isEmpty && quiet.messageBytes.isEmpty)
    #expect(server.git("fsck", "--strict").status == 0)
    #expect(server.git("for-each-ref", "refs/docmerge").lines.count == 4)
    for replica in [a, b] { try replica.replica.git("fsck", "--strict") }
  }

  @Test(.enabled(if: GitServer.Kind.daemon.isInstalled, "git daemon is not installed"))
  func `replicas meet at a git daemon`() throws { try sync(over: .daemon) }

  @Test(.enabled(if: GitServer.Kind.ssh.isInstalled, "OpenSSH is not installed"))
  func `replicas meet over ssh`() throws { try sync(over: .ssh) }

  @Test(.enabled(if: GitServer.Kind.http.isInstalled, "lighttpd is not installed"))
  func `replicas meet over http`() throws { try sync(over: .http) }

  @Test(.enabled(if: GitServer.Kind.https.isInstalled, "lighttpd-mod-openssl is not installed"))
  func `replicas meet over https`() throws { try sync(over: .https) }

  @Test(
    .enabled(if: GitServer.Kind.https.isInstalled, "lighttpd-mod-openssl is not installed"),
    arguments: ["unknown", "of another host"])
  func `a certificate that is not trusted is refused, with advice that helps`(flaw: String) throws {
    let server = try GitServer(.https, isStarted: false)
    if flaw != "unknown" { try server.makeCertificate(for: "DNS:example.org") }
    try server.start()
    var a = try ServedReplica("A", at: server)
    if flaw == "unknown" { a.environment["GIT_SSL_CAINFO"] = nil }
    a.replica.write("a.md", "one\n")
    #expect(try a.sync(exits: 2).remotes[0].reason == "certificate-not-trusted")
    let output = try a.docmerge("sync", exits: 2)
    let advice = "git config --global http.\(server.url).sslCAInfo FILE"
    #expect(output.messages.contains("`\(advice)`"), "\(output)")
    #expect(try a.replica.status().isClean)
    #expect(server.git("for-each-ref").lines.isEmpty)
    guard flaw == "unknown" else { return }
    try a.replica.git("config", "http.\(server.url).sslCAInfo", server.certificate)
    #expect(try a.sync().remotes[0].isSent == true)
  }

  @Test(.enabled(if: GitServer.Kind.https.isInstalled, "lighttpd-mod-openssl is not installed"))
  func `a file of certificates that is not there is no reason to wait`() throws {
    let server = try GitServer(.https)
    var a = try ServedReplica("A", at: server)
    a.environment["GIT_SSL_CAINFO"] = "\(a.replica.path)/none"
    #expect(try a.sync(exits: 2).remotes[0].reason == "certificate-not-trusted")
  }

  @Test func `replicas meet on a path that plain git has made`() throws {
    let meeting = Meeting()
    let replica = try meeting.replica("A")
    try replica.shell("git init --quiet --bare '\(meeting.remote)'")
    replica.write("a.md", "one\n")
    try replica.docmerge("sync")
    let other = try meeting.replica("B")
    try other.docmerge("sync")
    #expect(other.contents == ["a.md": "one\n"])
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test(.enabled(if: GitServer.Kind.ssh.isInstalled, "OpenSSH is not installed"))
  func `the short form of an ssh address works, with a key of the agent`() throws {
    let server = try GitServer(.ssh)
    var a = try ServedReplica("A", at: server, url: "127.0.0.1:\(server.repository)")
    let config = server.file("client").text ?? ""
    let agentOnly = config.split(separator: "\n").filter { !$0.hasPrefix("Ident") }
    let lines = agentOnly + ["Port \(server.port)", "IdentityFile /dev/null", ""]
    server.file("client").write(Array(lines.joined(separator: "\n").utf8))
    #expect(try a.sync(exits: 2).remotes[0].reason == "not-authenticated")
    let key = server.file("key").description
    let agent = try a.replica.shell("ssh-agent -s; SSH_AUTH_SOCK= true")
    let values = agent.text.split(whereSeparator: { ";\n".contains($0) })
    let socket = try #require(values.first { $0.hasPrefix("SSH_AUTH_SOCK=") })
    let process = try #require(values.first { $0.hasPrefix("SSH_AGENT_PID=") })
    defer { kill(Int32(process.dropFirst("SSH_AGENT_PID=".count)) ?? 0, SIGTERM) }
    try a.replica.shell("\(socket) ssh-add -q '\(key)'")
    a.environment["SSH_AUTH_SOCK"] = String(socket.dropFirst("SSH_AUTH_SOCK=".count))
    #expect(try a.sync().remotes[0].isSent == true)
  }

  @Test(arguments: [GitServer.Kind.http, .https].filter(\.isInstalled))
  func `a token is read from git's credential helper, and never stands in a message`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let a = try ServedReplica("A", at: server, url: server.privateURL)
    #expect(try a.sync(exits: 2).remotes[0].reason == "not-authenticated")
    let helper = "!f() { echo username=anna; echo password=$TOKEN; }; f"
    try a.replica.git("config", "credential.helper", helper)
    var (right, wrong) = (a, a)
    right.environment["TOKEN"] = "token-of-anna"
    wrong.environment["TOKEN"] = "token-of-eve"
    let refused = try wrong.docmerge("sync", exits: 2)
    #expect(refused.messages.contains("wants to know who you are"))
    #expect(!refused.messages.contains("token-of-eve"))
    #expect(try right.sync().remotes[0].state == "done")
    let url = server.privateURL.replacing("//", with: "//anna:secret-word@")
    try a.replica.docmerge("remote", "add", "other", url)
    try a.replica.git("config", "--unset", "credential.helper")
    for words in [
      ["sync", "other"], ["remote", "list"], ["status"], ["sync", "other", "--json"],
    ] {
      let output = a.program.run(words)
      #expect(!output.messages.contains("secret-word") && !output.text.contains("secret-word"))
    }
  }

  @Test(arguments: GitServer.Kind.installed)
  func `documents with the names of git's own files pass, whatever they say`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    a.replica.write(".gitmodules", "[submodule \"../x\"]\n\tpath = -x\n\turl = -u./x\n")
    a.replica.write("sub/.gitattributes", String(repeating: "x", count: 5000) + " text\n")
    a.replica.write("sub/.mailmap", "nobody\n")
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(b.replica.contents == a.replica.contents)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a replica that sent rubbish is named and left out, the others arrive`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let replicas = try ["A", "B", "C"].map { try ServedReplica($0, at: server) }
    for served in replicas {
      served.replica.write("\(served.replica.name).md", "\(served.replica.name)\n")
    }
    // Each was made on its own, so the documents of the others are strange to it.
    for served in replicas { try served.docmerge("sync", "--join") }
    let bad = try replicas[2].replica.git("config", "docmerge.replica").lines[0]
    // A commit that git's checks refuse: its author has no address.
    let name = "refs/docmerge/state/\(bad)"
    let tree = server.git("rev-parse", "\(name)^{tree}").lines[0]
    let text = "tree \(tree)\nauthor nobody\ncommitter nobody\n\nbad\n"
    let id = Program("git", in: server.repository).run(
      ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], input: Array(text.utf8)
    ).lines[0]
    #expect(server.git("update-ref", name, id).status == 0)
    replicas[1].replica.write("more.md", "more\n")
    try replicas[1].docmerge("sync", exits: 1)
    let output = try replicas[0].docmerge("sync", exits: 1)
    #expect(output.messages.contains("Left out: replica \(bad): "), "\(output)")
    #expect(replicas[0].replica.read("more.md") == "more\n")
    #expect(replicas[0].replica.read("B.md") == "B\n")
  }

  @Test func `without git, remotes on paths work, and others say what to install`() throws {
    let a = try Meeting().replica("A")
    a.write("a.md", "one\n")
    try a.docmerge("remote", "add", "server", "git://127.0.0.1:1/notes.git")
    var program = a.program
    program.environment["PATH"] = "/nonexistent"
    // Only `env`, which starts the program, must be found.
    let line = "PATH=/nonexistent '\(Replica.command)' sync"
    try Program("sh", in: a.path).run(["-c", "\(line) home"], exits: 0)
    let output = try Program("sh", in: a.path).run(["-c", "\(line) server"], exits: 2)
    #expect(output.messages.contains("install it"))
  }
}
