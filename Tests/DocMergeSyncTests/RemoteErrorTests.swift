import Testing

@testable import DocMergeSync

/// The meaning of messages of git and its helpers.
struct RemoteErrorTests {
  @Test(arguments: [
    (
      "remote: error: File film.mp4 is 123.00 MB; this exceeds GitHub's file size limit of 100.00 MB\n"
        + " ! 56:refs/x [remote rejected] (pre-receive hook declined)", RemoteError.Reason.refused
    ),
    (
      "remote: error: object 12: gitmodulesParse: could not parse\n"
        + "remote: fatal: fsck error in packed object\n ! 56:refs/x [remote rejected] (unpacker error)",
      .refused
    ),
    // Without a reason, the person may not write.
    (" ! 56:refs/x [remote rejected] (pre-receive hook declined)", .notAllowed),
  ])
  func `a rule of the server is distinguished from a missing right`(
    text: String, reason: RemoteError.Reason
  ) throws {
    let lines = text.split(separator: "\n").map(String.init)
    let address = try RemoteAddress("ssh://h/n.git")
    #expect(RemoteError(saidBy: lines, during: .sending, address: address).reason == reason)
  }

  @Test func `the hosts that say how much they take are known`() throws {
    let host = try RemoteAddress("git@github.com:a/b.git").host
    #expect(RefusedDocuments.limit(of: host) == 100 << 20)
    #expect(RefusedDocuments.limit(of: "GitHub.com") == 100 << 20)
    #expect(RefusedDocuments.limit(of: "example.org") == nil)
  }

  @Test(arguments: [
    ("git: 'remote-gcrypt' is not a git command.", RemoteError.Reason.encryptionMissing),
    ("/usr/bin/git-remote-gcrypt: 403: gpg: not found", .gpgMissing),
    ("gpg: decryption failed: No secret key\ngcrypt: Failed to decrypt manifest!", .noKey),
    ("gpg: signing failed: No pinentry\ngpg: sign+encrypt failed: No pinentry", .keyLocked),
    ("gpg: error reading key: No public key", .unknownParticipant),
    (
      "gpg: Good signature from \"b@x.org\" [ultimate]\ngcrypt: Failed to verify manifest signature!\n"
        + "gcrypt: Failed to decrypt manifest!", .badSignature
    ),
    ("gcrypt: Packfile 12 does not match digest!\nfatal: early EOF", .damaged),
    ("cat: /x/91bd: No such file or directory\n\(lost)", .repositoryGone),
    ("fatal: couldn't find remote ref refs/heads/master\n\(lost)", .repositoryGone),
    ("fatal: '/srv/n.git' does not appear to be a git repository\n\(lost)", .repositoryGone),
    ("ssh: Could not resolve hostname h: Name or service not known\n\(lost)", .nameNotResolved),
    ("anna@h: Permission denied (publickey).\n\(lost)", .notAuthenticated),
    ("kex_exchange_identification: Connection reset by peer\n\(lost)", .brokenOff),
  ])
  func `a repository that cannot be decrypted is distinguished from one gone or not reached`(
    text: String, reason: RemoteError.Reason
  ) throws {
    let lines = text.split(separator: "\n").map(String.init)
    let address = try RemoteAddress("gcrypt::ssh://anna:secret@h/n.git")
    let error = RemoteError(saidBy: lines, during: .fetching, address: address)
    #expect(error.reason == reason)
    #expect(!error.description.contains("secret@"))
    #expect(!error.summary.isEmpty)
  }

  @Test(arguments: [
    ("ssh: connect to host h port 22: Connection refused", RemoteError.Reason.unreachable),
    ("ssh: Could not resolve hostname h: Name or service not known", .nameNotResolved),
    ("fatal: unable to access 'https://h/': Could not resolve host: h", .nameNotResolved),
    ("fatal: unable to look up h (port 9418) (Name or service not known)", .nameNotResolved),
    ("Host key verification failed.", .hostUnknown),
    ("anna@h: Permission denied (publickey).", .notAuthenticated),
    (
      "fatal: could not read Username for 'https://h': terminal prompts disabled", .notAuthenticated
    ),
    ("fatal: Authentication failed for 'https://h/n.git/'", .notAuthenticated),
    ("fatal: '/srv/n.git' does not appear to be a git repository", .noSuchRepository),
    ("fatal: repository 'https://h/n.git/' not found", .noSuchRepository),
    ("remote: Repository not found.", .noSuchRepository),
    ("fatal: remote error: access denied or repository not exported: /n", .noSuchRepository),
    ("fatal: unable to access 'https://h/': The requested URL returned error: 403", .notAllowed),
    ("error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502", .brokenOff),
    ("fatal: the remote end hung up unexpectedly", .brokenOff),
    ("fatal: read error: Connection reset by peer", .brokenOff),
    ("error: object 1234: missingEmail: x\nfatal: fsck error in packed object", .damaged),
    ("fatal: write error: No space left on device", .diskFull),
    ("error: cannot lock ref 'refs/x': Unable to create '/x.lock': File exists.", .busy),
    (
      "remote: error: cannot lock ref 'refs/x': is at 12 but expected 34\n"
        + " ! 56:refs/x [remote rejected] (atomic transaction failed)",
      .busy
    ),
    ("something new", .other),
  ])
  func `the words of git and its helpers tell what went wrong`(
    text: String, reason: RemoteError.Reason
  ) throws {
    let general = [
      "fatal: Could not read from remote repository.", "",
      "Please make sure you have the correct access rights", "and the repository exists.",
    ]
    let address = try RemoteAddress("ssh://h/n.git")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(RemoteError(saidBy: lines, during: .fetching, address: address).reason == reason)
    guard text.hasPrefix("ssh") || text.hasPrefix("anna") else { return }
    let all = RemoteError(saidBy: lines + general, during: .fetching, address: address)
    #expect(all.reason == reason)
    #expect(!all.description.contains("correct access rights"))
  }

  @Test func `what a server says cannot act on a terminal`() throws {
    let address = try RemoteAddress("https://anna:secret@h/n.git")
    let error = RemoteError(
      saidBy: ["remote: \u{1B}[2J\u{202E}x", "fatal: https://anna:secret@h/n.git"],
      during: .sending, address: address)
    #expect(!error.description.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    #expect(!error.description.contains("secret"))
  }
}

/// How git-remote-gcrypt ends whenever it did not get what it met before.
private let lost =
  "gcrypt: Repository not found: ssh://anna:secret@h/n.git\n"
  + "gcrypt: ..but repository ID is set. Aborting."
