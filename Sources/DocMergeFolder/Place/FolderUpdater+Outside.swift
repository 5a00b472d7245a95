import DocMergeCore
package import DocMergeHistory
import DocMergeSystem

/// Documents outside of the focus: known, and not in the folder.
extension FolderUpdater {
  /// What is to be done about a document that is not to be in the folder, which has only a part of all; `nil`
  /// where it is to be there.
  func outsideStep(_ old: FolderIndex.Entry?, _ target: Target) throws -> Step? {
    guard let name = target.wish?.name, try isOutside(target, name, old) else { return nil }
    return Step(
      old: old, new: nil, filling: nil,
      outside: .init(id: target.id, wanted: name, version: old?.version))
  }

  /// Notes the documents that leave the folder before anything of them goes: that a file is not there must
  /// never look like its deletion.
  ///
  /// What is still there after a crash is taken for the document again by the next save.
  func noteLeaving(_ steps: [Step]) throws(DatabaseError) {
    let leaving = steps.filter { $0.old != nil }.compactMap(\.outside)
    if !leaving.isEmpty { try index.change(leaving.map { .putOutside($0) }) }
  }

  /// What the index is to forget of documents that were outside of the focus, and are gone altogether.
  func goneOutside(_ targets: [Target]) throws(DatabaseError) -> [FolderIndex.Change] {
    var gone: [FolderIndex.Change] = []
    for target in targets where target.wish == nil {
      if try index.isOutside(target.id) { gone.append(.remove(target.id)) }
    }
    return gone
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
    guard let isInFocus, !isInFocus(name) else { return false }
    // What people put outside of the focus stays until that is set again, and so does what they have to decide
    // about; what others move out of it leaves.
    if let old { return isInFocus(old.wanted) && !target.isInConflict }
    return try !isRebuilding || FileStatus.of(root.appending(name)) == nil
  }
}

extension FolderUpdater.Step {
  /// What the index is to note once nothing of the document is in the folder.
  package func removal(of id: DocumentID) -> FolderIndex.Change {
    outside.map { .putOutside($0) } ?? .remove(id)
  }
}
