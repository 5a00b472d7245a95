import DocMergeContainer
import DocMergeCore
public import DocMergeFolder
public import DocMergeHistory
import DocMergeLanguage
public import DocMergeObjects

/// What a download did.
public struct DownloadReport: Sendable, Hashable {
  /// The documents whose contents are in the folder now, and were not before.
  public var downloaded: [DocumentPath] = []
  /// The documents whose contents could not be fetched, and why.
  public var missing: [SkippedItem] = []
  /// The documents whose contents are here, but not in the folder yet, and why.
  public var notInPlace: [SkippedItem] = []

  /// The documents that turned out to be deleted: their placeholders are gone.
  public var deleted: [DocumentPath] = []

  /// Whether everything that was asked for is in the folder.
  public var isComplete: Bool { missing.isEmpty && notInPlace.isEmpty }
}

extension LocalContents {
  /// Fetches the contents of documents, with their whole histories, and puts them into the folder.
  ///
  /// Contents that are here already cost nothing and ask no remote. All that is missing is fetched in one transfer;
  /// a document is wholly here or not at all, even if the transfer breaks off.
  ///
  ///     let document = try container.document(at: path)
  ///     if document.availability == .remote { _ = try container.local.download([document.id]) }
  ///
  /// - Parameters:
  ///   - ids: the documents; deleted ones are fetched too, and not put into the folder.
  ///   - options: how long to wait, and how often to try.
  ///   - isCancelled: asked several times a second; `true` ends the download in good order.
  ///   - progress: called with each step, on the calling thread.
  /// - Returns: the documents that were fetched.
  /// - Throws: ``RemoteError`` when no remote that may have the missing contents could be reached, or the download was
  ///   cancelled; ``ContainerError``, ``GitError``, ``FileError``. The folder is as it was then.
  public func download(
    _ ids: [DocumentID], options: SyncOptions = SyncOptions(),
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> DownloadReport {
    guard try needsDownload(ids) else { return DownloadReport() }
    return try container.syncLock.hold { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: container).runAfterSync() }
      try git.refresh()
      let wanted = try missingVersions(of: ids)
      let lacking = try fetch(wanted) { remote in
        try Transport(
          container: container, remote: remote, options: options, isCancelled: isCancelled,
          progress: progress)
      }
      var (placed, left) = try container.operateAsking {
        // After an eviction, or a download that broke off, unkept versions may be here.
        let found = try container.keeping(of: versionsToKeep(of: ids)).free
        try container.keepDownloads(found.union(wanted).subtracting(lacking).sorted())
        return try place(ids, lacking)
      }
      placed.report.notInPlace += left
      try note(placed.open, in: &placed.report)
      return placed.report
    }
  }

  /// Whether any of the documents is not here, not kept, or not in the folder.
  private func needsDownload(_ ids: [DocumentID]) throws -> Bool {
    let isOnDemand = try container.settings.isOnDemand()
    let isBehind = try isBehind()
    var versions: Set<ObjectID> = []
    for id in ids {
      guard let record = try container.state()?.record(id) else { continue }
      if try needsDownload(record, isOnDemand: isOnDemand) { return true }
      // What a download or a sync fetched before it broke off looks like kept versions.
      if try isOnDemand && (isBehind || container.index.entry(of: id) == nil) {
        versions.formUnion(record.heads.elements.map(\.id))
      }
    }
    return try container.keeping(of: versions).reached != versions
  }

  private func needsDownload(_ record: Record, isOnDemand: Bool) throws -> Bool {
    let entry = try container.index.entry(of: record.id)
    if let entry, container.isPlaceholder(of: record.id, at: entry.path) { return true }
    return try container.availability(of: entry, record.ranked, isOnDemand: isOnDemand) != .local
  }

  /// The current versions of documents that are not here, or not wholly.
  private func missingVersions(of ids: [DocumentID]) throws -> [ObjectID] {
    guard let state = try container.state() else { return [] }
    var closure = VersionClosure(git: git)
    var missing: [ObjectID] = []
    for id in ids {
      guard let record = try state.record(id) else { continue }
      missing += try record.heads.elements.map(\.id).sorted().filter { try !closure.isWhole($0) }
    }
    return missing
  }

  /// The current versions of documents, where contents are on demand and nothing else keeps them.
  private func versionsToKeep(of ids: [DocumentID]) throws -> [ObjectID] {
    guard try container.settings.isOnDemand(), let state = try container.state() else { return [] }
    return try ids.flatMap { try state.record($0)?.heads.elements.map(\.id) ?? [] }
  }

  /// Asks one remote after the other, and returns the versions that none of them has.
  ///
  /// - Throws: the failure of a remote that may have them.
  private func fetch(
    _ versions: [ObjectID], by transport: (Remote) throws -> Transport
  ) throws -> Set<ObjectID> {
    var missing = Set(versions)
    var failure: (any Error)?
    for remote in try missing.isEmpty ? [] : container.remotes.all() {
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

  /// Puts the fetched contents of documents into the folder, while the caller holds the lock.
  ///
  /// - Returns: the report, and the documents that programs have open and that must still be asked for.
  private func place(
    _ ids: [DocumentID], _ lacking: Set<ObjectID>
  ) throws -> (report: DownloadReport, open: [DocumentID]) {
    var report = DownloadReport()
    let paths = try ids.compactMap { try container.index.entry(of: $0)?.path }
    if !paths.isEmpty {
      _ = try container.saveUnlocked(.only(Set(paths)), kind: .save, message: nil)
    }
    guard let state = try container.state() else { return (report, []) }
    var change = try StateChange(git: git, identity: try container.identity(), base: state)
    var ready: [DocumentID] = []
    for id in ids {
      guard var record = try state.record(id) else { continue }
      let path = try container.index.entry(of: id)?.path ?? record.name
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
    report.notInPlace = try container.bringFolderInLine(tellingOfWaiting: asked.contains)
    report.deleted = try pathsOfDeleted(ready)
    let placed = try container.show(ready, .contents)
    report.downloaded = placed.done
    report.notInPlace += placed.left.filter { !report.notInPlace.contains($0) }
    return (report, placed.open)
  }

  /// Notes the outcome for documents after their programs were asked.
  private func note(_ ids: [DocumentID], in report: inout DownloadReport) throws {
    for id in ids {
      guard let entry = try container.index.entry(of: id),
        let record = try container.state()?.record(id)
      else {
        continue
      }
      if try !entry.isPlaceholder && entry.version == container.target(record).wish?.version.id {
        report.downloaded.append(entry.path)
      } else if !report.notInPlace.contains(where: { $0.path == entry.path }) {
        report.notInPlace.append(
          SkippedItem(path: entry.path, reason: tr("a program has it open")))
      }
    }
    report.downloaded.sort()
    // A document that was deleted elsewhere stays if its program did not give way.
    report.deleted = try report.deleted.filter { try container.index.entry(at: $0) == nil }
  }

  /// The paths of documents that the fetched states show as deleted.
  private func pathsOfDeleted(_ ids: [DocumentID]) throws -> [DocumentPath] {
    try ids.compactMap { id in
      guard let entry = try container.index.entry(of: id),
        let record = try container.state()?.record(id),
        try container.target(record).wish == nil
      else { return nil }
      return entry.path
    }.sorted()
  }

  /// Why a document cannot be put into the folder; `nil` if it can.
  private func flaw(of record: Record) throws -> String? {
    for head in record.heads.elements {
      guard try git.contains(head.id) else { return tr("no remote has its contents") }
      let entry: HistoryEntry
      do {
        entry = try VersionReader(git: git).entry(head.id)
      } catch {
        return tr("version \(head.id.short) cannot be read")
      }
      guard entry.version == head, entry.document == record.id else {
        return tr("version \(head.id.short) has other contents than its record says")
      }
    }
    return nil
  }
}
