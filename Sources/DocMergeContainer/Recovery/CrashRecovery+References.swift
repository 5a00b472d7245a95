import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

/// References of this replica that a disk lost, or that an older copy of the repository set back.
extension CrashRecovery {
  /// The fault of a reference.
  package enum Loss: Sendable {
    /// There is no such reference.
    case missing
    /// It leads to an older state than the folder shows.
    case setBack
  }

  /// The references of this replica that are wrong, by name.
  ///
  /// Costs a few references; the history between two states where the folder shows another state than the last one.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  package func lostReferences() throws -> [String: Loss] {
    guard let reached = try container.index.reached()?.state else { return [:] }
    let git = container.git
    let replica = try container.replica()
    var lost: [String: Loss] = [:]
    let state = try git.reference(References.state(replica))
    if state == nil { lost[References.state(replica)] = .missing }
    if try lacksChain(of: replica) { lost[References.versions(replica)] = .missing }
    if let state, state != reached, try isSetBack(state, from: reached, replica) {
      lost[References.state(replica)] = .setBack
    }
    return lost
  }

  /// Whether no chain keeps the versions of the documents; where contents are on demand, remotes keep them.
  private func lacksChain(of replica: ReplicaID) throws -> Bool {
    try container.git.reference(References.versions(replica)) == nil
      && container.index.count() > 0 && !container.settings.isOnDemand()
  }

  private func isSetBack(
    _ state: ObjectID, from reached: ObjectID, _ replica: ReplicaID
  ) throws -> Bool {
    let git = container.git
    guard try git.contains(reached), try git.contains(state) else { return false }
    return try git.isAncestor(state, of: reached)
      && OperationNote(message: git.commit(reached).message)?.replica == replica
  }

  /// Makes sure that the folder is compared with the last state: where the reference to it was lost, or set back, it
  /// leads there again; where the index knows a state that is gone, the index is made again.
  ///
  /// Without that, the folder would be made like an older state, or like none.
  ///
  /// - Throws: ``ContainerError/missingState`` where the state is gone; ``GitError``, `DatabaseError`.
  package func restoreLostState() throws {
    let git = container.git
    guard let reached = try container.index.reached()?.state else { return }
    let lost = try lostReferences()
    if !lost.isEmpty { try restoreOwnReferences(lost) }
    let name = References.state(try container.replica())
    guard let state = try git.reference(name) else {
      // Without documents there is nothing that could be removed.
      guard try container.index.count() > 0 else { return }
      throw ContainerError.missingState
    }
    if lost[name] == .setBack { return try git.setReference(name, to: reached, from: state) }
    if state != reached, try !git.contains(reached) { try container.index.clear() }
  }

  /// Finds the ends of this replica's chains again when their references were lost.
  ///
  /// - Parameter lost: the faults that are known. Where the state is older than the folder, the chain may be older too.
  /// - Throws: ``GitError``, `DatabaseError`.
  package func restoreOwnReferences(_ lost: [String: Loss] = [:]) throws {
    let replica = try container.replica()
    try restore(References.state(replica)) { OperationNote(message: $0)?.replica == replica }
    let isSetBack = lost.values.contains(.setBack)
    try restore(References.versions(replica), evenIfThere: isSetBack) { message in
      let (words, values) = Trailers.parse(message)
      return words == StateChange.keepMessage && values["Replica"] == replica.description
    }
  }

  /// Points a missing reference to the last commit whose message passes the test.
  private func restore(
    _ name: String, evenIfThere: Bool = false, _ isLink: (String) -> Bool
  ) throws {
    let git = container.git
    let old = try git.reference(name)
    guard old == nil || evenIfThere else { return }
    var links: [ObjectID: Commit] = [:]
    for id in try git.allObjects() {
      let object = try git.object(id)
      // A killed process may have written it before the objects that it names.
      guard object.kind == .commit, let commit = Commit(bytes: object.bytes),
        isLink(commit.message), try git.contains(commit.tree)
      else { continue }
      links[id] = commit
    }
    let parents = Set(links.values.flatMap(\.parents))
    let all = links.filter { !parents.contains($0.key) }
    // A signature that was overtaken by a save is the end of no chain.
    let saved = all.filter { OperationNote(message: $0.value.message)?.kind != .sign }
    let ends = (saved.isEmpty ? all : saved).keys.sorted()
    guard let last = ends.last, let link = links[last] else { return }
    guard ends.count > 1, StateChange.keepMessages.contains(Trailers.parse(link.message).text)
    else { return try git.setReference(name, to: last, from: old) }
    // After a prune, the old chain may exist beside the new one: what either keeps is kept.
    var batch = ObjectBatch()
    let chain = VersionChain(message: link.message, signature: link.committer)
    let end = try chain.extend(nil, keeping: ends, in: &batch)
    try batch.flush(into: git)
    try git.setReference(name, to: end ?? last, from: old)
  }
}
