package import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects

extension FolderIndex {
  /// A document that lies in the folder.
  package struct Entry: Sendable, Hashable {
    package var id: DocumentID
    /// The name that the state gives the document.
    package var wanted: DocumentPath
    /// Where it lies: the wanted name, or another one where two documents want the same.
    package var path: DocumentPath
    /// The version that lies there.
    package var version: ObjectID
    package var content: ContentID
    /// What the file, or the whole package, looked like (see ``FolderItem/fingerprint``).
    package var fingerprint: Fingerprint
    /// When ``fingerprint`` was taken.
    package var seen: Timestamp

    package init(
      id: DocumentID, wanted: DocumentPath, path: DocumentPath, version: ObjectID,
      content: ContentID, fingerprint: Fingerprint, seen: Timestamp
    ) {
      self.id = id
      self.wanted = wanted
      self.path = path
      self.version = version
      self.content = content
      self.fingerprint = fingerprint
      self.seen = seen
    }
  }
}
