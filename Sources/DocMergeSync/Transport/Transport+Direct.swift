import DocMergeContainer
import DocMergeHistory
import DocMergeObjects

/// Sending to a path without git: the few objects that are new, and then the references.
///
/// A push lists everything that both sides have before it finds the new objects, which takes longer the larger the
/// container is. This replica knows what it sent last, and what it made since.
extension Transport {
  /// Larger objects are left to git, which need not have a whole object in memory.
  private static let largestObject = 64 << 20

  /// Sends references of this replica to a path, in this order.
  ///
  /// The objects are there before a reference names them, in packs of limited size: the next send reuses those of a
  /// killed one. A reference is only changed from its value at the start.
  ///
  /// - Returns: `false` where git or libgit2 has to do it.
  /// - Throws: ``RemoteError`` when it was cancelled; ``GitError``, ``FileError`` when the remote cannot be written.
  func sendDirectly(_ references: [(name: String, id: ObjectID)]) throws -> Bool {
    guard let path = address.path else { return false }
    let remote = OpenRemote(path: path, git: store(at: path))
    let plan: DirectPush
    do {
      guard let planned = try self.plan(references, to: remote) else { return false }
      plan = planned
    } catch let error as RemoteError {
      throw error
    } catch {
      // git or libgit2 gets the same error, and reports it.
      return false
    }
    guard try carryOut(plan, on: remote) else { return false }
    try noteSent(references)
    return true
  }

  /// What a send will do.
  private struct DirectPush {
    /// The objects that the remote lacks, each after all that it names, with their sizes.
    var objects: [(id: ObjectID, size: Int)]
    /// The references that change, with their current values in the remote.
    var references: [(name: String, new: ObjectID, old: ObjectID?)]
  }

  /// The plan of a send; `nil` where git or libgit2 has to do it.
  private func plan(
    _ references: [(name: String, id: ObjectID)], to remote: OpenRemote
  ) throws -> DirectPush? {
    guard try remote.isOpen() else { return nil }
    let there = try remote.git.references(matching: "refs/docmerge/*")
    var new = NewObjects(
      in: git, lackingFrom: remote.git, shared: try history(of: there),
      checkCancelled: checkCancelled)
    for (name, id) in references {
      try new.add(id)
      // A reference that is not moved forward, as after a prune, is left to git.
      if let old = there[name], old != id, !new.boundary.contains(old) { return nil }
    }
    guard new.objects.allSatisfy({ $0.size <= Transport.largestObject }) else { return nil }
    return DirectPush(
      objects: new.objects,
      references: references.filter { there[$0.name] != $0.id }
        .map { ($0.name, $0.id, there[$0.name]) })
  }

  /// Writes the objects and moves the references; `false` where another process was in the way.
  private func carryOut(_ plan: DirectPush, on remote: OpenRemote) throws -> Bool {
    let kept = try KeptPacks(of: remote.git)
    defer { kept.release() }
    try write(plan.objects, to: remote.git, kept)
    // A `git repack` that started before the packs were kept may have removed them.
    try remote.git.refresh()
    guard try plan.objects.allSatisfy({ try remote.git.contains($0.id) }) else { return false }
    for (name, new, old) in plan.references {
      try checkCancelled()
      do throws(GitError) {
        // Only this replica writes it: what a power loss left of it is of no use to others.
        if old == nil { try remote.git.removeIfTorn(reference: name) }
        try remote.git.setReference(name, to: new, from: old)
      } catch {
        guard error.code == .modified || error.code == .locked else { throw error }
        return false
      }
    }
    return true
  }

  /// How many states of others are searched for the parents of new versions.
  private static let mostStates = 8

  /// The history that the remote has for certain: all that its references lead to, as far as it is known here.
  private func history(of there: [String: ObjectID]) throws -> SharedHistory {
    let own = References.state(try container.replica())
    let sent = there.keys.sorted().filter { name in
      // Each replica sends the versions first, and then the state that names them.
      name.hasPrefix(References.states)
        && there["refs/docmerge/versions/\(name.dropFirst(References.states.count))"] != nil
    }
    let names = sent.filter { $0 == own } + sent.filter { $0 != own }
    // Faulty states of others were found when they were fetched, and are not known.
    let known = try names.compactMap { name in
      try git.reference(References.known(name, of: remote.name)).flatMap { id in
        id == there[name] ? id : nil
      }
    }
    return SharedHistory(
      git: git, tips: try there.values.filter { id throws(GitError) in try git.contains(id) },
      states: try known.prefix(Transport.mostStates).map { try StateReader($0, in: git) })
  }

  private func write(
    _ objects: [(id: ObjectID, size: Int)], to remote: GitStore, _ kept: KeptPacks
  ) throws {
    var step = SyncProgress(remote: self.remote.name, phase: .sending)
    step.total = objects.count
    var batch = ObjectBatch()
    for (id, size) in objects {
      try checkCancelled()
      _ = try batch.add(git.object(id))
      (step.completed, step.bytes) = (step.completed + 1, step.bytes + Int64(size))
      progress(step)
      if batch.isLarge {
        try batch.flushAsPack(into: remote)
        try kept.keepNew()
      }
    }
    try batch.flushAsPack(into: remote)
    try kept.keepNew()
  }
}
