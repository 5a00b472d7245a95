public import DocMergeContainer
public import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects

/// What an eviction did.
public struct EvictReport: Sendable, Hashable {
  /// The documents that are placeholders now, and were not before.
  public var evicted: [DocumentPath] = []
  /// The documents that stay, and why.
  public var kept: [SkippedItem] = []
  /// Whether some stay since no remote has their last versions, which a sync would send.
  public var waitsForSync = false

  /// Makes a report of nothing.
  public init() {}
}

extension Container {
  /// Puts placeholders in the places of documents that a remote has, with all their versions.
  ///
  /// Documents with edits that no remote has yet stay as they are, and so do those that a program has open
  /// and does not let go of: it is asked first. In a container that is on demand the
  /// versions leave the disk as well at the next housekeeping of git (`git gc --prune=now`), unless they
  /// were made here; others keep them.
  ///
  /// - Parameter ids: the documents.
  /// - Returns: what was done.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func evict(_ ids: [DocumentID]) throws -> EvictReport {
    try syncLock.hold { _ in try evict(ids, leaving: .placeholder) }
  }

  /// Takes the contents of documents out of the folder, while the caller holds the sync lock.
  ///
  /// - Parameters:
  ///   - ids: the documents.
  ///   - presence: what is left of them there: a placeholder, or nothing.
  /// - Returns: what was done.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  package func evict(
    _ ids: [DocumentID], leaving presence: FolderTarget.Presence
  ) throws -> EvictReport {
    var (report, open) = try evictClosed(ids, leaving: presence)
    guard !open.isEmpty else { return report }
    // Whoever is asked may save first, so what is to be known of a document is looked at again.
    report.kept += try asking(about: open) { asked, _ in
      let (more, stillOpen) = try evictClosed(asked.map(\.id), leaving: presence)
      report.evicted += more.evicted
      return more.kept
        + stillOpen.map { SkippedItem(path: $0.path, reason: "a program has it open") }
    }
    report.evicted.sort()
    return report
  }

  /// Evicts the documents that nobody has to be asked about, and finds those that programs have open.
  private func evictClosed(
    _ ids: [DocumentID], leaving presence: FolderTarget.Presence
  ) throws -> (report: EvictReport, open: [OpenDocuments.Waiting]) {
    try operate {
      var report = EvictReport()
      let pending = try presence == .outside ? [] : pathsToUpload()
      let kept = try presence == .outside || !bringsFocus() ? nil : focus()
      var ready: [OpenDocuments.Waiting] = []
      for id in ids {
        guard let entry = try index.entry(of: id), presence == .outside || !entry.isPlaceholder
        else { continue }
        if let kept, kept.contains(entry.wanted) {
          report.kept.append(SkippedItem(path: entry.path, reason: Self.isInFocus))
        } else if presence == .outside, try isInConflict(id) {
          report.kept.append(SkippedItem(path: entry.path, reason: "is in conflict"))
        } else if let reason = try reasonToKeep(entry, pending) {
          report.kept.append(SkippedItem(path: entry.path, reason: reason))
          if reason == Self.isNotSent { report.waitsForSync = true }
        } else {
          ready.append(OpenDocuments.Waiting(evicting: entry, in: root))
        }
      }
      let isOpen = OpenDocuments.areOpen(ready)
      let closed = zip(ready, isOpen).filter { !$0.1 }.map(\.0.id)
      let shown = try show(closed, presence)
      report.evicted = shown.done
      report.kept += shown.left
      if try isOnDemand(), !shown.done.isEmpty {
        try keepDownloads(try heldVersions(), isAll: true)
      }
      return (report, zip(ready, isOpen).filter(\.1).map(\.0))
    }
  }

  private func isInConflict(_ id: DocumentID) throws -> Bool {
    try state()?.record(id).map { try graph.heads(of: $0).count > 1 } ?? false
  }

  private static let isInFocus = "is in the focus of this copy, whose contents are all here"
  private static let isNotSent = "no remote has its last version yet"

  /// Why the contents of a document must stay; `nil` for nothing.
  private func reasonToKeep(
    _ entry: FolderIndex.Entry, _ pending: Set<DocumentPath>?
  ) throws -> String? {
    if try !changes(in: .only([entry.path])).isEmpty { return "has edits that are not saved" }
    guard let pending, !pending.contains(entry.path) else {
      return Self.isNotSent
    }
    guard let record = try state()?.record(entry.id),
      record.heads.elements.contains(where: { $0.id == entry.version })
    else { return "a newer version is known; download that first" }
    return nil
  }

  /// The versions that are to stay here, as far as they are: those in force, and those in the folder, of all
  /// documents but placeholders, and but those outside of the focus whose versions a remote has.
  ///
  /// Linear in the size of the container.
  private func heldVersions() throws -> [ObjectID] {
    guard let state = try state() else { return [] }
    let pending = try pathsToUpload()
    let outside = try index.outside().filter { pending?.contains($0.wanted) == false }.map(\.id)
    // What a download that broke off put in its place is noted nowhere.
    let placeholders = Set(
      try index.placeholders().filter { Container.isPlaceholder(root.appending($0.path)) }
        .map(\.id) + outside)
    let inForce = try state.allRecords().filter { !placeholders.contains($0.id) }
      .flatMap { $0.heads.elements.map(\.id) }
    // What lies there is older than what is in force where that could not be fetched.
    let inFolder = try index.entries().filter { !placeholders.contains($0.id) }.map(\.version)
    let keeping = try keeping(of: inForce + inFolder)
    return keeping.reached.union(keeping.free).sorted()
  }
}
