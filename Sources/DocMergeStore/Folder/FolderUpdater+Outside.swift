import DocMergeCore

/// Documents outside of the focus: known, and not in the folder.
extension FolderUpdater {
  /// What is to be done about a document that is not to be in the folder, which has only a part of all; `nil`
  /// where it is to be there.
  func outsideStep(_ old: FolderIndex.Entry?, _ target: Target) throws -> Step? {
    guard let name = target.wish?.name, try isOutside(target, name, old) else { return nil }
    return Step(old: old, new: nil, filling: nil, outside: .init(id: target.id, wanted: name))
  }

  /// What the index is to forget of documents that were outside of the focus, and are gone altogether.
  func goneOutside(_ targets: [Target]) throws(DatabaseError) -> [FolderIndex.Change] {
    let gone = targets.filter { $0.wish == nil }.map(\.id)
    guard !gone.isEmpty else { return [] }
    let outside = Set(try index.outside().map(\.id))
    return gone.filter(outside.contains).map { .remove($0) }
  }

  /// Whether a document of this name is not to be in the folder.
  private func isOutside(
    _ target: Target, _ name: DocumentPath, _ old: FolderIndex.Entry?
  ) throws -> Bool {
    switch target.presence {
    case .outside: return true
    case .contents, .placeholder: return false
    case .asItWas: break
    }
    guard let focus, !focus.contains(name) else { return false }
    // What people put there stays until the focus is set again.
    if let old { return old.wanted != name }
    return try !isRebuilding || FileStatus.of(root.appending(name)) == nil
  }
}

extension FolderUpdater.Step {
  /// What the index is to note once nothing of the document is in the folder.
  func removal(of id: DocumentID) -> FolderIndex.Change {
    guard let outside else { return .remove(id) }
    return .putOutside(id, wanted: outside.wanted)
  }
}
