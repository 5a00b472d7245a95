import DocMergeCore
package import DocMergeHistory
import DocMergeSystem

/// Documents outside of the focus: known, and not in the folder.
extension FolderUpdater {
  /// Notes the documents that leave the folder before anything is removed: a missing file must never look like a
  /// deletion.
  ///
  /// After a crash, the next save takes a remaining file for the document again.
  func noteLeaving(_ steps: [FolderStep]) throws(DatabaseError) {
    let leaving = steps.filter { $0.old != nil }.compactMap(\.outside)
    if !leaving.isEmpty { try index.change(leaving.map { .putOutside($0) }) }
  }

  /// What the index has to forget about documents that were outside of the focus, and do not exist any more.
  func goneOutside(_ targets: [FolderTarget]) throws(DatabaseError) -> [FolderIndex.Change] {
    var gone: [FolderIndex.Change] = []
    for target in targets where target.wish == nil {
      if try index.isOutside(target.id) { gone.append(.remove(target.id)) }
    }
    return gone
  }
}

extension FolderStep {
  /// What the index has to note once the document has left the folder.
  package func removal(of id: DocumentID) -> FolderIndex.Change {
    outside.map { .putOutside($0) } ?? .remove(id)
  }
}
