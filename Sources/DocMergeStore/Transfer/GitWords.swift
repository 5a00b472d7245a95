import DocMergeCore

/// The command lines of git that transfers need.
enum GitWords {
  /// What stands before the verb: the repository, and settings that hold whatever a person's files say.
  static func common(_ repository: String) -> [String] {
    let settings =
      [
        "protocol.version=2",
        // Housekeeping, hooks and lists of recent fetches are for repositories that people work in.
        "gc.auto=0", "maintenance.auto=false", "core.hooksPath=/dev/null",
        "fetch.writeCommitGraph=false",
        // What was fetched is durable before a reference names it.
        "core.fsync=all", "core.fsyncMethod=fsync",
        // What comes from a remote is hostile until it is checked.
        "fetch.fsckObjects=true",
        // A pack for each fetch, as libgit2 makes it: two files to synchronise, not one for each object.
        "fetch.unpackLimit=1", "fetch.prune=false", "fetch.recurseSubmodules=false",
      ] + documentChecks.map { "fetch.fsck.\($0)=ignore" }
    return ["--git-dir=\(repository)"] + settings.flatMap { ["-c", $0] }
  }

  /// Checks of files that git itself reads from a working tree.
  ///
  /// Here they are documents like others: nobody ever checks these trees out.
  private static let documentChecks = [
    "gitmodulesBlob", "gitmodulesLarge", "gitmodulesMissing", "gitmodulesName", "gitmodulesParse",
    "gitmodulesPath", "gitmodulesSymlink", "gitmodulesUpdate", "gitmodulesUrl", "gitignoreSymlink",
    "gitattributesBlob", "gitattributesLarge", "gitattributesLineLength", "gitattributesMissing",
    "gitattributesSymlink", "mailmapSymlink",
  ]

  /// Fetches what all replicas sent, or one of them.
  static func fetch(
    _ address: RemoteAddress, into remote: String, only replica: ReplicaID? = nil
  ) -> [String] {
    // With the star, a reference that is missing there is no failure.
    let name = "\(replica.map(\.description) ?? "")*"
    return [
      "fetch", "--progress", "--no-tags", "--no-write-fetch-head", "--", address.text,
      "+refs/docmerge/state/\(name):\(References.remoteStates(remote))\(name)",
      "+refs/docmerge/versions/\(name):\(References.remoteVersions(remote))\(name)",
    ]
  }

  /// Lists the replicas.
  static func list(_ address: RemoteAddress) -> [String] {
    ["ls-remote", "--refs", "--", address.text, "refs/docmerge/state/*"]
  }

  /// Sends commits as references of the same name.
  ///
  /// Nobody else has a right to them: whatever is there makes room.
  static func push(
    _ references: [(name: String, id: ObjectID)], to address: RemoteAddress, isAtomic: Bool
  ) -> [String] {
    let options = ["--porcelain", "--progress", "--no-verify", "--no-follow-tags"]
    return ["push"] + options + ["--recurse-submodules=no"] + (isAtomic ? ["--atomic"] : [])
      + ["--", address.text] + references.map { "+\($0.id):\($0.name)" }
  }
}
