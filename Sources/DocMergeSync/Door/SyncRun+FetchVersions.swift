import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

extension SyncRun {
  /// The versions that a sync has to keep before it merges, where contents are on demand.
  struct KeptVersions {
    /// The versions that were fetched.
    var fetched: Set<ObjectID> = []
    /// Versions that were here and unkept, such as those of a sync that was undone.
    var found: Set<ObjectID> = []
    /// Whether all versions could be fetched.
    var isComplete = false
  }

  /// Fetches the new versions of documents whose contents are here, or are to be; others stay placeholders.
  ///
  /// A failure is reported; the documents are out of date until a later sync.
  func fetchVersions(_ report: inout SyncReport) throws -> KeptVersions {
    guard transport.isOnDemand else { return KeptVersions() }
    var (kept, missing) = try versionsToFetch()
    do {
      let lacking = try missing.isEmpty ? [] : transport.fetch(missing.sorted())
      kept.fetched = missing.subtracting(lacking)
      kept.isComplete = lacking.isEmpty
      if !kept.isComplete { try container.local.note(isBehind: true) }
    } catch let error as RemoteError where error.reason != .cancelled {
      try container.local.note(isBehind: true)
      report.problems.append(tr("documents that are here are out of date: \(error)"))
    }
    return kept
  }

  /// The current versions of peers, of documents that are not placeholders: those that are here and not kept, and
  /// those that are missing.
  ///
  /// Costs what peers changed, and all documents while some are out of date.
  private func versionsToFetch() throws -> (kept: KeptVersions, missing: Set<ObjectID>) {
    let (state, bringsFocus, focus) = (
      try container.state(), try container.settings.bringsFocus(), try container.settings.focus()
    )
    var (named, wanted) = (Set<ObjectID>(), Set<ObjectID>())
    for peer in try git.references(matching: References.remoteStates(name) + "*").values {
      // A fault in a state is reported when it is merged.
      guard let reader = try? StateReader(peer, in: git), let theirs = try? reader.clock(),
        (try? state?.clock(towards: peer).covers(theirs)) != true,
        let changes = try? reader.changes(since: state)
      else { continue }
      for record in changes.compactMap(\.new) {
        let entry = try container.index.entry(of: record.id)
        if let entry, entry.isPlaceholder, !bringsFocus { continue }
        named.formUnion(record.heads.elements.map(\.id))
        let isInFocus =
          bringsFocus && record.names.elements.contains { focus?.contains($0) ?? true }
        if entry != nil || isInFocus { wanted.formUnion(record.heads.elements.map(\.id)) }
      }
    }
    if let state, bringsFocus {
      // Versions that could not be fetched when their documents got into the focus.
      for entry in try container.index.placeholders() {
        wanted.formUnion(try state.record(entry.id)?.heads.elements.map(\.id) ?? [])
      }
    }
    if let state, try container.local.isBehind() {
      // Some may have been fetched since, by a sync that broke off before it kept them.
      for record in try state.allRecords() {
        guard let entry = try container.index.entry(of: record.id), !entry.isPlaceholder else {
          continue
        }
        wanted.formUnion(record.heads.elements.map(\.id))
      }
    }
    let keeping = try container.keeping(of: named.union(wanted))
    let missing = try wanted.filter { try keeping.broken.contains($0) || !git.contains($0) }
    return (KeptVersions(found: keeping.free), missing)
  }

  /// The replicas on a remote, where the references sent there do not show them.
  func replicasToAsk() throws -> Set<ReplicaID>? {
    guard transport.isOnDemand else { return nil }
    let known = References.known(References.state(try container.replica()), of: name)
    guard try git.reference(known) == nil else { return nil }
    return Set(try transport.replicas())
  }

  /// Keeps the fetched versions, and marks documents with older versions in the folder to be updated, under the lock.
  ///
  /// A process that is killed before ``noteKept(_:)`` leaves the rest to the next sync.
  func keep(_ kept: KeptVersions) throws {
    let versions = kept.fetched.union(kept.found).sorted()
    let reader = VersionReader(git: git)
    // A fault, such as another document than expected, is reported when the state is merged.
    let documents = Set(versions.compactMap { try? reader.entry($0).document })
    // Before they are kept: the next sync does not find kept versions again.
    try container.index.change(documents.sorted().map { .unsettle($0) })
    try container.keepDownloads(versions)
    if !documents.isEmpty { _ = try container.bringFolderInLine() }
  }

  /// Notes that no document is out of date any more.
  func noteKept(_ kept: KeptVersions) throws {
    if kept.isComplete { try container.local.note(isBehind: false) }
  }
}
