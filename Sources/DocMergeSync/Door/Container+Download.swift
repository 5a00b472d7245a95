public import DocMergeContainer
import DocMergeCore
public import DocMergeFolder
public import DocMergeHistory
public import DocMergeObjects

/// What a download brought.
public struct DownloadReport: Sendable, Hashable {
  /// The documents whose contents lie in the folder now, and did not before.
  public var downloaded: [DocumentPath] = []
  /// The documents whose contents could not be had, and why.
  public var missing: [SkippedItem] = []
  /// The documents whose contents are here, but not in the folder yet, and why.
  public var notInPlace: [SkippedItem] = []

  /// The documents of which it turned out that they were deleted: their placeholders are gone.
  public var deleted: [DocumentPath] = []

  /// Whether everything that was asked for is in the folder.
  public var isComplete: Bool { missing.isEmpty && notInPlace.isEmpty }
}

extension Container {
  /// Brings the contents of documents, with their whole histories, and puts them into the folder.
  ///
  /// What is here already costs nothing and asks nobody. All that is missing comes in one transfer; a
  /// document is wholly here or not at all, whenever it breaks off.
  ///
  ///     let document = try container.document(at: path)
  ///     if document.availability == .remote { _ = try container.download([document.id]) }
  ///
  /// - Parameters:
  ///   - ids: the documents, deleted ones too, which come without being put into the folder.
  ///   - options: how long to wait, and how often to try.
  ///   - isCancelled: asked several times a second; `true` ends it, in good order.
  ///   - progress: told what is being done, on the calling thread.
  /// - Returns: what came.
  /// - Throws: ``RemoteError`` when no remote could be met that may have what is missing, or it was
  ///   cancelled; ``ContainerError``, ``GitError``, ``FileError``. The folder is as it was then.
  public func download(
    _ ids: [DocumentID], options: SyncOptions = SyncOptions(),
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> DownloadReport {
    guard try needsDownload(ids) else { return DownloadReport() }
    return try syncLock.hold { isAfterCrash in
      if isAfterCrash { try Sweep(container: self).runAfterSync() }
      try git.refresh()
      let wanted = try missingVersions(of: ids)
      let lacking = try fetch(wanted) { remote in
        try Transport(
          container: self, remote: remote, options: options, isCancelled: isCancelled,
          progress: progress)
      }
      var (placed, left) = try operateAsking {
        // After an eviction, or a download that broke off, versions may be here that nothing keeps.
        let found = try keeping(of: versionsToKeep(of: ids)).free
        try keepDownloads(found.union(wanted).subtracting(lacking).sorted())
        return try place(ids, lacking)
      }
      placed.report.notInPlace += left
      try note(placed.open, in: &placed.report)
      return placed.report
    }
  }

  /// Whether something of the documents is not here, not kept, or not in the folder.
  private func needsDownload(_ ids: [DocumentID]) throws -> Bool {
    let isOnDemand = try isOnDemand()
    let isBehind = try isBehind()
    var versions: Set<ObjectID> = []
    for id in ids {
      guard let record = try state()?.record(id) else { continue }
      if try needsDownload(record, isOnDemand: isOnDemand) { return true }
      // What a download or a sync brought before it broke off looks like what is kept.
      if try isOnDemand && (isBehind || index.entry(of: id) == nil) {
        versions.formUnion(record.heads.elements.map(\.id))
      }
    }
    return try keeping(of: versions).reached != versions
  }

  private func needsDownload(_ record: Record, isOnDemand: Bool) throws -> Bool {
    let entry = try index.entry(of: record.id)
    if let entry, isPlaceholder(of: record.id, at: entry.path) { return true }
    return try availability(of: entry, record.ranked, isOnDemand: isOnDemand) != .local
  }

  /// The present versions of documents that are not here, or not wholly.
  private func missingVersions(of ids: [DocumentID]) throws -> [ObjectID] {
    guard let state = try state() else { return [] }
    var closure = VersionClosure(git: git)
    var missing: [ObjectID] = []
    for id in ids {
      guard let record = try state.record(id) else { continue }
      missing += try record.heads.elements.map(\.id).sorted().filter { try !closure.isWhole($0) }
    }
    return missing
  }

  /// The versions in force of documents, where contents come on demand and nothing else keeps them.
  private func versionsToKeep(of ids: [DocumentID]) throws -> [ObjectID] {
    guard try isOnDemand(), let state = try state() else { return [] }
    return try ids.flatMap { try state.record($0)?.heads.elements.map(\.id) ?? [] }
  }

  /// Asks one remote after the other, and returns what none of them has.
  ///
  /// - Throws: what went wrong with a remote that may have it.
  private func fetch(
    _ versions: [ObjectID], by transport: (Remote) throws -> Transport
  ) throws -> Set<ObjectID> {
    var missing = Set(versions)
    var failure: (any Error)?
    for remote in try missing.isEmpty ? [] : remotes() {
      do {
        missing = try transport(remote).fetch(versions.filter { missing.contains($0) })
      } catch let error as RemoteError where error.reason != .cancelled {
        failure = failure ?? error
      }
      if missing.isEmpty { break }
    }
    if let failure, !missing.isEmpty { throw failure }
    return missing
  }

  // MARK: Placing

  /// Puts what is here of documents into the folder, while the caller holds the lock.
  ///
  /// - Returns: the report, and the documents that programs have open and still have to be asked about.
  private func place(
    _ ids: [DocumentID], _ lacking: Set<ObjectID>
  ) throws -> (report: DownloadReport, open: [DocumentID]) {
    var report = DownloadReport()
    let paths = try ids.compactMap { try index.entry(of: $0)?.path }
    if !paths.isEmpty { _ = try saveUnlocked(.only(Set(paths)), kind: .save, message: nil) }
    guard let state = try state() else { return (report, []) }
    var change = try StateChange(git: git, identity: try identity(), base: state)
    var ready: [DocumentID] = []
    for id in ids {
      guard var record = try state.record(id) else { continue }
      let path = try index.entry(of: id)?.path ?? record.name
      if let reason = try flaw(of: record) {
        report.missing.append(
          SkippedItem(path: path ?? DocumentPath(unchecked: Array("\(id)".utf8)), reason: reason))
        continue
      }
      ready.append(id)
      let before = record
      try HeadJoiner(git: git).joinHeads(of: &record, in: &change)
      if record != before { try change.put(record) }
    }
    _ = try change.commit(.join, "join equal versions")
    let asked = Set(ids)
    report.notInPlace = try bringFolderInLine(tellingOfWaiting: asked.contains)
    report.deleted = try pathsOfDeleted(ready)
    let placed = try show(ready, .contents)
    report.downloaded = placed.done
    report.notInPlace += placed.left.filter { !report.notInPlace.contains($0) }
    return (report, placed.open)
  }

  /// Notes what became of documents after their programs were asked.
  private func note(_ ids: [DocumentID], in report: inout DownloadReport) throws {
    for id in ids {
      guard let entry = try index.entry(of: id), let record = try state()?.record(id) else {
        continue
      }
      if try !entry.isPlaceholder && entry.version == target(record).wish?.version.id {
        report.downloaded.append(entry.path)
      } else if !report.notInPlace.contains(where: { $0.path == entry.path }) {
        report.notInPlace.append(
          SkippedItem(path: entry.path, reason: "a program has it open"))
      }
    }
    report.downloaded.sort()
    // A document that was deleted elsewhere stays if its program did not give way.
    report.deleted = try report.deleted.filter { try index.entry(at: $0) == nil }
  }

  /// Where documents lie that are deleted, as what came shows.
  private func pathsOfDeleted(_ ids: [DocumentID]) throws -> [DocumentPath] {
    try ids.compactMap { id in
      guard let entry = try index.entry(of: id), let record = try state()?.record(id),
        try target(record).wish == nil
      else { return nil }
      return entry.path
    }.sorted()
  }

  /// What keeps a document from being put into the folder; `nil` for nothing.
  private func flaw(of record: Record) throws -> String? {
    for head in record.heads.elements {
      guard try git.contains(head.id) else { return "no remote has its contents" }
      let entry: HistoryEntry
      do {
        entry = try VersionReader(git: git).entry(head.id)
      } catch {
        return "version \(head.id.short) cannot be read"
      }
      guard entry.version == head, entry.document == record.id else {
        return "version \(head.id.short) is not what is said of it"
      }
    }
    return nil
  }

}
