import DocMergeContainer
import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects
import DocMergeSync

/// The space that the versions take.
extension Upkeep {
  // MARK: Packing

  /// What to pack, because there are too many or too large loose objects, or too many packs; `nil` for nothing.
  ///
  /// Costs no more than listing two folders: one in 256 of the objects is examined, as git does, large ones are counted
  /// when they are written, and of packs only the sizes are read. The setting `docmerge.pack` is `false`, or the
  /// allowed number of loose objects.
  ///
  /// - Throws: ``GitError``, ``FileError``.
  public func duePacking() throws -> PackScope? { try Packer(container: container).due() }

  /// Combines loose objects and packs into one pack; where packs take a GiB or more, small ones into larger ones.
  ///
  /// No object is removed by it, reachable or not; others may read and save meanwhile, and it can be ended at any
  /// moment. The next packing removes the remains of a killed one.
  ///
  /// - Parameters:
  ///   - scope: what to combine.
  ///   - isCancelled: asked several times a second; `true` ends it.
  /// - Returns: a report of the packing.
  /// - Throws: ``ContainerError/busy(process:)`` when another process packs already, ``GitError``,
  ///   ``FileError``.
  public func pack(
    _ scope: PackScope = .all, isCancelled: @escaping () -> Bool = { false }
  ) throws -> PackReport {
    try Packer(container: container).pack(scope, isCancelled)
  }

  /// Whether a process packs this container now.
  ///
  /// - Throws: ``FileError``.
  public func isPacking() throws -> Bool { try container.packLock.holder() != nil }

  // MARK: Pruning

  /// Removes versions that nothing leads to any more: those that an operation withdrew, and documents that are deleted
  /// on every replica.
  ///
  /// A version stays if a head leads to it, on this replica or on another, or did within `age`, or if a replica has not
  /// seen yet that it may be removed. Removed versions are moved to a recycle bin, and the prune is an operation that
  /// `Container.undo` reverts. Other replicas keep their versions until they prune themselves.
  ///
  ///     let report = try container.upkeep.prune(olderThan: .seconds(90 * 86_400))
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
    try container.syncLock.hold { _ in
      try container.operate {
        let pruner = Pruner(of: container, olderThan: age, ignoring: ignored)
        let draft = try pruner.draft(progress)
        var report = draft.report
        report.emptied = try RecycleBin(container: container).empty(before: pruner.cutoff)
        if !draft.versions.isEmpty || !draft.documents.isEmpty {
          try EncryptedMirror.removeAll(of: container)
          report.operation = try draft.record(in: container)
        }
        (report.recycled, report.stillKept) = try container.finishPrune()
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
    try Pruner(of: container, olderThan: age, ignoring: ignored).draft(progress).report
  }

  /// Removes documents from the container that no other replica has; their files stay where they are.
  ///
  /// Their versions are moved to the recycle bin, and their paths added to `info/exclude` of the repository, so that
  /// the files are ignored. It is an operation that `Container.undo` reverts. Costs the history of each document and of
  /// the chain of versions.
  ///
  /// - Parameter ids: the documents.
  /// - Returns: the versions that were removed.
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``ContainerError/hasReplicas(_:)`` when other replicas
  ///   have, or had, one of them; ``GitError``, ``FileError``. Nothing is forgotten then.
  public func forget(_ ids: [DocumentID]) throws -> PruneReport {
    try container.syncLock.hold { _ in
      try container.operate {
        let draft = try Pruner.Draft(forgetting: ids, in: container)
        let index = container.index
        let entries = try ids.compactMap { try index.entry(of: $0) }
        // Before the name is free: the file would be saved anew where another document takes it.
        try EditorFiles.exclude(
          entries.map { ($0.path, $0.content.kind) }, in: container.git.path, on: container.disk)
        // The folder keeps files of unknown documents. If this breaks off before the operation, the documents are
        // checked again.
        try index.change(ids.flatMap { [.remove($0), .unsettle($0)] })
        var report = draft.report
        try EncryptedMirror.removeAll(of: container)
        report.operation = try draft.record(in: container)
        (report.recycled, report.stillKept) = try container.finishPrune()
        return report
      }
    }
  }

  /// Removes the contents of the recycle bin for good.
  ///
  /// - Returns: how many bytes it was.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``.
  public func emptyRecycleBin() throws -> Int64 {
    try container.syncLock.hold { _ in
      try container.operate { try RecycleBin(container: container).empty(before: nil) }
    }
  }
}
