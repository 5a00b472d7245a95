import Glibc

/// Sending to a path without git: the few objects that are new, and then the references.
///
/// A push lists all that both sides have before it finds out what is new, which takes as long as the container is
/// large. This replica knows what it sent last, and what it made since.
extension Transport {
  /// Larger objects are left to git, which need not have them in memory as a whole.
  private static let largestObject = 64 << 20

  /// Sends references of this replica to a path, the first ones first.
  ///
  /// The objects are there before a reference names them, in packs of bounded size: whoever is killed meanwhile
  /// finds them there the next time. A reference is changed only from what it was at the start.
  ///
  /// - Returns: `false` where git or libgit2 is to do it; nothing but objects was changed then.
  /// - Throws: ``RemoteError`` when it was cancelled.
  func sendDirectly(_ references: [(name: String, id: ObjectID)]) throws -> Bool {
    guard let path = address.path else { return false }
    do {
      return try send(references, to: OpenRemote(path: path, git: GitStore(path: path)))
    } catch let error as RemoteError {
      throw error
    } catch {
      // What is wrong there, or here, whoever does it in the usual way says.
      return false
    }
  }

  private func send(
    _ references: [(name: String, id: ObjectID)], to remote: OpenRemote
  ) throws -> Bool {
    guard try remote.isOpen() else { return false }
    let there = try remote.git.references(matching: "refs/docmerge/*")
    var new = NewObjects(
      in: git, lackingFrom: remote.git, shared: try history(of: there),
      checkCancelled: checkCancelled)
    for (name, id) in references {
      try new.add(id)
      // What does not follow from what is there, such as after a prune, goes the way that is made for it.
      if let old = there[name], old != id, !new.boundary.contains(old) { return false }
    }
    guard new.objects.allSatisfy({ $0.size <= Transport.largestObject }) else { return false }
    let guarded = try KeptPacks(of: remote.path)
    defer { guarded.release() }
    try write(new.objects, to: remote.git, guarded)
    // A `git repack` that started meanwhile may have taken packs before they were kept.
    try remote.git.refresh()
    guard try new.objects.allSatisfy({ try remote.git.contains($0.id) }) else { return false }
    for (name, id) in references where there[name] != id {
      try checkCancelled()
      try remote.git.setReference(name, to: id, from: there[name])
    }
    try noteSent(references)
    return true
  }

  /// In the states of how many others to look for the versions that new ones were made from.
  private static let mostStates = 8

  /// What the remote has for certain: all that its references lead to, as far as it is known here.
  private func history(of there: [String: ObjectID]) throws -> SharedHistory {
    let own = References.state(try container.replica())
    let sent = there.keys.sorted().filter { name in
      // Each replica sends the versions first, and then the state that names them.
      name.hasPrefix(References.states)
        && there["refs/docmerge/versions/\(name.dropFirst(References.states.count))"] != nil
    }
    let names = sent.filter { $0 == own } + sent.filter { $0 != own }
    // What is wrong with the states of others was found when they were fetched, and is not known.
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
