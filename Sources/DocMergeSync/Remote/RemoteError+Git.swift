import DocMergeSystem

extension RemoteError {
  /// What git was doing.
  package enum Work {
    case fetching, sending
  }

  /// Reads from git's messages, which are English, what went wrong.
  ///
  /// - Parameters:
  ///   - lines: What git and its helpers wrote to standard error, without progress.
  ///   - work: What it was doing.
  ///   - address: The remote's address.
  package init(saidBy lines: [String], during work: Work, address: RemoteAddress) {
    let lines = address.isEncrypted ? RemoteError.telling(lines) : lines
    let text = lines.joined(separator: "\n").lowercased()
    let ours = lines.filter { !$0.hasPrefix("remote: ") }.joined(separator: "\n").lowercased()
    let signs = (address.isEncrypted ? RemoteError.encryptionSigns : []) + RemoteError.signs
    let found = signs.first { sign in sign.words.contains { text.contains($0) } }
    let isGone = RemoteError.isGone(text, otherwise: found?.reason)
    var reason = isGone ? .repositoryGone : found?.reason ?? .other
    if address.isEncrypted, reason == .badSignature, RemoteError.namesNoSigner(text) {
      reason = .damaged
    }
    // A server that runs out of memory says the same about itself.
    if work == .fetching, RemoteError.memorySigns.contains(where: { ours.contains($0) }) {
      reason = .tooLarge
    }
    // A remote that could just be read has the right address.
    if work == .sending, reason == .noSuchRepository { reason = .notAllowed }
    // Without the right to write, the server says nothing, or just that; a rule against something names it.
    let said = lines.filter { $0.hasPrefix("remote: ") && $0.count > "remote: ".count }
    let isRule = RemoteError.ruleSigns.contains { text.contains($0) }
    let isRefusal = work == .sending && isRule && !said.isEmpty
    if isRefusal { reason = .refused }
    self.init(
      reason, address: address.display,
      message: RemoteError.brief(isRefusal ? said : lines, hiding: address))
  }

  private static let ruleSigns = ["hook declined", "fsck error", "error in object"]

  private static let memorySigns = ["out of memory", "cannot allocate memory"]

  /// Signs of each failure, the telling ones first: git closes most failures with a general remark.
  private static let signs: [(reason: Reason, words: [String])] = [
    (.hostChanged, ["remote host identification has changed"]),
    (.hostUnknown, ["host key verification failed"]),
    (
      .certificateNotTrusted,
      [
        // By GnuTLS and OpenSSL: about the issuer, the dates and the name, then about our own files.
        "certificate verification failed", "ssl certificate problem",
        "does not match target host name", "no alternative certificate subject name",
        "certificate expiration date has passed", "certificate activation date",
        "error setting certificate", "error reading ca cert", "problem with the ssl ca cert",
      ]
    ),
    // By git, and by programs that rephrase it.
    (
      .branchesOnly,
      [
        "hidden ref", "funny refname", "only branches and tags",
        "invalid refname",
      ]
    ),
    (
      .otherHashes,
      [
        "does not support this repository's hash algorithm", "mismatched algorithms",
        "extensions.objectformat",
      ]
    ),
    (.notTrusted, ["dubious ownership", "unsafe repository"]),
    (.notOffered, ["request for unadvertised object"]),
    (.refused, ["pack exceeds maximum allowed size"]),
    (.diskFull, ["no space left on device", "disk quota exceeded"]),
    (
      .damaged,
      [
        "fsck error", "error in object", "did not send all necessary objects", "bad object",
        "inflate: data stream error", "pack is corrupted", "invalid index-pack output",
        "unresolved delta", "bad pack header", "pack has bad object", "unable to read sha1 file",
        "missing necessary objects", "not our ref",
      ]
    ),
    (
      .nameNotResolved,
      [
        "could not resolve", "name or service not known", "temporary failure in name resolution",
        "unable to look up", "no address associated with hostname",
      ]
    ),
    (
      .unreachable,
      [
        "connection refused", "network is unreachable", "no route to host", "connection timed out",
        "operation timed out", "failed to connect", "couldn't connect", "unable to connect",
      ]
    ),
    // For example after a killed sync; git also says that the reference was rejected.
    (.busy, ["cannot lock ref", ".lock': file exists"]),
    (
      .notAllowed,
      [
        "returned error: 403", "service not enabled", "insufficient permission",
        "unable to create temporary object directory", "read-only file system",
        "unpack failed: unable", "permission to ", "hook declined", "deny updating",
        "failed to update ref", "[remote rejected]", "read only", "readonly",
      ]
    ),
    (
      .notAuthenticated,
      [
        "permission denied (", "authentication failed", "could not read username",
        "could not read password", "returned error: 401", "too many authentication failures",
        "access denied (", "no supported authentication",
      ]
    ),
    (
      .noSuchRepository,
      [
        "does not appear to be a git repository", "repository not exported", "' not found",
        "repository not found", "returned error: 404", "not valid: is this a git repository",
        "not a git repository",
      ]
    ),
    (
      .brokenOff,
      [
        "connection reset", "hung up unexpectedly", "early eof", "unexpected disconnect",
        "broken pipe", "connection closed", "rpc failed", "returned error: 5", "empty reply",
        "kex_exchange_identification", "recv failure", "send failure", "timed out", "gnutls",
        "ssl_error", "the other side has closed", "could not read from remote repository",
        "flush packet", "bad line length", "pack has junk", "unpacker error",
      ]
    ),
  ]

  /// The last message as one line, without a password.
  private static func brief(_ lines: [String], hiding address: RemoteAddress) -> String {
    let general = [
      "please make sure you have the correct access rights", "and the repository exists",
    ]
    let words = lines.filter { line in
      !line.isEmpty && !general.contains { line.lowercased().hasPrefix($0) }
    }
    let open = RemoteAddress.withoutPassword(address.inner)
    let text = words.suffix(6).map { PrintableText.words($0.replacing(address.inner, with: open)) }
      .joined(separator: "; ")
    return text.count > 600 ? "\(text.prefix(600))…" : text
  }
}
