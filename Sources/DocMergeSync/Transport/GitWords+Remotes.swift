package import DocMergeHistory
package import DocMergeObjects

extension GitWords {
  /// Makes the other side of a path send large documents undeltified: a search for deltas would take several times
  /// their size in memory, on this computer, and the transfer is cheap.
  private static func serving(_ address: RemoteAddress) -> [String] {
    address.path == nil ? [] : ["--upload-pack=git -c \(largeDocuments) upload-pack"]
  }

  private static let fetching =
    streaming + ["fetch", "--progress", "--no-tags", "--no-write-fetch-head"]

  /// Fetches what all replicas sent, or one of them.
  ///
  /// - Parameters:
  ///   - address: the address of the remote.
  ///   - remote: the name under which the references are noted.
  ///   - replica: the replica; `nil` for all.
  ///   - own: the only replica whose versions are fetched; `nil` for all.
  /// - Returns: the words behind `git`.
  package static func fetch(
    _ address: RemoteAddress, into remote: String, only replica: ReplicaID? = nil,
    versionsOf own: ReplicaID? = nil
  ) -> [String] {
    // With the star, a missing reference is no failure.
    let name = "\(replica.map(\.description) ?? "")*"
    var words = fetching + serving(address) + ["--", address.text]
    words.append("+refs/docmerge/state/\(name):\(References.remoteStates(remote))\(name)")
    guard let own else {
      words.append("+refs/docmerge/versions/\(name):\(References.remoteVersions(remote))\(name)")
      return words
    }
    if replica == nil || replica == own {
      words.append("+refs/docmerge/versions/\(own)*:\(References.remoteVersions(remote))\(own)*")
    }
    return words
  }

  /// Fetches what all replicas sent to a remote into a repository that is to have the same references.
  package static func receive(_ remote: String) -> [String] {
    fetching + ["--prune", "--refmap=", "--", remote]
      + ["state", "versions"].map { "+refs/docmerge/\($0)/*:refs/docmerge/\($0)/*" }
  }

  /// Fetches versions, with all their ancestors.
  ///
  /// - Parameters:
  ///   - versions: the versions.
  ///   - address: the address of the remote.
  ///   - isInsisting: whether to tell the server the version of git's protocol where the connection hides it, as sshd
  ///     does: only version 2 lets a client fetch any object.
  /// - Returns: the words behind `git`.
  package static func fetch(
    _ versions: some Sequence<ObjectID>, from address: RemoteAddress, isInsisting: Bool
  ) -> [String] {
    let program = "--upload-pack=env GIT_PROTOCOL=version=2 git-upload-pack"
    return fetching + (isInsisting ? [program] : serving(address)) + ["--", address.text]
      + versions.map(\.description)
  }

  /// Lists the replicas.
  package static func list(_ address: RemoteAddress) -> [String] {
    ["ls-remote", "--refs", "--", address.text, References.states + "*"]
  }

  /// Lists all that replicas sent.
  static func listAll(_ address: RemoteAddress) -> [String] {
    list(address) + ["refs/docmerge/versions/*"]
  }

  /// Lists all references of a repository, of any project.
  static func listEverything(_ address: String) -> [String] { ["ls-remote", "--", address] }

  /// Prints the address that git's settings make of one.
  static func expand(_ address: RemoteAddress) -> [String] {
    ["ls-remote", "--get-url", "--", address.text]
  }

  /// Fetches references into one unchecked pack, and leaves its writing to the disk.
  ///
  /// Writes `pack`, a tab and the pack's hash, and for each reference its id, a blank and its name.
  static func fetchPack(_ names: [String], from address: RemoteAddress) -> [String] {
    let settings = [
      "fetch.fsckObjects=false", "core.fsync=none", "pack.writeReverseIndex=false",
      "pack.indexVersion=2",
      // With a number, a note to keep the pack would stay.
      "fetch.unpackLimit=0",
    ]
    return streaming + settings.flatMap { ["-c", $0] } + ["fetch-pack", "--keep"]
      + serving(address) + [address.text] + names
  }

  /// Sends commits as references of the same name.
  ///
  /// Only this replica may write them: other values are overwritten.
  package static func push(
    _ references: [(name: String, id: ObjectID)], to remote: String, isAtomic: Bool
  ) -> [String] {
    let options = ["--porcelain", "--progress", "--no-verify", "--no-follow-tags"]
    return ["push"] + options + ["--recurse-submodules=no"] + (isAtomic ? ["--atomic"] : [])
      + ["--", remote] + references.map { "+\($0.id):\($0.name)" }
  }

  /// Prints the commit of a branch, if it exists.
  static func list(_ branch: String, of address: RemoteAddress) -> [String] {
    ["ls-remote", "--refs", "--", address.text, branch]
  }

  /// Fetches a branch without giving it a name here.
  static func fetch(_ branch: String, from address: RemoteAddress) -> [String] {
    fetching + ["--refmap="] + serving(address) + ["--", address.text, branch]
  }

  /// Moves a branch forward to a commit.
  static func publish(
    _ commit: ObjectID, as branch: String, to address: RemoteAddress
  ) -> [String] {
    ["push", "--porcelain", "--progress", "--no-verify", "--no-follow-tags"]
      + ["--recurse-submodules=no", "--", address.text, "\(commit):\(branch)"]
  }

  /// Ends transfers that git-remote-gcrypt starts when nothing arrives over http or https for this long.
  ///
  /// Over ssh, `ServerAliveInterval` of its settings does that.
  static func endingSilence(after timeout: Duration) -> [String] {
    let seconds = timeout.components.seconds
    guard seconds > 0 else { return [] }
    return ["-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=\(seconds)"]
  }

  /// A reference that only one process at a time can make, in a repository that all write to.
  private static let lock = "refs/gcrypt/lock"

  /// Makes the lock, if it does not exist.
  package static func lock(_ id: ObjectID, at address: String) -> [String] {
    pushingQuietly + ["--force-with-lease=\(lock):", "--", address, "\(id):\(lock)"]
  }

  /// Replaces the lock, if it is unchanged.
  package static func renew(_ old: ObjectID, by new: ObjectID, at address: String) -> [String] {
    pushingQuietly + ["--force-with-lease=\(lock):\(old)", "--", address, "\(new):\(lock)"]
  }

  /// Removes the lock, if it is unchanged.
  package static func unlock(_ id: ObjectID, at address: String) -> [String] {
    pushingQuietly + ["--force-with-lease=\(lock):\(id)", "--", address, ":\(lock)"]
  }

  /// Prints the value of the lock, if it exists.
  static func listLock(_ address: String) -> [String] { ["ls-remote", "--", address, lock] }

  private static let pushingQuietly = ["push", "--porcelain", "--quiet", "--no-verify"]
}
