import DocMergeCore
package import DocMergeHistory
import DocMergeSystem

/// Documents outside of the focus: known, and not in the folder.
extension FolderUpdater {
  /// Notes the documents that leave the folder before anything of them goes: that a file is not there must
  /// never look like its deletion.
  ///
  /// What is still there after a crash is taken for the document again by the next save.
  func noteLeaving(_ steps: [FolderStep]) throws(DatabaseError) {
    let leaving = steps.filter { $0.old != nil }.compactMap(\.outside)
    if !leaving.isEmpty { try index.change(leaving.map { .putOutside($0) }) }
  }

  /// What the index is to forget of documents that were outside of the focus, and are gone altogether.
  func goneOutside(_ targets: [FolderTarget]) throws(DatabaseError) -> [FolderIndex.Change] {
    var gone: [FolderIndex.Change] = []
    for target in targets where target.wish == nil {
      if try index.isOutside(target.id) { gone.append(.remove(target.id)) }
    }
    return gone
  }
}

extension FolderStep {
  /// What the index is to note once nothing of the document is in the folder.
  package func removal(of id: DocumentID) -> FolderIndex.Change {
    outside.map { .putOutside($0) } ?? .remove(id)
  }
}
