public import DocMergeContainer
import DocMergeFolder
public import DocMergeHistory

extension Container {
  /// The documents whose current versions no remote has, as far as the last sync shows.
  ///
  /// Costs what changed since then. Edits in the folder that are not saved do not count.
  ///
  /// - Returns: their paths; `nil` if there was no sync with a remote yet, so that nothing is uploaded.
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

  /// The paths of the documents whose records differ between a state and an older one, or of all documents.
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
