package import DocMergeObjects
import DocMergeSystem

/// A repository on this computer, and whether objects and references may be written into it directly.
///
/// `git receive-pack` runs programs of the owner and obeys settings. Where there are any, it does the writing.
package struct OpenRemote {
  /// The folder of the repository.
  package let path: String
  /// The repository.
  package let git: GitStore

  private static let hooks = [
    "pre-receive", "update", "proc-receive", "reference-transaction", "post-receive", "post-update",
  ]

  private static let settings = [
    "core.hooksPath", "receive.fsckObjects", "transfer.fsckObjects", "receive.maxInputSize",
    "receive.denyNonFastForwards", "receive.hideRefs", "transfer.hideRefs", "receive.certNonceSeed",
    "receive.procReceiveRefs", "core.sharedRepository",
  ]

  /// Files that say that objects are elsewhere, or that commits have other parents.
  private static let files = ["shallow", "objects/info/alternates", "info/grafts"]

  /// Whether objects and references may be written directly.
  ///
  /// - Throws: ``GitError``, ``FileError``.
  package func isOpen() throws -> Bool {
    for name in OpenRemote.files + OpenRemote.hooks.map({ "hooks/\($0)" })
    where try FileStatus.of(SystemPath("\(path)/\(name)")) != nil {
      return false
    }
    return try isPlain() && OpenRemote.settings.allSatisfy { try git.configuration($0) == nil }
  }

  /// Whether the repository is of format version 0 without extensions, such as longer ids.
  ///
  /// git and libgit2 read or refuse other versions.
  ///
  /// - Throws: ``GitError``.
  package func isPlain() throws -> Bool {
    let version = try git.configuration("core.repositoryformatversion")
    return try version == nil
      || version == "0"
        && OpenRemote.extensions.allSatisfy { try git.configuration("extensions.\($0)") == nil }
  }

  /// Extensions that count in repositories of version 0, too.
  private static let extensions = ["partialClone", "preciousObjects", "objectFormat", "refStorage"]
}
