public import DocMergeContainer
import DocMergeFolder
public import DocMergeHistory

extension Container {
  /// The documents whose present versions no remote has, as far as the last sync shows.
  ///
  /// Costs what changed since then. Edits in the folder that are not saved do not count.
  ///
  /// - Returns: their paths; `nil` when no remote was met yet, so that nothing is uploaded.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func pathsToUpload() throws -> Set<DocumentPath>? {
    guard let state = try state() else { return nil }
    var pending: Set<DocumentPath>?
    for remote in try remotes() {
      guard let sent = try sentState(to: remote.name) else { continue }
      let missing = try paths(in: state, differingFrom: sent)
      pending = pending?.intersection(missing) ?? missing
    }
    return pending
  }

  /// The paths of the documents that a state records otherwise than an older one, or all of them.
  package func paths(
    in state: StateReader, differingFrom old: StateReader?
  ) throws -> Set<DocumentPath> {
    var paths: Set<DocumentPath> = []
    for record in try state.changes(since: old).compactMap(\.new) {
      if let path = try index.entry(of: record.id)?.path ?? record.name { paths.insert(path) }
    }
    return paths
  }
}
