package import DocMergeObjects

/// Checks whether versions are here with all their ancestors.
///
/// Objects that no reference reaches may be missing in part, after a housekeeping that broke off.
package struct VersionClosure {
  package let git: GitStore
  private var whole: Set<ObjectID> = []

  package init(git: GitStore) {
    self.git = git
  }

  /// Whether a commit, all its ancestors, and all their contents are here.
  ///
  /// Linear in the objects; found objects are not checked again.
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
