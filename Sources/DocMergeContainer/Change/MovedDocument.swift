package import DocMergeHistory
import DocMergeObjects

/// A document that one replica moved and another one deleted, which stays, in conflict with the deletion.
///
/// A move makes no version, and the version that was moved is an ancestor of the deletion: a copy of it stands against
/// the deletion. It is a pure function of what it copies, so replicas that join the same states make the same one.
package struct MovedDocument {
  private let version: Version

  /// Takes the version that was moved; see ``Record/moved(_:_:clock:otherClock:)``.
  package init(version: Version) { self.version = version }

  /// Adds the copy to a record whose heads all are deletions.
  ///
  /// A replica without the version leaves that to those that have it.
  package func keep(in record: inout Record, _ change: inout StateChange) throws {
    let heads = record.heads.elements
    guard !heads.isEmpty, heads.allSatisfy(\.isDeletion), let path = record.name,
      try change.git.contains(version.id)
    else { return }
    let copy = try change.add(
      StateChange.NewVersion(
        document: record.id, path: path, content: version.content, size: version.size,
        parents: [version.id], author: version.author, date: version.date,
        replica: version.replica, computer: version.computer, operation: .join,
        subject: "Moved, and deleted elsewhere"))
    record.heads.add(copy, change.dot())
  }
}
