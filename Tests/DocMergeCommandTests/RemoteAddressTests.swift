import DocMerge
import DocMergeTestSupport
import Testing

/// What may be the address of a remote; nothing of it is ever run, or taken for an option.
struct RemoteAddressTests {
  @Test(arguments: [
    ("/srv/notes.git", RemoteAddress.Scheme.path, ""), ("notes.git", .path, ""),
    ("./a:b", .path, ""), ("file:///srv/notes.git", .path, ""), ("dir/a::b", .path, ""),
    ("host:notes.git", .ssh, "host"), ("anna@host:/srv/n.git", .ssh, "host"),
    ("[::1]:notes.git", .ssh, "::1"), ("ssh://host/srv/n.git", .ssh, "host"),
    ("ssh://anna@host:22/~/n.git", .ssh, "host"), ("ssh://[::1]:22/n.git", .ssh, "::1"),
    ("git://host/n.git", .git, "host"), ("http://host:8080/n.git", .http, "host"),
    ("https://anna:secret@host/n.git", .https, "host"), ("gcrypt::/srv/n.git", .path, ""),
    ("gcrypt::anna@host:n.git", .ssh, "host"), ("gcrypt::https://a:secret@host/n", .https, "host"),
  ])
  func `addresses of paths and servers are distinguished`(
    text: String, scheme: RemoteAddress.Scheme, host: String
  ) throws {
    let address = try RemoteAddress(text)
    #expect(address.scheme == scheme)
    #expect(address.host == host)
    #expect(!address.display.contains("secret"))
  }

  @Test(arguments: [
    "", "-x", "--upload-pack=touch x", "ext::sh -c touch% x", "fd::17", "git-remote-x::y",
    "scheme::ssh://host/x", "ftp://host/x", "rsync://host/x", "git+ssh://host/x", "SSH://host/x",
    "ssh://-oProxyCommand=x/n.git", "ssh://anna@-oProxyCommand=x/n.git", "-oProxyCommand=x:n.git",
    "anna@-host:n.git", "host:-n.git", "host:", "ssh://host", "ssh://host/", "ssh:///n.git",
    "git://host/-n", "git://host:0/n", "git://host:99999/n", "git://host:x/n", "https://", "://x",
    "git://host/a\nb", "/srv/\u{1B}[2Jn.git", "ssh://ho st/n", "ssh://$(touch x)/n", "`x`:n",
    "ssh://host;x/n", "file://host/n.git", "file:///",
  ])
  func `what could be run, or mistaken, is refused`(text: String) throws {
    #expect(throws: RemoteError.self) { try RemoteAddress(text) }
    let replica = try Meeting().replica("A")
    let output = replica.program.run(["remote", "add", "bad", "--", text])
    #expect(output.status == 2, "\(output)")
    #expect(!output.messageBytes.contains(0x1B))
    #expect(try replica.docmerge("remote", "list").lines.count == 1)
    // Nor is it believed when it stands in the settings.
    guard !text.isEmpty else { return }
    try replica.git("config", "remote.home.url", text)
    let sync = replica.program.run(["sync"])
    #expect(sync.status == 2, "\(sync)")
    #expect(replica.contents.isEmpty)
  }

  @Test func `remotes get another address`() throws {
    let meeting = Meeting()
    let replica = try meeting.replica("A")
    try replica.docmerge("remote", "set-url", "home", "ssh://host/n.git")
    #expect(try replica.docmerge("remote").lines == ["home  ssh://host/n.git"])
    try replica.docmerge("remote", "set-url", "home", "ext::x", exits: 2)
    try replica.docmerge("remote", "set-url", "nobody", "/x", exits: 2)
    try replica.docmerge("remote", "set-url", "home", "near.git")
    #expect(try replica.docmerge("remote").lines == ["home  \(replica.path)/near.git"])
  }
}
