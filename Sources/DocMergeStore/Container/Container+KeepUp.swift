extension Container {
  /// Set while versions of documents that are here could not be fetched.
  private static let behindKey = "docmerge.behind"

  /// Fetches the new versions of documents whose contents are here; others stay placeholders.
  ///
  /// What cannot be fetched now is told; the documents are out of date until a later sync.
  ///
  /// - Returns: what was fetched.
  func fetchKept(_ transport: Transport, _ report: inout SyncReport) throws -> [ObjectID] {
    guard transport.isOnDemand else { return [] }
    let wanted = try versionsToKeepUp(with: transport.remote.name)
    guard !wanted.isEmpty else { return [] }
    do {
      let lacking = try transport.fetch(wanted.sorted())
      let brought = wanted.subtracting(lacking)
      try note(isBehind: !lacking.isEmpty)
      return brought.sorted()
    } catch let error as RemoteError where error.reason != .cancelled {
      try note(isBehind: true)
      report.problems.append("documents that are here are out of date: \(error)")
      return []
    }
  }

  /// The replicas on a remote, where it is not known from what was sent there.
  func replicasToAsk(_ transport: Transport) throws -> Set<ReplicaID>? {
    guard transport.isOnDemand else { return nil }
    let known = References.known(References.state(try replica()), of: transport.remote.name)
    guard try git.reference(known) == nil else { return nil }
    return Set(try transport.replicas())
  }

  private func versionsToKeepUp(with name: String) throws -> Set<ObjectID> {
    let state = try state()
    let clock = try state?.clock() ?? Clock()
    var wanted: Set<ObjectID> = []
    for peer in try git.references(matching: References.remoteStates(name) + "*").values {
      // What is wrong with a state is told when it is taken in.
      guard let reader = try? StateReader(peer, in: git), let theirs = try? reader.clock(),
        !clock.covers(theirs), let changes = try? reader.changes(since: state)
      else { continue }
      for record in changes.compactMap(\.new) {
        wanted.formUnion(try versionsToKeepUp(of: record))
      }
    }
    guard let state, try git.configuration(Container.behindKey) != nil else { return wanted }
    for record in try state.allRecords() { wanted.formUnion(try versionsToKeepUp(of: record)) }
    return wanted
  }

  private func versionsToKeepUp(of record: Record) throws -> [ObjectID] {
    let missing = try record.heads.elements.map(\.id).filter { try !git.contains($0) }
    guard !missing.isEmpty, let entry = try index.entry(of: record.id), !entry.isPlaceholder else {
      return []
    }
    return missing
  }

  private func note(isBehind: Bool) throws {
    guard try (git.configuration(Container.behindKey) != nil) != isBehind else { return }
    try writeLock.hold { isAfterCrash in
      if isAfterCrash { try Sweep(container: self).run() }
      if isBehind {
        try git.setConfiguration(Container.behindKey, to: "true")
      } else {
        try git.removeConfiguration(Container.behindKey)
      }
    }
  }

  /// Puts what came late into the folder, while the caller holds the lock.
  func showLate(_ versions: [ObjectID]) throws {
    let reader = VersionReader(git: git)
    let documents = versions.compactMap { try? reader.entry($0).document }
    let late = try Set(documents).filter { id in
      guard let entry = try index.entry(of: id), !entry.isPlaceholder else { return false }
      return try state()?.record(id)?.heads.elements.contains { $0.id == entry.version } == false
    }
    _ = try show(late.sorted(), .contents)
  }
}
