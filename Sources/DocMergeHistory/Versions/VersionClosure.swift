package import DocMergeObjects

/// Looks whether versions are here with all that they were made from.
///
/// What no reference reaches may be gone in part, after a housekeeping that broke off.
package struct VersionClosure {
  package let git: GitStore
  private var whole: Set<ObjectID> = []

  package init(git: GitStore) {
    self.git = git
  }

  /// Whether a commit, all commits that it was made from, and all that they hold, are here.
  ///
  /// Linear in the objects; what was found once is not looked at again.
  package mutating func isWhole(_ commit: ObjectID) throws(GitError) -> Bool {
    var seen: Set<ObjectID> = []
    var waiting = [(id: commit, isBlob: false)]
    while let (id, isBlob) = waiting.popLast() {
      guard !whole.contains(id), seen.insert(id).inserted else { continue }
      guard try git.contains(id) else { return false }
      guard !isBlob else { continue }
      let object = try git.object(id)
      switch object.kind {
      case .blob: break
      case .tree:
        waiting += (Tree(bytes: object.bytes)?.entries ?? []).map { ($0.id, $0.mode != .folder) }
      case .commit:
        guard let commit = Commit(bytes: object.bytes) else { return false }
        waiting += ([commit.tree] + commit.parents).map { ($0, false) }
      }
    }
    whole.formUnion(seen)
    return true
  }
}
