package import DocMergeContainer
package import DocMergeHistory
package import DocMergeObjects

/// A replica that was restored from a backup, or is one of two with the same id, and must continue under a new
/// id.
///
/// An act is identified by the replica and a number. After a restore the same numbers are used again, for other acts
/// than those that peers have seen; a join would mix the two up. So the acts since the backup become acts of a new
/// replica. They are otherwise the same, as are all versions.
package struct RestoredReplica {
  package let container: Container
  /// The current state here, of the old replica.
  package let present: StateReader
  private let old: ReplicaID
  /// The last state that is known both here and elsewhere; `nil` for none.
  private let fork: StateReader?
  /// How many acts of the old replica led to ``fork``.
  private let shared: UInt64

  private var git: GitStore { container.git }

  /// Checks whether a peer has states of this replica that it does not know itself; `nil` if not.
  ///
  /// Reads the new parts of the peers' states. Where some of them are, or seem to be, by this replica, all states that
  /// led to the current one are read.
  ///
  /// - Parameters:
  ///   - container: the container of this replica.
  ///   - peers: the states of all peers.
  /// - Throws: ``GitError``, ``StateError``.
  package init?(_ container: Container, seenBy peers: [ObjectID]) throws {
    guard let present = try container.state() else { return nil }
    let old = try container.replica()
    let git = container.git
    var foreign: [ObjectID: Commit] = [:]
    for id in try git.commits(reachableFrom: peers, butNotFrom: [present.id]) {
      // A commit that cannot be read is a fault of its sender, and found when the sender's state is merged.
      guard let commit = try? git.commit(id),
        OperationNote(message: commit.message)?.replica == old
      else { continue }
      foreign[id] = commit
    }
    if !foreign.isEmpty {
      // The walk may list known commits where clocks were off: all ancestors of the current state are checked.
      for id in try git.commits(reachableFrom: [present.id], butNotFrom: []) { foreign[id] = nil }
    }
    guard !foreign.isEmpty else { return nil }
    // There are several after more than one restore: acts that any of them does not share get the new id.
    let roots = foreign.values.map(\.parents.first).filter { root in
      root.map { foreign[$0] == nil } ?? true
    }
    var fork: StateReader?
    var shared = UInt64.max
    for root in roots {
      let state = try root.map { try StateReader($0, in: git) }
      let count = try state?.clock().counters[old] ?? 0
      if count < shared { (fork, shared) = (state, count) }
    }
    self.container = container
    self.present = present
    self.old = old
    self.fork = fork
    self.shared = shared
  }

  /// Makes the container continue as a new replica.
  ///
  /// The old states stay reachable from the chain of its versions; the log of operations has the new ones.
  ///
  /// - Returns: the new replica.
  /// - Throws: ``GitError``, ``StateError``.
  package func continueAsNewReplica() throws -> ReplicaID {
    let new = ReplicaID.random(container.environment)
    var batch = ObjectBatch()
    var newIDs: [ObjectID: ObjectID] = [:]
    var last = fork
    for state in try statesSinceFork() {
      let id = try rename(state, to: new, after: last, newIDs, &batch)
      try batch.flush(into: git)
      newIDs[state.id] = id
      last = try StateReader(id, in: git)
    }
    let chain = try git.reference(References.versions(old))
    let kept = try keepOldStates(after: chain, as: new, &batch)
    try batch.flush(into: git)
    if let kept { try git.setReference(References.versions(new), to: kept, from: nil) }
    if let last { try git.setReference(References.state(new), to: last.id, from: nil) }
    try git.setConfiguration(IdentitySource.replicaKey, to: new.description)
    return new
  }

  /// The states of this replica since the fork, the first one first.
  private func statesSinceFork() throws -> [StateReader] {
    var result: [StateReader] = []
    var next: ObjectID? = present.id
    while let id = next, id != fork?.id {
      let commit = try git.commit(id)
      guard OperationNote(message: commit.message)?.replica == old else { break }
      result.append(try StateReader(id, in: git))
      next = commit.parents.first
    }
    return result.reversed()
  }

  /// The same state, with the acts since the fork renamed to the new replica.
  private func rename(
    _ state: StateReader, to new: ReplicaID, after last: StateReader?,
    _ newIDs: [ObjectID: ObjectID], _ batch: inout ObjectBatch
  ) throws -> ObjectID {
    var root = state.root
    var documents = state.documentsTree
    let shards = Dictionary(grouping: try state.shards(differingFrom: fork), by: \.folderName)
    for (name, shards) in shards {
      var folder = try shards.first.map { try state.folderTree(of: $0) } ?? Tree()
      for shard in shards {
        let records = try state.records(in: shard).map { $0.mapDots { renamed($0, to: new) } }
        let blob = try batch.add(GitObject(kind: .blob, bytes: StateText.text(records)))
        folder.set(shard.blobName, to: .init(name: shard.blobName, mode: .file, id: blob))
      }
      let id = try batch.add(folder.object)
      documents.set(name, to: .init(name: name, mode: .folder, id: id))
    }
    let clock = try batch.add(
      GitObject(kind: .blob, bytes: StateText.text(renamed(try state.clock(), to: new))))
    root.set(StateReader.clockName, to: .init(name: StateReader.clockName, mode: .file, id: clock))
    let tree = try batch.add(documents.object)
    root.set(
      StateReader.documentsName,
      to: .init(name: StateReader.documentsName, mode: .folder, id: tree))
    var commit = try git.commit(state.id)
    commit.tree = try batch.add(root.object)
    commit.parents = (last.map { [$0.id] } ?? []) + commit.parents.dropFirst()
    commit.message = message(commit.message, of: new, newIDs)
    // The signature was for the old state; the next sync signs again.
    commit.proof = nil
    return try batch.add(commit.object)
  }

  private func renamed(_ dot: Dot, to new: ReplicaID) -> Dot {
    guard dot.replica == old, dot.counter > shared else { return dot }
    return Dot(replica: new, counter: dot.counter - shared)
  }

  private func renamed(_ clock: Clock, to new: ReplicaID) -> Clock {
    var counters = clock.counters
    let acts = counters[old, default: 0]
    if acts > shared { counters[new] = acts - shared }
    counters[old] = shared == 0 ? nil : min(acts, shared)
    return Clock(counters)
  }

  private func message(
    _ text: String, of new: ReplicaID, _ newIDs: [ObjectID: ObjectID]
  ) -> String {
    guard let note = OperationNote(message: text) else { return text }
    var trailers = [
      ("Operation", note.kind.rawValue), ("Replica", new.description),
      ("Computer", note.computer), ("Date", Trailers.text(note.date)),
    ]
    if let undone = note.undoes {
      trailers.append((OperationNote.undoesKey, (newIDs[undone] ?? undone).description))
    }
    return Trailers.message(note.summary, trailers)
  }

  /// A link of the chain of versions that keeps the old states.
  private func keepOldStates(
    after chain: ObjectID?, as new: ReplicaID, _ batch: inout ObjectBatch
  ) throws -> ObjectID? {
    guard present.id != fork?.id else { return chain }
    let author = try git.commit(present.id).author
    return try batch.add(
      Commit(
        tree: batch.add(Tree().object), parents: (chain.map { [$0] } ?? []) + [present.id],
        author: author, committer: author,
        message: Trailers.message(StateChange.keepMessage, [("Replica", new.description)])
      ).object)
  }
}

extension Record {
  /// The same record with other dots.
  fileprivate func mapDots(_ new: (Dot) -> Dot) -> Record {
    Record(
      id: id, heads: ObservedSet(heads.dots.mapValues { Set($0.map(new)) }),
      names: ObservedSet(names.dots.mapValues { Set($0.map(new)) }))
  }
}
