extension Container {
  /// Set while versions of documents that are here could not be fetched.
  private static let behindKey = "docmerge.behind"

  /// New versions of documents whose contents are here, where contents come on demand.
  struct NewVersions {
    /// Those that were fetched.
    var fetched: [ObjectID] = []
    /// Those that were here, such as of a sync that was undone: nothing may keep them any more.
    var present: [ObjectID] = []
  }

  /// Fetches the new versions of documents whose contents are here; others stay placeholders.
  ///
  /// What cannot be fetched now is told; the documents are out of date until a later sync.
  ///
  /// - Returns: what is to be kept from now on.
  func fetchKept(_ transport: Transport, _ report: inout SyncReport) throws -> NewVersions {
    guard transport.isOnDemand else { return NewVersions() }
    let (present, wanted) = try newVersions(on: transport.remote.name)
    var versions = NewVersions(present: try notKept(present))
    guard !wanted.isEmpty else { return versions }
    do {
      let lacking = try transport.fetch(wanted.sorted())
      versions.fetched = wanted.subtracting(lacking).sorted()
      try note(isBehind: !lacking.isEmpty)
    } catch let error as RemoteError where error.reason != .cancelled {
      try note(isBehind: true)
      report.problems.append("documents that are here are out of date: \(error)")
    }
    return versions
  }

  /// The versions that other replicas name, of documents that are no placeholders: those that are here, and
  /// those that are not, or not wholly.
  private func newVersions(on name: String) throws -> (here: Set<ObjectID>, missing: Set<ObjectID>)
  {
    var (here, missing) = (Set<ObjectID>(), Set<ObjectID>())
    var closure = VersionClosure(git: git)
    for record in try changedRecords(on: name) {
      let entry = try index.entry(of: record.id)
      if let entry, entry.isPlaceholder { continue }
      for id in record.heads.elements.map(\.id) {
        if try closure.isWhole(id) {
          here.insert(id)
        } else if entry != nil {
          missing.insert(id)
        }
      }
    }
    return (here, missing)
  }

  /// Those that no chain of this replica leads to.
  private func notKept(_ versions: Set<ObjectID>) throws -> [ObjectID] {
    guard !versions.isEmpty else { return [] }
    let chains = try [References.versions(replica()), References.downloads].map { name in
      try git.reference(name)
    }
    return try git.commits(reachableFrom: versions.sorted(), butNotFrom: chains)
      .filter(versions.contains)
  }

  /// The replicas on a remote, where it is not known from what was sent there.
  func replicasToAsk(_ transport: Transport) throws -> Set<ReplicaID>? {
    guard transport.isOnDemand else { return nil }
    let known = References.known(References.state(try replica()), of: transport.remote.name)
    guard try git.reference(known) == nil else { return nil }
    return Set(try transport.replicas())
  }

  /// The records that other replicas have in another way, and all of ours while some are out of date.
  private func changedRecords(on name: String) throws -> [Record] {
    let state = try state()
    let clock = try state?.clock() ?? Clock()
    var records: [Record] = []
    for peer in try git.references(matching: References.remoteStates(name) + "*").values {
      // What is wrong with a state is told when it is taken in.
      guard let reader = try? StateReader(peer, in: git), let theirs = try? reader.clock(),
        !clock.covers(theirs), let changes = try? reader.changes(since: state)
      else { continue }
      records += changes.compactMap(\.new)
    }
    guard let state, try git.configuration(Container.behindKey) != nil else { return records }
    return try records + state.allRecords()
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
