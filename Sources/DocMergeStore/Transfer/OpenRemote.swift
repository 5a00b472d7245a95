import Glibc

/// Whether a repository on this computer takes what is written into it without anybody having a say.
///
/// `git receive-pack` runs programs of the owner and obeys settings. Where there are any, it is left to do so.
struct OpenRemote {
  /// The folder of the repository.
  let path: String
  /// The repository.
  let git: GitStore

  private static let hooks = [
    "pre-receive", "update", "proc-receive", "reference-transaction", "post-receive", "post-update",
  ]

  private static let settings = [
    "core.hooksPath", "receive.fsckObjects", "transfer.fsckObjects", "receive.maxInputSize",
    "receive.denyNonFastForwards", "receive.hideRefs", "transfer.hideRefs", "receive.certNonceSeed",
    "receive.procReceiveRefs", "core.sharedRepository",
  ]

  /// What says that not all objects are where they are looked for, or that history is not what commits say.
  private static let files = ["shallow", "objects/info/alternates", "info/grafts"]

  /// Whether nothing stands in the way.
  ///
  /// - Throws: ``GitError``, ``FileError``.
  func isOpen() throws -> Bool {
    for name in OpenRemote.files + OpenRemote.hooks.map({ "hooks/\($0)" })
    where try FileStatus.of(SystemPath("\(path)/\(name)")) != nil {
      return false
    }
    return try isPlain() && OpenRemote.settings.allSatisfy { try git.configuration($0) == nil }
  }

  /// Whether the repository is of the form that all programs know; what has another one, such as longer ids, git and
  /// libgit2 refuse where they have to.
  ///
  /// - Throws: ``GitError``.
  func isPlain() throws -> Bool {
    let version = try git.configuration("core.repositoryformatversion")
    return try version == nil
      || version == "0"
        && OpenRemote.extensions.allSatisfy { try git.configuration("extensions.\($0)") == nil }
  }

  /// Extensions that count in repositories of the first form, too.
  private static let extensions = ["partialClone", "preciousObjects", "objectFormat", "refStorage"]
}
