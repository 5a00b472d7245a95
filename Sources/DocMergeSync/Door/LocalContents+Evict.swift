import DocMergeContainer
public import DocMergeFolder
public import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

/// What an eviction did.
public struct EvictReport: Sendable, Hashable {
  /// The documents that are placeholders now, and were not before.
  public var evicted: [DocumentPath] = []
  /// The documents that stay, and why.
  public var kept: [SkippedItem] = []
  /// Whether some stay because no remote has their last versions, which a sync would send.
  public var waitsForSync = false

  /// Makes an empty report.
  public init() {}
}

extension LocalContents {
  /// Replaces documents by placeholders, where a remote has all their versions.
  ///
  /// Documents with edits that no remote has yet stay as they are, and so do those that a program has open and does
  /// not give up when it is asked. In a container that is on demand the versions leave the disk as well, at the next
  /// housekeeping of git (`git gc --prune=now`), unless they were made here; other containers keep them.
  ///
  /// - Parameter ids: the documents.
  /// - Returns: what was done.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func evict(_ ids: [DocumentID]) throws -> EvictReport {
    try container.syncLock.hold { _ in try evict(ids, leaving: .placeholder) }
  }

  /// Removes the contents of documents from the folder, while the caller holds the sync lock.
  ///
  /// - Parameters:
  ///   - ids: the documents.
  ///   - presence: what stays of them in the folder: a placeholder, or nothing.
  /// - Returns: what was done.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  func evict(
    _ ids: [DocumentID], leaving presence: FolderTarget.Presence
  ) throws -> EvictReport {
    var (report, open) = try evictClosed(ids, leaving: presence)
    guard !open.isEmpty else { return report }
    // A program that is asked may save first, so the facts about a document are read again.
    report.kept += try container.asking(about: open) { asked, _ in
      let (more, stillOpen) = try evictClosed(asked.map(\.id), leaving: presence)
      report.evicted += more.evicted
      return more.kept
        + stillOpen.map { SkippedItem(path: $0.path, reason: tr("a program has it open")) }
    }
    report.evicted.sort()
    return report
  }

  /// Evicts the documents that no program has open, and finds those that programs have open.
  private func evictClosed(
    _ ids: [DocumentID], leaving presence: FolderTarget.Presence
  ) throws -> (report: EvictReport, open: [OpenDocuments.Waiting]) {
    try container.operate {
      var report = EvictReport()
      let pending = try presence == .outside ? [] : container.remotes.pathsToUpload()
      let kept =
        try presence == .outside || !container.settings.bringsFocus()
        ? nil : container.settings.focus()
      var ready: [OpenDocuments.Waiting] = []
      for id in ids {
        guard let entry = try container.index.entry(of: id),
          presence == .outside || !entry.isPlaceholder
        else { continue }
        if let kept, kept.contains(entry.wanted) {
          report.kept.append(SkippedItem(path: entry.path, reason: Self.isInFocus))
        } else if presence == .outside, try isInConflict(id) {
          report.kept.append(SkippedItem(path: entry.path, reason: tr("is in conflict")))
        } else if let reason = try reasonToKeep(entry, pending) {
          report.kept.append(SkippedItem(path: entry.path, reason: reason))
          if reason == Self.isNotSent { report.waitsForSync = true }
        } else {
          ready.append(OpenDocuments.Waiting(evicting: entry, in: container.root))
        }
      }
      let isOpen = OpenDocuments.areOpen(ready)
      let closed = zip(ready, isOpen).filter { !$0.1 }.map(\.0.id)
      let shown = try container.show(closed, presence)
      report.evicted = shown.done
      report.kept += shown.left
      if try container.settings.isOnDemand(), !shown.done.isEmpty {
        try container.keepDownloads(try heldVersions(), isAll: true)
      }
      return (report, zip(ready, isOpen).filter(\.1).map(\.0))
    }
  }

  private func isInConflict(_ id: DocumentID) throws -> Bool {
    try container.state()?.record(id).map { try container.graph.heads(of: $0).count > 1 } ?? false
  }

  private static var isInFocus: String {
    tr("is in the focus of this copy, whose contents are all here")
  }
  private static var isNotSent: String { tr("no remote has its last version yet") }

  /// Why the contents of a document must stay; `nil` if they need not.
  private func reasonToKeep(
    _ entry: FolderIndex.Entry, _ pending: Set<DocumentPath>?
  ) throws -> String? {
    if try !container.changes(in: .only([entry.path])).isEmpty {
      return tr("has edits that are not saved")
    }
    guard let pending, !pending.contains(entry.path) else {
      return Self.isNotSent
    }
    guard let record = try container.state()?.record(entry.id),
      record.heads.elements.contains(where: { $0.id == entry.version })
    else { return tr("a newer version is known; download that first") }
    return nil
  }

  /// The versions that are to stay here, as far as they are here: the current ones, and those in the folder, of all
  /// documents except placeholders, and except those outside of the focus whose versions a remote has.
  ///
  /// Linear in the size of the container.
  private func heldVersions() throws -> [ObjectID] {
    guard let state = try container.state() else { return [] }
    let pending = try container.remotes.pathsToUpload()
    let outside = try container.index.outside().filter { pending?.contains($0.wanted) == false }
      .map(\.id)
    // A document that a broken-off download put in place is not noted anywhere.
    let placeholders = Set(
      try container.index.placeholders().filter {
        Container.isPlaceholder(container.root.appending($0.path))
      }
      .map(\.id) + outside)
    let inForce = try state.allRecords().filter { !placeholders.contains($0.id) }
      .flatMap { $0.heads.elements.map(\.id) }
    // Versions in the folder are older than the current ones where those could not be fetched.
    let inFolder = try container.index.entries().filter { !placeholders.contains($0.id) }.map(
      \.version)
    let keeping = try container.keeping(of: inForce + inFolder)
    return keeping.reached.union(keeping.free).sorted()
  }
}
