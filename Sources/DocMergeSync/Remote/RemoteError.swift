import DocMergeLanguage
import DocMergeSystem

/// Why a sync with a remote failed: facts, for programs to tell apart.
public struct RemoteError: Error, Sendable, Hashable {
  /// What kind of failure it was.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The address is not valid, or not accepted.
    case badAddress = "bad-address"
    /// The program `git` is not installed.
    case gitMissing = "git-missing"
    /// The program for encryption, git-remote-gcrypt, is not installed.
    case encryptionMissing = "encryption-missing"
    /// The program `gpg` is not installed.
    case gpgMissing = "gpg-missing"
    /// The settings name no keys for an encrypted repository.
    case noParticipants = "no-participants"
    /// GnuPG has no key that opens an encrypted repository, or signs for it.
    case noKey = "no-key"
    /// GnuPG does not know the key of a person who may read an encrypted repository.
    case unknownParticipant = "unknown-participant"
    /// A key needs a passphrase that could not be asked for, or was not given.
    case keyLocked = "key-locked"
    /// A person who is no participant wrote an encrypted repository.
    case badSignature = "bad-signature"
    /// An encrypted repository that was known before is not there any more.
    case repositoryGone = "repository-gone"
    /// Another encrypted repository is in the place of a known one.
    case repositoryReplaced = "repository-replaced"
    /// The repository is encrypted as a whole, and contents were to be fetched one by one.
    case onlyWhole = "only-whole"
    /// The server does not allow to replace a branch, as an encrypted repository needs.
    case forcedPushesRefused = "forced-pushes-refused"
    /// The server takes branches and tags, and no other references.
    case branchesOnly = "branches-only"
    /// The repository names its objects by SHA-256, and docmerge by SHA-1.
    case otherHashes = "other-hashes"
    /// The key of the ssh server was not confirmed yet.
    case hostUnknown = "host-unknown"
    /// The ssh server has another key than before.
    case hostChanged = "host-changed"
    /// The certificate of the web server is not one that git trusts.
    case certificateNotTrusted = "certificate-not-trusted"
    /// The server does not know who we are.
    case notAuthenticated = "not-authenticated"
    /// The server has no such repository, or hides it.
    case noSuchRepository = "no-such-repository"
    /// The repository belongs to another person of this computer, and git was not told to trust it.
    case notTrusted = "not-trusted"
    /// The repository can be read, but not written.
    case notAllowed = "not-allowed"
    /// A rule of the server forbids something in the push; the message names it.
    case refused
    /// The name of the host cannot be resolved.
    case nameNotResolved = "name-not-resolved"
    /// The host does not answer.
    case unreachable
    /// The server said nothing for too long.
    case timedOut = "timed-out"
    /// The connection broke off, or the server failed, in the middle.
    case brokenOff = "broken-off"
    /// A reference is being written by another process.
    case busy
    /// A fetched object is invalid or missing.
    case damaged
    /// A fetched object would need more memory than documents within the size limit do.
    case tooLarge = "too-large"
    /// The server only sends whole histories, and not the versions of single documents.
    case notOffered = "not-offered"
    /// A disk is full, here or there.
    case diskFull = "disk-full"
    /// The sync was ended on request.
    case cancelled
    /// Something else; the words of git say what.
    case other
  }

  /// What kind of failure it was.
  public var reason: Reason
  /// The address, without a password.
  public var address: String
  /// The message of git, or the reason: one line, escaped for printing; may be empty.
  public var message: String

  package init(_ reason: Reason, address: String, message: String = "") {
    self.reason = reason
    self.address = PrintableText.words(address)
    self.message = PrintableText.words(message)
  }

  /// Whether a later try may work without any action.
  public var mayPass: Bool {
    switch reason {
    case .nameNotResolved, .unreachable, .timedOut, .brokenOff, .busy: true
    default: false
    }
  }
}

extension RemoteError: CustomStringConvertible {
  /// What happened, then git's message.
  public var description: String {
    message.isEmpty ? summary : "\(summary) (\(message))"
  }

  /// One sentence that says what happened; the program adds advice.
  public var summary: String {
    switch reason {
    case .badAddress: tr("\(address) cannot be the address of a remote")
    case .gitMissing: tr("remotes that are not paths need the program git")
    case .encryptionMissing: tr("\(address) needs git-remote-gcrypt")
    case .gpgMissing: tr("\(address) needs gpg")
    case .noParticipants: tr("it is not set who may read \(address)")
    case .noKey: tr("gpg cannot open \(address)")
    case .unknownParticipant: tr("gpg lacks the key of a person who may read \(address)")
    case .keyLocked: tr("your gpg key for \(address) waits for its passphrase")
    case .badSignature:
      tr("\(address) was written by a person who is no participant, so nothing was fetched from it")
    case .repositoryGone: tr("the encrypted repository at \(address) is gone")
    case .repositoryReplaced:
      tr(
        "another encrypted repository is at \(address) than before, so nothing was taken from there or sent"
      )
    case .onlyWhole:
      tr(
        """
        \(address) is encrypted and can only be fetched as a whole, so a container that fetches contents on \
        demand cannot sync with it
        """)
    case .forcedPushesRefused:
      tr("the server refuses forced pushes to \(address), which git-remote-gcrypt needs")
    case .branchesOnly:
      tr(
        "\(address) takes only branches and tags, and docmerge keeps its references under refs/docmerge/"
      )
    case .otherHashes:
      tr("the repository at \(address) has SHA-256 objects, and docmerge needs SHA-1")
    case .hostUnknown: tr("the ssh key of \(address) is not known")
    case .hostChanged: tr("the ssh key of \(address) is not the known one")
    case .certificateNotTrusted: tr("git does not trust the certificate of \(address)")
    case .notAuthenticated: tr("\(address) wants to know who you are")
    case .noSuchRepository: tr("there is no repository at \(address), or you may not read it")
    case .notTrusted: tr("\(address) belongs to another person, and git was not told to trust it")
    case .refused: tr("\(address) refused the push")
    case .notAllowed: tr("you may not write to \(address)")
    case .nameNotResolved: tr("the host of \(address) is not found")
    case .unreachable: tr("\(address) cannot be reached")
    case .timedOut: tr("\(address) does not answer")
    case .brokenOff: tr("the connection to \(address) broke off")
    case .busy: tr("another process is at work at \(address)")
    case .damaged where isEncrypted: tr("the repository at \(address) is damaged")
    case .damaged: tr("what \(address) sent is damaged")
    case .tooLarge:
      tr("what \(address) sent takes more memory than documents may have")
    case .notOffered: tr("\(address) gives out no single versions")
    case .diskFull: tr("the disk is full, here or at \(address)")
    case .cancelled: tr("cancelled")
    case .other: tr("git could not talk to \(address)")
    }
  }

  /// Whether the repository is encrypted as a whole.
  public var isEncrypted: Bool { address.hasPrefix(RemoteAddress.encryption) }
}
