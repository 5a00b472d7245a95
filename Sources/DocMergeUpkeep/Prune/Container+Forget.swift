public import DocMergeContainer
import DocMergeCore
import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects
import DocMergeSync

extension Container {
  /// Removes documents from the container that no other replica has; their files stay where they are.
  ///
  /// Their versions are moved to the recycle bin, and their paths added to `info/exclude` of the repository, so that
  /// the files are ignored. It is an operation that ``undo(_:)`` reverts. Costs the history of each document and of the
  /// chain of versions.
  ///
  /// - Parameter ids: the documents.
  /// - Returns: the versions that were removed.
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``ContainerError/hasReplicas(_:)`` when other replicas
  ///   have, or had, one of them; ``GitError``, ``FileError``. Nothing is forgotten then.
  public func forget(_ ids: [DocumentID]) throws -> PruneReport {
    try syncLock.hold { _ in
      try operate {
        let draft = try forgetting(ids)
        let entries = try ids.compactMap { try index.entry(of: $0) }
        // The folder keeps files of unknown documents. If this breaks off before the operation, the documents are
        // checked again.
        try index.change(ids.flatMap { [.remove($0), .unsettle($0)] })
        var report = draft.report
        try EncryptedMirror.removeAll(of: self)
        report.operation = try record(draft)
        try EditorFiles.exclude(entries.map { ($0.path, $0.content.kind) }, in: git.path)
        (report.recycled, report.stillKept) = try finishPrune()
        return report
      }
    }
  }

  private func forgetting(_ ids: [DocumentID]) throws -> Pruner.Draft {
    var draft = Pruner.Draft()
    for id in ids {
      guard let record = try state()?.record(id) else {
        throw ContainerError.noSuchDocument(id.description)
      }
      let history = try history(of: id)
      let path = try index.entry(of: id)?.path ?? record.name ?? history[0].path
      guard try !isKnownElsewhere(record, history) else {
        throw ContainerError.hasReplicas(path.display)
      }
      draft.documents.append(record)
      draft.versions += history.map { entry in
        PruneNote.Entry(
          id: entry.id, document: id, size: entry.version.size, reason: .deleted, path: entry.path)
      }
      draft.report.documents.append(
        PrunedDocument(
          id: id, path: path, versions: history.count,
          bytes: history.reduce(0) { $0 + $1.version.size }, reason: .deleted))
    }
    return draft
  }

  /// Whether a version is by another replica, or a known state of another replica has the document.
  private func isKnownElsewhere(_ record: Record, _ history: [HistoryEntry]) throws -> Bool {
    let own = try replica()
    if history.contains(where: { $0.version.replica != own }) { return true }
    let states = try git.references(matching: References.known("\(References.states)*", of: "*"))
    let former = try git.configuration(Container.formerlySentKey).flatMap { ObjectID(hex: $0) }
    return try (Array(states.values) + (former.map { [$0] } ?? [])).contains { state in
      guard try git.contains(state) else { return false }
      return try StateReader(state, in: git).record(record.id) != nil
    }
  }
}
