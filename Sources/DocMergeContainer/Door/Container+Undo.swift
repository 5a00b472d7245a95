import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

extension Container {
  /// Undoes an operation: the documents that it changed get their old heads and names.
  ///
  /// Nothing is deleted: the versions stay, and the undo is an operation that can be undone. A document that the
  /// operation made becomes a deleted one. Undoing a sync only concerns this replica: the merged changes are not known
  /// here any more, and the next sync merges them again.
  ///
  /// - Parameter operation: the operation; `nil` for the latest that is no undo and not undone yet.
  /// - Returns: the operation that was undone.
  /// - Throws: ``ContainerError/nothingToUndo``, ``ContainerError/joinedDocuments(_:)``,
  ///   ``ContainerError/changedSince(documents:)``, ``ContainerError/actedSince(documents:)``,
  ///   ``ContainerError/syncedSince(operation:)``,
  ///   ``ContainerError/notDownloaded(_:)`` for a document that the operation made and that is not here, ``GitError``,
  ///   ``FileError``.
  public func undo(_ operation: Operation? = nil) throws -> Operation {
    try operate {
      let log = try operations()
      guard let target = operation ?? log.first(where: { $0.undoes == nil && !$0.isUndone }),
        let parent = try git.commit(target.id).parents.first
      else { throw ContainerError.nothingToUndo }
      let span = OperationSpan(
        before: try StateReader(parent, in: git), after: try StateReader(target.id, in: git))
      let records = try span.changedRecords()
      let places = try records.compactMap { try index.entry(of: $0.id)?.path }
      _ = try saveUnlocked(.only(Set(places)), kind: .save, message: nil)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      var joined: Set<DocumentPath> = []
      if target.kind == .sync {
        try checkNoSync(after: target, in: log)
        joined = try span.forget(records, in: &change)
      } else {
        try span.restore(records, in: &change, checkDownloaded)
      }
      try keepPruned(in: &change, undoing: target)
      if target.kind == .prune, let pruned = try StateReader(target.id, in: git).pruned() {
        try EditorFiles.include(pruned.documents.map(\.path), in: git.path, on: disk)
      }
      let done = try change.commit(
        .undo, "undo \(target.summary)",
        extra: [(OperationNote.undoesKey, target.id.description)])
      guard done != nil else {
        if joined.isEmpty { throw ContainerError.nothingToUndo }
        throw ContainerError.joinedDocuments(joined.sorted().map(\.display))
      }
      try catchUp()
      if target.kind == .prune { try RecycleBin(container: self).forget(target.id) }
      return target
    }
  }

  /// Restores what a prune removed, if that is undone, or makes sure that nothing else needs it.
  private func keepPruned(in change: inout StateChange, undoing target: Operation) throws {
    let bin = RecycleBin(container: self)
    if target.kind == .prune, let pruned = try StateReader(target.id, in: git).pruned() {
      try bin.putBack(target.id, pruned)
      change.keep(pruned.versions.map(\.id))
      change.mark()
    } else if try bin.isInUse {
      let heads = Set(change.records.values.flatMap { $0.heads.elements.map(\.id) })
      var closure = VersionClosure(git: git)
      for prune in try operationGraph().prunes() {
        for version in prune.pruned.versions where heads.contains(version.id) {
          guard try closure.isWhole(version.id) else {
            throw ContainerError.pruned(
              tr("version \(version.id.short) of \(version.path.display)"),
              operation: prune.id.short)
          }
          change.keep([version.id])
        }
      }
    }
  }

  /// Changes of a later sync may depend on those of this one.
  private func checkNoSync(after target: Operation, in log: [Operation]) throws {
    let later = log.prefix { $0.id != target.id }.first { $0.kind == .sync && !$0.isUndone }
    if let later { throw ContainerError.syncedSince(operation: later.id.short) }
  }
}

/// The effect of one operation: the states before and after it.
private struct OperationSpan {
  let before: StateReader
  let after: StateReader

  func changedRecords() throws -> [StateReader.Change] { try after.changes(since: before) }

  /// Gives the documents their old heads and names, as an act that others will follow.
  ///
  /// - Parameters:
  ///   - records: the changes of the operation.
  ///   - change: receives the act.
  ///   - checkDownloaded: refuses documents from which no version can be made.
  /// - Throws: what `checkDownloaded` throws, ``ContainerError/changedSince(documents:)``, ``GitError``.
  func restore(
    _ records: [StateReader.Change], in change: inout StateChange,
    _ checkDownloaded: (Record) throws -> Void
  ) throws {
    try checkUnchangedSince(records, in: change)
    for record in records {
      guard var now = try change.record(record.id) else {
        if let before = record.old { try change.put(before.added(by: change.dot())) }
        continue
      }
      guard !says(now, record.old) else { continue }
      if let before = record.old {
        now.replace(now.ranked, with: before.ranked, change.dot())
        for name in now.names.elements { now.names.remove(name) }
        for name in before.names.elements { now.names.add(name, change.dot()) }
      } else if !now.ranked.allSatisfy(\.isDeletion) {
        try checkDownloaded(now)
        let deletion = try change.addDeletion(of: now, parents: now.ranked.map(\.id).sorted())
        now.replace(now.ranked, with: [deletion], change.dot())
      }
      try change.put(now)
    }
  }

  /// Withdraws, for this replica alone, what a sync has seen.
  ///
  /// Where the sync itself acted (it joined versions with equal contents, or dropped one of two equal documents),
  /// others may depend on the act, and it stays: the old contents are restored.
  ///
  /// - Returns: the names of those documents.
  /// - Throws: ``ContainerError/changedSince(documents:)``; ``ContainerError/actedSince(documents:)`` for documents that
  ///   this replica has acted on since, even if they are now as the sync left them: the act must not be forgotten.
  func forget(_ records: [StateReader.Change], in change: inout StateChange)
    throws -> Set<DocumentPath>
  {
    try checkUnchangedSince(records, in: change)
    let clocks = (before: try before.clock(), after: try after.clock())
    let own = change.identity.replica
    var acted: Set<DocumentPath> = []
    var renamed: Set<DocumentID> = []
    var actedSince: [String] = []
    for record in records {
      let now = try change.record(record.id)
      let isActed = { (dots: [Dot]?) in dots?.contains { !clocks.before.covers($0) } == true }
      let (heads, names) = (now?.heads.dots(of: own), now?.names.dots(of: own))
      if ((heads ?? []) + (names ?? [])).contains(where: { !clocks.after.covers($0) }) {
        actedSince.append(record.new?.name?.display ?? record.id.description)
      } else if isActed(heads), let name = record.new?.name {
        acted.insert(name)
      } else if isActed(names) {
        renamed.insert(record.id)
      }
    }
    guard actedSince.isEmpty else {
      throw ContainerError.actedSince(documents: actedSince.sorted())
    }
    for record in records where !acted.contains(where: { $0 == record.new?.name }) {
      guard let before = record.old else {
        change.forget(record.id)
        continue
      }
      // A name that the sync gave is withdrawn by an act: others may know it.
      try change.put(renamed.contains(record.id) ? before.named(by: change.dot()) : before)
    }
    change.forget(since: clocks.before)
    return acted
  }

  private func checkUnchangedSince(_ records: [StateReader.Change], in change: StateChange) throws {
    let changed = try records.compactMap { record -> String? in
      let now = try change.record(record.id)
      if says(now, record.new) || says(now, record.old) { return nil }
      return (now ?? record.new ?? record.old)?.name?.display ?? record.id.description
    }
    guard changed.isEmpty else { throw ContainerError.changedSince(documents: changed.sorted()) }
  }

  /// Whether both records say the same about a document, without regard to the acts.
  private func says(_ one: Record?, _ two: Record?) -> Bool {
    one?.heads.elements == two?.heads.elements && one?.names.elements == two?.names.elements
  }
}

extension Record {
  /// The same heads and names, added by one act.
  fileprivate func added(by dot: Dot) -> Record {
    Record(
      id: id, heads: ObservedSet(heads.dots.mapValues { _ in [dot] }),
      names: ObservedSet(names.dots.mapValues { _ in [dot] }))
  }

  /// The same names, added by one act.
  fileprivate func named(by dot: Dot) -> Record {
    Record(id: id, heads: heads, names: ObservedSet(names.dots.mapValues { _ in [dot] }))
  }
}

extension ObservedSet {
  /// The acts of a replica that added the elements.
  fileprivate func dots(of replica: ReplicaID) -> [Dot] {
    dots.values.joined().filter { $0.replica == replica }
  }
}
