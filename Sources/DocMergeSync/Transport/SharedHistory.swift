package import DocMergeHistory
package import DocMergeObjects

/// The history that two repositories are known to share: commits with all their ancestors.
///
/// An object alone proves little: a prune that broke off may have removed what it names. Everything that a reference
/// leads to exists.
package struct SharedHistory {
  /// The repository to ask; it has all of `tips`.
  private let git: GitStore
  /// The targets of the other repository's references, or of this one's where it is known to have all that they name.
  private let tips: Set<ObjectID>
  /// States whose versions all exist, in the order of the search.
  private let states: [StateReader]
  /// All ancestors of the tips, once they were read.
  private var ancestors: Set<ObjectID>?

  package init(git: GitStore, tips: some Sequence<ObjectID>, states: [StateReader]) {
    self.git = git
    self.tips = Set(tips)
    self.states = states
  }

  /// Whether a commit leads to one of the references, and so exists with all its ancestors.
  ///
  /// - Complexity: One lookup for the tips, and for a current version of a document in one of the states; for others
  ///   linear in the commits behind the tips, once.
  ///
  /// - Throws: ``GitError``, ``StateError``.
  package mutating func contains(_ id: ObjectID) throws -> Bool {
    if tips.contains(id) { return true }
    if tips.isEmpty { return false }
    if try isRecorded(id) { return true }
    let all = try ancestors ?? Set(git.commits(reachableFrom: tips.sorted(), butNotFrom: []))
    ancestors = all
    return all.contains(id)
  }

  /// Whether a state names a version as a current version of its document.
  private func isRecorded(_ id: ObjectID) throws -> Bool {
    guard !states.isEmpty, let note = VersionNote(message: try git.commit(id).message) else {
      return false
    }
    return try states.contains { state in
      try state.record(note.document)?.heads.dots.keys.contains { $0.id == id } ?? false
    }
  }
}
