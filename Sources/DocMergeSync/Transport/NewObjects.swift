package import DocMergeObjects

/// The objects of some commits that a repository lacks; it has a part of their history.
///
/// Walks from the commits to their parents until it reaches the history that both repositories share, and compares
/// trees with those of the parents, so the cost is that of the new objects. Beyond the shared history, only objects
/// that were looked up count as present: objects that an interrupted try sent are not sent again.
package struct NewObjects {
  /// The repository that has the objects.
  package let git: GitStore
  /// The repository that receives them.
  package let other: GitStore
  private var shared: SharedHistory
  /// Throws when the work has to end; called for each commit.
  package let checkCancelled: () throws -> Void

  /// The objects, each after all objects that it names, with their sizes.
  package private(set) var objects: [(id: ObjectID, size: Int)] = []
  /// The commits outside of the shared history, with their trees and parents.
  private var commits: [ObjectID: Commit] = [:]
  /// Commits of the shared history that are parents of others.
  package private(set) var boundary: Set<ObjectID> = []
  private var seen: Set<ObjectID> = []

  package init(
    in git: GitStore, lackingFrom other: GitStore, shared: SharedHistory,
    checkCancelled: @escaping () throws -> Void
  ) {
    self.git = git
    self.other = other
    self.shared = shared
    self.checkCancelled = checkCancelled
  }

  /// Adds the objects of a commit and its ancestors that the other repository lacks.
  ///
  /// - Throws: ``GitError``, ``StateError``, and the errors of the check.
  package mutating func add(_ tip: ObjectID) throws {
    try findCommits(behind: tip)
    for id in inOrder(from: tip) where seen.insert(id).inserted {
      guard let commit = commits[id] else { continue }
      try checkCancelled()
      let known = try commit.parents.map { try commits[$0]?.tree ?? git.commit($0).tree }
      try addTree(commit.tree, besides: Set(known))
      try addIfMissing(id)
    }
  }

  private mutating func findCommits(behind tip: ObjectID) throws {
    var waiting = [tip]
    while let id = waiting.popLast() {
      guard commits[id] == nil, !boundary.contains(id) else { continue }
      try checkCancelled()
      // To look up the object first is cheaper than a walk through the shared history.
      if try isThere(id), try shared.contains(id) {
        boundary.insert(id)
        continue
      }
      let commit = try git.commit(id)
      commits[id] = commit
      waiting += commit.parents
    }
  }

  /// The new ancestors of a commit, each after its parents.
  private func inOrder(from tip: ObjectID) -> [ObjectID] {
    var result: [ObjectID] = []
    var done = seen
    var waiting = [(id: tip, isReady: false)]
    while let (id, isReady) = waiting.popLast() {
      if isReady {
        result.append(id)
      } else if let commit = commits[id], done.insert(id).inserted {
        waiting.append((id, true))
        waiting += commit.parents.map { ($0, false) }
      }
    }
    return result
  }

  /// Adds a tree and its contents, except entries that known trees have under the same names.
  private mutating func addTree(_ id: ObjectID, besides known: Set<ObjectID>) throws {
    guard !known.contains(id), seen.insert(id).inserted else { return }
    let old = try known.map { try git.tree($0) }
    for entry in try git.tree(id).entries {
      let namesakes = old.compactMap { $0[entry.name] }
      if namesakes.contains(entry) { continue }
      if entry.mode == .folder {
        let folders = namesakes.filter { $0.mode == .folder }.map(\.id)
        try addTree(entry.id, besides: Set(folders))
      } else if seen.insert(entry.id).inserted {
        try addIfMissing(entry.id)
      }
    }
    try addIfMissing(id)
  }

  /// Whether the other repository has an object, and not only the start of its file, as after a power cut.
  private func isThere(_ id: ObjectID) throws -> Bool {
    try other.contains(id) && LooseFile.isSound(id, in: other.path)
  }

  private mutating func addIfMissing(_ id: ObjectID) throws {
    guard try !isThere(id) else { return }
    objects.append((id, try git.header(id).size))
  }
}
