package import DocMergeHistory
package import DocMergeObjects

/// What two repositories are known to have in common: commits with all that led to them.
///
/// That an object lies in a repository says little: a prune that broke off may have taken what it names. What a
/// reference leads to is there.
package struct SharedHistory {
  /// The repository that this is asked of; it has all of `tips`.
  private let git: GitStore
  /// Where references of the other repository point, or of this one where it is known to have all that it names.
  private let tips: Set<ObjectID>
  /// States whose versions are all there, those that are looked at first in front.
  private let states: [StateReader]
  /// All that leads to the tips, once it was looked for.
  private var ancestors: Set<ObjectID>?

  package init(git: GitStore, tips: some Sequence<ObjectID>, states: [StateReader]) {
    self.git = git
    self.tips = Set(tips)
    self.states = states
  }

  /// Whether a commit leads to one of the references, and so is there with all that led to it.
  ///
  /// - Complexity: One lookup for the tips, and for a version that its document has now in one of the states; for
  ///   others linear in the commits behind the tips, once.
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

  /// Whether a state names a version as one that its document has now.
  private func isRecorded(_ id: ObjectID) throws -> Bool {
    guard !states.isEmpty, let note = VersionNote(message: try git.commit(id).message) else {
      return false
    }
    return try states.contains { state in
      try state.record(note.document)?.heads.dots.keys.contains { $0.id == id } ?? false
    }
  }
}
