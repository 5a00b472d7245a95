package import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
package import DocMergeObjects

extension Container {
  /// Set while versions of documents that are here could not be fetched.
  private static let behindKey = "docmerge.behind"

  /// What is to be kept of what a sync is going to take in, where contents come on demand.
  package struct KeptUp {
    /// The versions that were fetched.
    package var fetched: Set<ObjectID> = []
    /// Versions that were here, such as of a sync that was undone, and that nothing keeps.
    package var found: Set<ObjectID> = []
    /// Whether everything could be fetched.
    package var isComplete = false
  }

  /// Fetches the new versions of documents whose contents are here, or are to be; others stay placeholders.
  ///
  /// What cannot be fetched now is told; the documents are out of date until a later sync.
  func keepUp(_ transport: Transport, _ report: inout SyncReport) throws -> KeptUp {
    guard transport.isOnDemand else { return KeptUp() }
    var (kept, missing) = try versionsToKeepUp(with: transport.remote.name)
    do {
      let lacking = try missing.isEmpty ? [] : transport.fetch(missing.sorted())
      kept.fetched = missing.subtracting(lacking)
      kept.isComplete = lacking.isEmpty
      if !kept.isComplete { try note(isBehind: true) }
    } catch let error as RemoteError where error.reason != .cancelled {
      try note(isBehind: true)
      report.problems.append("documents that are here are out of date: \(error)")
    }
    return kept
  }

  /// Of the versions in force on others, those of documents that are no placeholders: what is here and not
  /// kept, and what is missing.
  ///
  /// Costs what others changed, and all documents while some are out of date.
  private func versionsToKeepUp(
    with name: String
  ) throws -> (kept: KeptUp, missing: Set<ObjectID>) {
    let (state, bringsFocus, focus) = (try state(), try bringsFocus(), try focus())
    var (named, wanted) = (Set<ObjectID>(), Set<ObjectID>())
    for peer in try git.references(matching: References.remoteStates(name) + "*").values {
      // What is wrong with a state is told when it is taken in.
      guard let reader = try? StateReader(peer, in: git), let theirs = try? reader.clock(),
        (try? state?.clock(towards: peer).covers(theirs)) != true,
        let changes = try? reader.changes(since: state)
      else { continue }
      for record in changes.compactMap(\.new) {
        let entry = try index.entry(of: record.id)
        if let entry, entry.isPlaceholder, !bringsFocus { continue }
        named.formUnion(record.heads.elements.map(\.id))
        let isInFocus =
          bringsFocus && record.names.elements.contains { focus?.contains($0) ?? true }
        if entry != nil || isInFocus { wanted.formUnion(record.heads.elements.map(\.id)) }
      }
    }
    if let state, bringsFocus {
      // What could not be had when it came into the focus.
      for entry in try index.placeholders() {
        wanted.formUnion(try state.record(entry.id)?.heads.elements.map(\.id) ?? [])
      }
    }
    if let state, try isBehind() {
      // Some may have come since, by a sync that broke off before it kept them.
      for record in try state.allRecords() {
        guard let entry = try index.entry(of: record.id), !entry.isPlaceholder else { continue }
        wanted.formUnion(record.heads.elements.map(\.id))
      }
    }
    let keeping = try keeping(of: named.union(wanted))
    let missing = try wanted.filter { try keeping.broken.contains($0) || !git.contains($0) }
    return (KeptUp(found: keeping.free), missing)
  }

  /// The replicas on a remote, where it is not known from what was sent there.
  func replicasToAsk(_ transport: Transport) throws -> Set<ReplicaID>? {
    guard transport.isOnDemand else { return nil }
    let known = References.known(References.state(try replica()), of: transport.remote.name)
    guard try git.reference(known) == nil else { return nil }
    return Set(try transport.replicas())
  }

  /// Keeps what came, and has it put into the folder where older versions lie, while the caller holds the lock.
  ///
  /// Whoever is killed before ``noteKept(_:)`` leaves the rest to the next sync.
  package func keep(_ kept: KeptUp) throws {
    let versions = kept.fetched.union(kept.found).sorted()
    let reader = VersionReader(git: git)
    // What is no version, or not the one that it is said to be, is told when it is taken in.
    let documents = Set(versions.compactMap { try? reader.entry($0).document })
    // Before they are kept: what is kept, the next sync does not find again.
    try index.change(documents.sorted().map { .unsettle($0) })
    try keepDownloads(versions)
    if !documents.isEmpty { _ = try bringFolderInLine() }
  }

  /// Notes that nothing is out of date any more.
  func noteKept(_ kept: KeptUp) throws {
    if kept.isComplete { try note(isBehind: false) }
  }

  /// Whether newer versions of documents that are here may not be in the folder yet.
  package func isBehind() throws(GitError) -> Bool {
    try git.configuration(Container.behindKey) != nil
  }

  private func note(isBehind: Bool) throws {
    guard try self.isBehind() != isBehind else { return }
    try writeLock.hold(mends: false) { isAfterCrash in
      if isAfterCrash { try Sweep(container: self).run() }
      if isBehind {
        try git.setConfiguration(Container.behindKey, to: "true")
      } else {
        try git.removeConfiguration(Container.behindKey)
      }
    }
  }
}
