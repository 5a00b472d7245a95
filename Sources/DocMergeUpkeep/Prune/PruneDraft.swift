import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
import DocMergeSync

extension Pruner.Draft {
  /// Plans to remove documents that no other replica has.
  ///
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``ContainerError/hasReplicas(_:)``, ``GitError``.
  init(forgetting ids: [DocumentID], in container: Container) throws {
    self.init()
    for id in ids {
      guard let record = try container.state()?.record(id) else {
        throw ContainerError.noSuchDocument(id.description)
      }
      let history = try container.history(of: id)
      let path = try container.index.entry(of: id)?.path ?? record.name ?? history[0].path
      guard try !Self.isKnownElsewhere(record, history, in: container) else {
        throw ContainerError.hasReplicas(path.display)
      }
      documents.append(record)
      versions += history.map { entry in
        PruneNote.Entry(
          id: entry.id, document: id, size: entry.version.size, reason: .deleted, path: entry.path)
      }
      report.documents.append(
        PrunedDocument(
          id: id, path: path, versions: history.count,
          bytes: history.reduce(0) { $0 + $1.version.size }, reason: .deleted))
    }
  }

  /// Whether a version is by another replica, or a known state of another replica has the document.
  private static func isKnownElsewhere(
    _ record: Record, _ history: [HistoryEntry], in container: Container
  ) throws -> Bool {
    let git = container.git
    let own = try container.replica()
    if history.contains(where: { $0.version.replica != own }) { return true }
    let states = try git.references(matching: References.known("\(References.states)*", of: "*"))
    let former = try git.configuration(Remotes.formerlySentKey).flatMap { ObjectID(hex: $0) }
    return try (Array(states.values) + (former.map { [$0] } ?? [])).contains { state in
      guard try git.contains(state) else { return false }
      return try StateReader(state, in: git).record(record.id) != nil
    }
  }

  /// Writes the operation: from then on the versions are pruned, even if the rest breaks off.
  func record(in container: Container) throws -> ObjectID? {
    try RecycleBin(container: container).noteUnfinished()
    var change = try StateChange(
      git: container.git, identity: try container.identity(), base: try container.state())
    for record in documents { change.forget(record.id) }
    let chains = try [References.versions(change.identity.replica), References.downloads]
      .compactMap { try container.git.reference($0) }
    let forgotten = documents.map { record in
      PruneNote.Forgotten(
        id: record.id,
        path: record.name ?? DocumentPath(unchecked: Array("\(record.id)".utf8)))
    }
    change.mark(
      pruned: PruneNote(chains: chains, documents: forgotten, versions: versions))
    let (removed, count) = (versions.count, report.documents.count)
    let state = try change.commit(
      .prune,
      "prune \(removed) version\(removed == 1 ? "" : "s") of \(count) document\(count == 1 ? "" : "s")"
    )
    try container.catchUp()
    return state?.id
  }
}
