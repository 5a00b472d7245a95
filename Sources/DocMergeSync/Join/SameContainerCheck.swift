import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

/// Tells a remote with another container from one whose documents are those of the folder.
///
/// A mistyped address would mix two containers on all their replicas.
struct SameContainerCheck {
  package let container: Container
  /// The states of the remote's replicas.
  package let peers: [ObjectID]

  /// Whether neither side knows the other, both have documents, and no document is on both sides.
  ///
  /// A document is on both sides if one side has, or had, under the name what the other has there, as in a folder
  /// whose `.docmerge` was lost. Costs a look at each document of the remote, and the versions of those whose names are
  /// here.
  ///
  /// - Returns: how many documents the remote has; `nil` if it is not another container.
  /// - Throws: ``GitError``, `DatabaseError`.
  package func strangers() throws -> Int? {
    guard let base = try container.state(), try hasDocuments() else { return nil }
    let clock = try base.clock()
    var documents: Set<DocumentID> = []
    for peer in peers {
      do {
        let state = try StateReader(peer, in: container.git)
        guard try clock.isDisjoint(from: state.clock()) else { return nil }
        for record in try state.allRecords() where try container.isPresent(record) {
          if try isKnown(record, base) { return nil }
          documents.insert(record.id)
        }
      } catch  where PeerFault.isCause(of: error) {
        // The fault is reported when the state is merged.
        continue
      }
    }
    return documents.isEmpty ? nil : documents.count
  }

  /// Whether there is more in the folder than settings.
  private func hasDocuments() throws -> Bool {
    let settings = try [".gitignore", ".gitattributes"].count { name in
      try container.index.entry(at: DocumentPath(unchecked: Array(name.utf8))) != nil
    }
    return try container.index.countAll() > settings
  }

  /// Whether a document of the remote is also here.
  private func isKnown(_ record: Record, _ base: StateReader) throws -> Bool {
    guard let name = record.name else { return false }
    for entry in try container.index.documents(wanting: NameKey(name)) {
      guard let other = try base.record(entry.id),
        let here = try PossibleDuplicate(other, container),
        let there = try PossibleDuplicate(record, container)
      else { continue }
      if here.holds(there) || there.holds(here) { return true }
    }
    return false
  }
}
