extension RemoteError {
  /// What git-remote-gcrypt says when it found no repository in place of a known one.
  private static let gone = "..but repository id is set"

  /// How lines begin that do not say what went wrong.
  ///
  /// git-remote-gcrypt says about everything that it cannot read, for any reason, that it was not found.
  private static let idle = [
    "gcrypt: repository not found", "gcrypt: decrypting manifest", "gpg: checking the trustdb",
    "gpg: marginals needed", "gpg: depth:", "gpg: error getting version from 'scdaemon'",
  ]

  /// What git-remote-gcrypt says about each key with which one can both sign and encrypt.
  private static let usual = "matches multiple fingerprints"

  /// The lines from git and its helpers that count.
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

  /// Whether gpg found no signature at all, so that it read no list, or only the start of one.
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
      // An empty or cut list, or one that another process is writing.
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
