package import DocMergeHistory
package import DocMergeObjects

/// The operations of all replicas, as far as they are known here.
package struct OperationGraph: Sendable {
  /// A state, and the content of its message.
  package struct Entry: Sendable {
    package var note: OperationNote
    package var parents: [ObjectID]
  }

  package let git: GitStore
  package private(set) var entries: [ObjectID: Entry] = [:]
  /// Commits that are no states that this docmerge understands.
  package private(set) var strangers: [ObjectID] = []

  /// Reads all operations that led to the states `tips`.
  ///
  /// Linear in their number.
  package init(_ git: GitStore, from tips: [ObjectID]) throws(GitError) {
    self.git = git
    var waiting = tips
    var seen: Set<ObjectID> = []
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      let commit = try git.commit(id)
      guard let note = OperationNote(message: commit.message) else {
        strangers.append(id)
        continue
      }
      entries[id] = Entry(note: note, parents: commit.parents)
      waiting += commit.parents
    }
  }

  /// The last states of each replica; several where it was copied or restored.
  package var latest: [ReplicaID: [ObjectID]] {
    var isFollowed: Set<ObjectID> = []
    for (_, entry) in entries {
      for parent in entry.parents where entries[parent]?.note.replica == entry.note.replica {
        isFollowed.insert(parent)
      }
    }
    return Dictionary(grouping: entries.keys.filter { !isFollowed.contains($0) }.sorted()) { id in
      entries[id]?.note.replica
    }.reduce(into: [:]) { result, group in
      if let replica = group.key { result[replica] = group.value }
    }
  }

  /// The operations that are undone, and not by an undo that is undone itself.
  package var undone: Set<ObjectID> {
    let undos = Dictionary(grouping: entries.filter { $0.value.note.undoes != nil }.keys) { id in
      entries[id]?.note.undoes
    }
    var known: [ObjectID: Bool] = [:]
    func isUndone(_ id: ObjectID) -> Bool {
      if let known = known[id] { return known }
      // Nothing can undo a later operation, but a peer may claim so.
      known[id] = false
      let result = undos[id, default: []].contains { !isUndone($0) }
      known[id] = result
      return result
    }
    return Set(entries.keys.filter { isUndone($0) })
  }

  /// A prune, by the state that it made.
  package typealias Prune = (id: ObjectID, note: OperationNote, pruned: PruneNote)

  /// The prunes in effect, or all prunes.
  package func prunes(includesUndone: Bool = false) throws -> [Prune] {
    let candidates = entries.filter { $0.value.note.kind == .prune }
    guard !candidates.isEmpty else { return [] }
    let undone = includesUndone ? [] : undone
    return try candidates.filter { !undone.contains($0.key) }.sorted { $0.key < $1.key }
      .compactMap { id, entry in
        try StateReader(id, in: git).pruned().map { (id, entry.note, $0) }
      }
  }
}

extension StateReader {
  /// What the prune that made this state removed; `nil` for another operation.
  package func pruned() throws -> PruneNote? {
    guard let entry = root[PruneNote.name] else { return nil }
    return try PruneNote(git.bytes(entry.id, .blob, atMost: Limits.stateText))
  }
}

extension Container {
  /// The operations of all replicas that are known here.
  package func operationGraph() throws -> OperationGraph {
    let own = try git.reference(References.state(try replica())).map { [$0] } ?? []
    let others = try git.references(matching: "refs/docmerge/remotes/*/state/*").values
    return try OperationGraph(git, from: own + others)
  }

  /// Reports that a requested document was pruned.
  ///
  /// Linear in the number of operations.
  ///
  /// - Parameter path: the name that it had.
  /// - Throws: ``ContainerError/pruned(_:operation:)`` if it was, ``GitError``, ``StateError``.
  package func checkNotPruned(at path: DocumentPath) throws {
    for prune in try operationGraph().prunes() {
      for document in prune.pruned.documents where document.path == path {
        throw ContainerError.pruned(path.display, operation: prune.id.short)
      }
    }
  }

  /// The versions that a prune of any replica, undone or not, has removed, as far as it is known here.
  ///
  /// - Throws: ``GitError``, ``StateError``.
  package func prunedVersions() throws -> Set<ObjectID> {
    Set(
      try operationGraph().prunes(includesUndone: true).flatMap { $0.pruned.versions.map(\.id) })
  }

  /// The documents that a prune of any replica, undone or not, has forgotten, with versions that the prune itself did
  /// not have.
  ///
  /// - Throws: ``GitError``, ``StateError``.
  package func prunedDocuments() throws -> Set<DocumentID> {
    Set(
      try operationGraph().prunes(includesUndone: true).flatMap { $0.pruned.documents.map(\.id) })
  }
}
