package import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects

extension FolderIndex {
  /// A document in the folder.
  package struct Entry: Sendable, Hashable {
    package var id: DocumentID
    /// The name that the state gives the document.
    package var wanted: DocumentPath
    /// Its path: the wanted name, or another one where two documents want the same.
    package var path: DocumentPath
    /// The version in the folder.
    package var version: ObjectID
    package var content: ContentID
    /// The appearance of the file, or of the whole package (see ``FolderItem/fingerprint``).
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

  /// The documents whose files had this inode, in no order.
  ///
  /// Costs a look at all documents.
  package func entries(inode: UInt64) throws(DatabaseError) -> [Entry] {
    let bytes = withUnsafeBytes(of: inode.littleEndian, Array.init)
    // The fourth number of ``Fingerprint/bytes``.
    return try entries("WHERE substr(fingerprint, 25, 8) = ?", [.bytes(bytes)])
  }
}
