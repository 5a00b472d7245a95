import Testing

@testable import DocMergeContainer
@testable import DocMergeObjects
@testable import DocMergeSync
@testable import DocMergeUpkeep

/// What git says during a transfer, and what it means.
struct TransferWordsTests {
  @Test func `lines of progress give phase, objects and bytes`() throws {
    let line = "Receiving objects:  33% (1/3), 20.00 MiB | 1.00 MiB/s"
    let words = try #require(ProgressWords(line[...]))
    #expect(words.phase == .receiving)
    #expect(words.completed == 1)
    #expect(words.total == 3)
    #expect(words.bytes == 20_971_520)
  }

  @Test(arguments: [
    ("remote: Counting objects: 100% (5/5), done.", SyncProgress.Phase.preparing, 5, 5 as Int?),
    ("remote: Enumerating objects: 17, done.", .preparing, 17, nil),
    ("Delta compression using up to 2 threads", .preparing, 0, nil),
    ("Writing objects: 100% (3/3), 240 bytes | 240.00 KiB/s, done.", .sending, 3, 3),
    ("remote: Resolving deltas:  50% (1/2)", .checking, 1, 2),
    ("Receiving objects: 9% (99999999999999999999/3)", .receiving, 0, 3),
  ])
  func `each phase is known`(
    line: String, phase: SyncProgress.Phase, completed: Int, total: Int?
  ) throws {
    let words = try #require(ProgressWords(line[...]))
    #expect(words.phase == phase)
    #expect(words.completed == completed)
    #expect(words.total == total)
  }

  @Test func `messages are kept apart from progress, however the bytes come`() {
    let text =
      "From git://host/n\r\nReceiving objects:  50% (1/2)\rReceiving objects: 100% (2/2), done.\n"
      + "error: one\nremote: two   \nfatal: thr\u{E9}e"
    for size in [1, 2, 7, 1000] {
      var words = TransferWords()
      var progress: [ProgressWords] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        if let last = words.take(Array(rest.prefix(size))) { progress.append(last) }
        rest = rest.dropFirst(size)
      }
      words.close()
      #expect(words.messages == ["error: one", "remote: two", "fatal: thr\u{E9}e"])
      #expect(progress.last?.completed == 2)
    }
  }

  @Test func `a server that writes without end fills no memory`() {
    var words = TransferWords()
    let line = Array("remote: nonsense\n".utf8)
    for _ in 0..<2000 { _ = words.take(line) }
    for _ in 0..<100 { _ = words.take([UInt8](repeating: 0x41, count: 1 << 12)) }
    words.close()
    #expect(words.messages.count <= 200)
    #expect(words.messages.allSatisfy { $0.utf8.count <= 4096 })
  }

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
    // Without a word of why, nobody may write.
    (" ! 56:refs/x [remote rejected] (pre-receive hook declined)", .notAllowed),
  ])
  func `a rule of the server is told from a right that one lacks`(
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
  func `a repository that cannot be decrypted is told from one that is gone or not reached`(
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
