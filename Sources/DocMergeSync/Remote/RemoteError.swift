import DocMergeSystem

/// Why a remote could not be met: facts, for programs to tell apart.
public struct RemoteError: Error, Sendable, Hashable {
  /// What kind of failure it was.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The address is none, or none that is taken.
    case badAddress = "bad-address"
    /// The program `git` is not installed.
    case gitMissing = "git-missing"
    /// The program that encrypts what is sent is not installed.
    case encryptionMissing = "encryption-missing"
    /// The program `gpg` is not installed.
    case gpgMissing = "gpg-missing"
    /// Nobody said whose keys an encrypted repository is for.
    case noParticipants = "no-participants"
    /// GnuPG has no key that opens an encrypted repository, or signs for it.
    case noKey = "no-key"
    /// GnuPG does not know the key of somebody who may read an encrypted repository.
    case unknownParticipant = "unknown-participant"
    /// A key waits for a passphrase that nobody was asked for, or that was not given.
    case keyLocked = "key-locked"
    /// Somebody who is no participant wrote an encrypted repository.
    case badSignature = "bad-signature"
    /// An encrypted repository that was met before is not there any more.
    case repositoryGone = "repository-gone"
    /// Another encrypted repository is where one was met before.
    case repositoryReplaced = "repository-replaced"
    /// The repository is encrypted as a whole, and contents were to come one by one.
    case onlyWhole = "only-whole"
    /// The server lets nobody replace a branch, as an encrypted repository needs.
    case forcedPushesRefused = "forced-pushes-refused"
    /// The server takes branches and tags, and no other references.
    case branchesOnly = "branches-only"
    /// Nobody has confirmed the key of the ssh server yet.
    case hostUnknown = "host-unknown"
    /// The ssh server has another key than before.
    case hostChanged = "host-changed"
    /// The certificate of the web server is not one that git trusts.
    case certificateNotTrusted = "certificate-not-trusted"
    /// The server does not know who we are.
    case notAuthenticated = "not-authenticated"
    /// The server has no such repository, or hides it.
    case noSuchRepository = "no-such-repository"
    /// It belongs to another person of this computer, and git was not told to trust it.
    case notTrusted = "not-trusted"
    /// What is there can be read, but not written.
    case notAllowed = "not-allowed"
    /// The server has a rule against something of what was sent, and says which.
    case refused
    /// No address belongs to the name of the host.
    case nameNotResolved = "name-not-resolved"
    /// Nobody answers there.
    case unreachable
    /// The server said nothing for too long.
    case timedOut = "timed-out"
    /// The connection broke off, or the server failed, in the middle.
    case brokenOff = "broken-off"
    /// A reference is being written by another process.
    case busy
    /// What came is not what git stores, or something is missing.
    case damaged
    /// What came would have taken more memory than documents of the size that is allowed do.
    case tooLarge = "too-large"
    /// The server gives out whole histories only, and not the versions of single documents.
    case notOffered = "not-offered"
    /// A disk is full, here or there.
    case diskFull = "disk-full"
    /// It was ended on request.
    case cancelled
    /// Something else; the words of git say what.
    case other
  }

  /// What kind of failure it was.
  public var reason: Reason
  /// The address, without a password.
  public var address: String
  /// What git said, or what is wrong: one line, escaped for printing; may be empty.
  public var message: String

  package init(_ reason: Reason, address: String, message: String = "") {
    self.reason = reason
    self.address = PrintableText.words(address)
    self.message = PrintableText.words(message)
  }

  /// Whether the same may work later without anybody's doing.
  public var mayPass: Bool {
    switch reason {
    case .nameNotResolved, .unreachable, .timedOut, .brokenOff, .busy: true
    default: false
    }
  }
}

extension RemoteError: CustomStringConvertible {
  /// What happened and what to do, then the words of git.
  public var description: String {
    message.isEmpty ? summary : "\(summary) (\(message))"
  }

  /// What happened and what to do.
  public var summary: String {
    switch reason {
    case .badAddress: "\(address) cannot be the address of a remote"
    case .gitMissing:
      "remotes that are not paths need the program git: install it (on Debian: apt-get install git)"
    case .encryptionMissing, .gpgMissing, .noParticipants, .noKey, .unknownParticipant,
      .keyLocked, .badSignature, .repositoryGone, .repositoryReplaced, .onlyWhole,
      .forcedPushesRefused:
      encryptionSummary
    case .branchesOnly:
      "\(address) takes only branches and tags, and docmerge keeps its references under refs/docmerge/: have "
        + "its owner allow these (of git: `receive.hideRefs` and `transfer.hideRefs`), or sync with another remote"
    case .hostUnknown:
      "the ssh key of \(address) is not known: connect once with ssh, check the key, and sync again"
    case .hostChanged:
      "the ssh key of \(address) is not the known one: find out why before you remove the old key"
    case .certificateNotTrusted:
      "git does not trust the certificate of \(address): ask its owner why; if you know it to be right, "
        + "put it into a file, and name that with `git config --global http.\(address).sslCAInfo FILE`"
    case .notAuthenticated:
      "\(address) wants to know who you are: add a key to ssh-agent, or a token to git's credential "
        + "helper, and try the address with `git ls-remote`"
    case .noSuchRepository:
      "there is no repository at \(address), or you may not read it: make one there with `git init --bare`"
    case .notTrusted:
      "\(address) belongs to another person, and git was not told to trust it; if you do: "
        + "`git config --global --add safe.directory \(address)`"
    case .refused: "\(address) refused what was sent"
    case .notAllowed: "you may not write to \(address): ask its owner for the right to push"
    case .nameNotResolved: "the host of \(address) is not found"
    case .unreachable: "\(address) cannot be reached"
    case .timedOut: "\(address) does not answer"
    case .brokenOff: "the connection to \(address) broke off"
    case .busy: "another process is at work at \(address)"
    case .damaged where address.hasPrefix(RemoteAddress.encryption): encryptionSummary
    case .damaged: "what \(address) sent is damaged: run `git fsck` there"
    case .tooLarge:
      "what \(address) sent takes more memory than documents may have: it holds what is no "
        + "document, or `docmerge.maxsize` is less than the others have"
    case .notOffered:
      "\(address) gives out no single versions: there, set `uploadpack.allowAnySHA1InWant` to true, or "
        + "let it speak the second form of git's protocol"
    case .diskFull: "the disk is full, here or at \(address)"
    case .cancelled: "cancelled"
    case .other: "git could not talk to \(address)"
    }
  }
}
