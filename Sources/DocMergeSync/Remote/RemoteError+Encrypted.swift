extension RemoteError {
  /// What happened with an encrypted repository, and what to do.
  var encryptionSummary: String {
    let settings = "`git --git-dir=.docmerge config remote.NAME.gcrypt-participants"
    return switch reason {
    case .encryptionMissing:
      "\(address) needs git-remote-gcrypt: install it (on Debian: apt-get install git-remote-gcrypt)"
    case .gpgMissing:
      "\(address) needs gpg: install it (on Debian: apt-get install gnupg)"
    case .noParticipants:
      "nobody said who may read \(address): name the gpg keys of all who sync, your own too, with "
        + "\(settings) \"KEY KEY\"`, or `simple` for your own key alone"
    case .noKey:
      "gpg cannot open \(address): your key is not among those that it is for, or waits for its passphrase, "
        + "which `docmerge sync` at a terminal asks for; `gpg --list-secret-keys` lists your keys, and whoever "
        + "can read it names one of them as a participant"
    case .unknownParticipant:
      "gpg does not know the key of somebody who may read \(address): take it with `gpg --import`, or "
        + "correct it with \(settings)`"
    case .keyLocked:
      "your gpg key for \(address) waits for its passphrase: run `docmerge sync` at a terminal once, and "
        + "gpg-agent remembers it"
    case .badSignature:
      "somebody who is no participant wrote \(address), so nothing was taken from there: ask whose key it "
        + "is, and if it is one of yours, add it with \(settings)`"
    case .repositoryGone:
      "the encrypted repository at \(address) is gone: ask who removed it; to make a new one there, "
        + "`docmerge remote remove` and `docmerge remote add`"
    case .repositoryReplaced:
      "another encrypted repository is at \(address) than before, so nothing was taken from there or sent: "
        + "ask who replaced it; if it is right, `docmerge remote remove` and `docmerge remote add`"
    case .damaged:
      "what is at \(address) is damaged: move it away, and `docmerge remote remove` and `docmerge remote add` "
        + "on each replica, which then sends all that it has"
    case .forcedPushesRefused:
      "the server refuses forced pushes to \(address), which git-remote-gcrypt needs: there, `git config "
        + "receive.denyNonFastForwards false`, or take the protection from its branch master"
    case .onlyWhole:
      "\(address) is encrypted and comes as a whole: a container that brings contents on demand cannot meet "
        + "it, so clone it without --on-demand"
    default: ""
    }
  }

  /// What git-remote-gcrypt says when it found no repository where it was to meet a known one.
  private static let gone = "..but repository id is set"

  /// What lines begin with that say nothing of what went wrong.
  ///
  /// git-remote-gcrypt says of whatever it cannot read, for any reason, that it was not found.
  private static let idle = [
    "gcrypt: repository not found", "gcrypt: decrypting manifest", "gpg: checking the trustdb",
    "gpg: marginals needed", "gpg: depth:", "gpg: error getting version from 'scdaemon'",
  ]

  /// What git-remote-gcrypt says of each key with which one can both sign and encrypt.
  private static let usual = "matches multiple fingerprints"

  /// The lines of what git and its helpers said that count.
  package static func telling(_ lines: [String]) -> [String] {
    lines.filter { line in
      let text = line.lowercased()
      return !text.contains(usual) && !idle.contains { text.hasPrefix($0) }
    }
  }

  /// Whether a known repository is gone, and nothing else explains that it was not found.
  package static func isGone(_ text: String, otherwise reason: Reason?) -> Bool {
    text.contains(gone) && [nil, .noSuchRepository].contains(reason)
  }

  /// Whether gpg found no signature at all, so that what it read is no list, or only the start of one.
  static func namesNoSigner(_ text: String) -> Bool {
    let signs = ["signature made", "good signature", "bad signature", "check signature"]
    return !signs.contains { text.contains($0) }
  }

  /// Signs of what gpg and git-remote-gcrypt could not do.
  static let encryptionSigns: [(reason: Reason, words: [String])] = [
    (.encryptionMissing, ["remote-gcrypt' is not a git command"]),
    (.gpgMissing, ["gpg: not found", "gpg: command not found"]),
    (.diskFull, ["no space left on device", "disk quota exceeded"]),
    (.notAllowed, ["cannot create /", "\(RemoteRepository.manifest): permission denied"]),
    (
      // An empty or cut list, or one that somebody is writing.
      .damaged,
      [
        "decrypt_message failed: unknown system error", "length invalid", "block_filter",
        "read error", "premature eof", "invalid packet",
      ]
    ),
    (
      .forcedPushesRefused,
      ["denying non-fast-forward", "protected branch", "not allowed to force push"]
    ),
    (.badSignature, ["failed to verify manifest signature"]),
    (
      .keyLocked,
      [
        "no pinentry", "inappropriate ioctl for device", "bad passphrase", "operation cancelled",
        "no passphrase given",
      ]
    ),
    (.damaged, ["does not match digest", "packline malformed", "no valid openpgp data"]),
    (.noKey, ["no secret key", "unusable secret key", "no default secret key"]),
    (
      .unknownParticipant,
      ["no public key", "unusable public key", "keys you can encrypt to", "skipping missing key"]
    ),
    (.noKey, ["sign+encrypt failed", "failed to decrypt manifest"]),
  ]
}
