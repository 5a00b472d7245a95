public import DocMergeContainer
import DocMergeCore
import DocMergeHistory
package import DocMergeObjects
import DocMergeSync
import DocMergeSystem

extension Container {
  /// Removes versions that nothing leads to any more: those that an operation withdrew, and documents that are deleted
  /// on every replica.
  ///
  /// A version stays if a head leads to it, on this replica or on another, or did within `age`, or if a replica has not
  /// seen yet that it may be removed. Removed versions are moved to a recycle bin, and the prune is an operation that
  /// ``undo(_:)`` reverts. Other replicas keep their versions until they prune themselves.
  ///
  ///     let report = try container.prune(olderThan: .seconds(90 * 86_400))
  ///     print("\(report.versions) versions went")
  ///
  /// - Parameters:
  ///   - age: how long nothing must have led to a version.
  ///   - ignored: replicas that will not return, and are not waited for: names of computers, or ids.
  ///   - progress: called now and then with the number of versions read.
  /// - Returns: the versions that were removed.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func prune(
    olderThan age: Duration, withoutReplicas ignored: [String] = [],
    progress: (Int) -> Void = { _ in }
  ) throws -> PruneReport {
    try syncLock.hold { _ in
      try operate {
        let cutoff = Timestamp.now - age
        let draft = try Pruner(container: self, cutoff: cutoff, ignored: ignored).draft(progress)
        var report = draft.report
        let bin = RecycleBin(container: self)
        report.emptied = try bin.empty(before: cutoff)
        if !draft.versions.isEmpty || !draft.documents.isEmpty {
          try EncryptedMirror.removeAll(of: self)
          report.operation = try record(draft)
        }
        (report.recycled, report.stillKept) = try finishPrune()
        return report
      }
    }
  }

  /// What ``prune(olderThan:withoutReplicas:progress:)`` would do; changes nothing.
  ///
  /// - Parameters:
  ///   - age: how long nothing must have led to a version.
  ///   - ignored: replicas that are not waited for.
  ///   - progress: called now and then with the number of versions read.
  /// - Returns: what would be removed.
  /// - Throws: ``ContainerError``, ``GitError``.
  public func prunable(
    olderThan age: Duration, withoutReplicas ignored: [String] = [],
    progress: (Int) -> Void = { _ in }
  ) throws -> PruneReport {
    try Pruner(container: self, cutoff: .now - age, ignored: ignored).draft(progress).report
  }

  /// Removes the contents of the recycle bin for good.
  ///
  /// - Returns: how many bytes it was.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func emptyRecycleBin() throws -> Int64 {
    try syncLock.hold { _ in
      try operate { try RecycleBin(container: self).empty(before: nil) }
    }
  }

  /// Writes the operation: from then on the versions are pruned, even if the rest breaks off.
  package func record(_ draft: Pruner.Draft) throws -> ObjectID? {
    try RecycleBin(container: self).noteUnfinished()
    var change = try StateChange(git: git, identity: try identity(), base: try state())
    for record in draft.documents { change.forget(record.id) }
    let chains = try [References.versions(change.identity.replica), References.downloads]
      .compactMap { try git.reference($0) }
    let documents = draft.documents.map { record in
      PruneNote.Forgotten(
        id: record.id,
        path: record.name ?? DocumentPath(unchecked: Array("\(record.id)".utf8)))
    }
    change.mark(
      pruned: PruneNote(chains: chains, documents: documents, versions: draft.versions))
    let (versions, count) = (draft.versions.count, draft.report.documents.count)
    let state = try change.commit(
      .prune,
      "prune \(versions) version\(versions == 1 ? "" : "s") of \(count) document\(count == 1 ? "" : "s")"
    )
    try catchUp()
    return state?.id
  }
}

extension Timestamp {
  /// The moment this long before; the earliest possible one where that is beyond all dates.
  fileprivate static func - (moment: Timestamp, age: Duration) -> Timestamp {
    let (seconds, attoseconds) = age.components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (result, isTooEarly) = moment.nanoseconds.subtractingReportingOverflow(
      product + attoseconds / 1_000_000_000)
    return Timestamp(nanoseconds: isTooLong || isTooEarly ? .min : result)
  }
}
