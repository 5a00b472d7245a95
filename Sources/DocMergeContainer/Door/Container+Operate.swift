import DocMergeCore
package import DocMergeFolder
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

extension Container {
  /// Runs a change: alone, on a container in good order, with the folder updated to the state.
  ///
  /// Documents that programs have open are put in place at the end, once those programs gave way.
  ///
  /// - Parameters:
  ///   - finishesClone: whether the work that a clone left is done before.
  ///   - body: the change.
  /// - Returns: what `body` returns.
  /// - Throws: ``ContainerError/damagedClone(_:)``, ``ContainerError/busy(process:)``, ``FileError``,
  ///   ``GitError``, and what `body` throws; ``ContainerError/notInPlace(_:)`` when programs do not give way.
  package func operate<Result>(
    finishesClone: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    let (result, left) = try operateAsking(finishesClone: finishesClone, body)
    try Container.check(left)
    return result
  }

  /// Does the same where documents may stay as they are.
  ///
  /// - Parameters:
  ///   - finishesClone: whether the work that a clone left is done before.
  ///   - asksAgain: whether programs that did not give way before are asked again.
  ///   - body: the change.
  /// - Returns: what `body` returns, and the documents whose programs did not give way.
  /// - Throws: as ``operate(finishesClone:_:)``, except for documents that are not in place.
  package func operateAsking<Result>(
    finishesClone: Bool = true, asksAgain: Bool = false, _ body: () throws -> Result
  ) throws -> (result: Result, left: [SkippedItem]) {
    let open = OpenDocuments(in: root, asksAgain: asksAgain)
    let result = try OpenDocuments.$current.withValue(open) {
      try operateLocked(finishesClone: finishesClone, body)
    }
    return (result, try placeOpenDocuments(open))
  }

  private func operateLocked<Result>(
    finishesClone: Bool, _ body: () throws -> Result
  ) throws -> Result {
    try writeLock.hold { isAfterCrash in
      let rest = finishesClone ? DeferredCloneWork(container: self) : nil
      if isAfterCrash { try sweep(rest) }
      try rest?.check()
      try git.refresh()
      try adoptCopy()
      try CrashRecovery(container: self).restoreLostState()
      noteChange()
      try rest?.finish()
      // A document that cannot be put in place now must not block work on other documents.
      _ = try bringFolderInLine(findsStrays: true, isAfterCrash: isAfterCrash)
      if isAfterCrash { try CrashRecovery(container: self).clearParked() }
      return try body()
    }
  }

  /// Repairs what a crash left.
  private func sweep(_ rest: DeferredCloneWork?) throws {
    let sweep = CrashRecovery(container: self)
    do {
      try sweep.run()
    } catch let error as GitError {
      // A damaged clone is the more useful error; half a pack of a killed one is forgotten.
      guard let rest, rest.hasPacks() else { throw error }
      try rest.check()
      if rest.hasPacks() { throw error }
      try sweep.run()
    }
  }

  /// Updates the folder to the state, as the last part of an operation.
  ///
  /// - Throws: ``ContainerError/notInPlace(_:)`` when some documents could not be put in place; all others are.
  ///   Documents that waited before, and that the operation did not change, are not reported.
  package func catchUp() throws {
    try Container.check(bringFolderInLine { _ in false })
  }

  private static func check(_ left: [SkippedItem]) throws {
    guard left.isEmpty else {
      throw ContainerError.notInPlace(left.map { "\($0.path.display): \($0.reason)" })
    }
  }

  /// Updates the folder to the state, and returns the documents that could not be put in place.
  ///
  /// Unsaved edits in the way are saved as versions of the documents there, and the folder is tried again; documents
  /// are put beside files that can never be saved.
  ///
  /// - Parameters:
  ///   - change: the change that led to the state, where the caller knows it: it need not be read again then.
  ///   - rest: notes that the disk still has to write new documents; `nil`: they are durable afterwards.
  ///   - files: files that were already made for new documents.
  ///   - findsStrays: whether a process may have been killed during this, so that the index does not know everything
  ///     that is in place.
  ///   - isAfterCrash: whether one was, so that a missing document need not have been removed.
  ///   - isTold: whether a document that waited before, and is unchanged in the state, is reported.
  /// - Returns: the documents that are not in place, and why.
  /// - Throws: ``FileError``, ``GitError``.
  package func bringFolderInLine(
    after change: StateChange? = nil, leaving rest: DeferredCloneWork? = nil,
    into files: PreallocatedFiles? = nil, findsStrays: Bool = false, isAfterCrash: Bool = false,
    tellingOfWaiting isTold: (DocumentID) -> Bool = { _ in true }
  ) throws -> [SkippedItem] {
    var rounds = FolderRounds(self, findsStrays: findsStrays)
    while true {
      guard let state = try state() else { return [] }
      let (reached, unsettled) = (try index.reached()?.state, try index.unsettled())
      guard reached != state.id || !unsettled.isEmpty else { return [] }
      let targets = try targets(
        from: reached.map { id in try StateReader(id, in: git) }, to: state, after: change,
        and: unsettled)
      OpenDocuments.current?.start(targets.changed.map(\.id))
      let leaveToDisk = rest.map { rest in { @Sendable () throws in try rest.begin() } }
      let updater = FolderUpdater(
        root: root, git: git, rules: FolderRules(git: git), index: index,
        policy: FolderPolicy(
          isOnDemand: try settings.isOnDemand(), isInFocus: try settings.focus()?.contains,
          fillsPlaceholders: try settings.bringsFocus()),
        situation: FolderSituation(
          unsettled: unsettled,
          obstacles: try rounds.obstacles(around: unsettled, isInLine: reached == state.id),
          strays: try rounds.strays(for: targets), isRebuilding: reached == nil,
          isAfterCrash: isAfterCrash, mayBeTorn: try DeferredCloneWork(container: self).mayBeTorn()),
        leaveToDisk: leaveToDisk, preallocatedFiles: files, open: .current, isLast: rounds.isLast)
      let isDone = try rounds.run(targets, unsettled) { all in
        try updater.update(all, reaching: self.reached(state))
      }
      if isDone { return rounds.left(isTold) }
    }
  }

  /// What the index notes about a state.
  package func reached(_ state: StateReader) throws -> FolderIndex.LastUpdate {
    .init(state: state.id, replica: try replica(), conflicts: try state.conflicts())
  }

  /// The target of each document whose record differs between two states, or that is not settled.
  private func targets(
    from old: StateReader?, to new: StateReader, after change: StateChange?,
    and unsettled: Set<DocumentID>
  ) throws -> FolderRounds.Targets {
    var targets = FolderRounds.Targets(changed: try targets(from: old, to: new, after: change))
    let waiting = unsettled.subtracting(unsettled.isEmpty ? [] : targets.changed.map(\.id))
    targets.waiting = try waiting.sorted().map { id in
      try new.record(id).map(target) ?? .init(id: id, wish: nil)
    }
    return targets
  }

  private func targets(
    from old: StateReader?, to new: StateReader, after change: StateChange?
  ) throws -> [FolderTarget] {
    if let change, let old, old.isEmpty, change.base?.id == old.id, change.state == new.id {
      return try ParallelMap.map(change.records.values.sorted { $0.id < $1.id }, grain: 256) {
        try target($0)
      }
    }
    return try new.changes(since: old).map { change in
      var target = try change.new.map(target) ?? .init(id: change.id, wish: nil)
      target.oldName = try change.old.flatMap { try self.target($0).wish?.name }
      return target
    }
  }

  package func target(_ record: Record) throws -> FolderTarget {
    let heads = try graph.heads(of: record)
    guard let current = heads.first, !current.isDeletion, let name = record.name else {
      return .init(id: record.id, wish: nil)
    }
    return .init(id: record.id, wish: (name, current), isInConflict: heads.count > 1)
  }

  /// Whether the document is in the container and not deleted.
  package func isPresent(_ record: Record) throws -> Bool { try target(record).wish != nil }

  /// Takes the folder at `path` for the original place of its container.
  ///
  /// That is the case when a disk is set back as a whole: nothing in the folder shows it, so that only a
  /// person, or a test, knows.
  package static func adoptPlace(at path: String) throws {
    let git = GitStore(path: "\(path)/\(repositoryName)")
    try git.setConfiguration(
      IdentitySource.homeKey, to: try IdentitySource.home(of: SystemPath(git.path)))
  }

  /// Continues as a new replica when this folder was copied, moved to another disk, or restored.
  private func adoptCopy() throws {
    let home = try IdentitySource.home(of: SystemPath(git.path))
    guard try git.configuration(IdentitySource.homeKey) != home else { return }
    let (old, new) = (try replica(), ReplicaID.random(environment))
    for name in [References.versions, References.state] {
      if let id = try git.reference(name(old)) {
        try git.setReference(name(new), to: id, from: nil)
      }
    }
    // The file system may be a different one.
    try FileSystemProbe(folder: SystemPath("\(git.path)/\(Container.privateName)")).note(in: git)
    try git.setConfiguration(IdentitySource.replicaKey, to: new.description)
    try git.setConfiguration(IdentitySource.homeKey, to: home)
  }
}
