import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

/// Files in the places of documents outside of the focus.
extension ChangeSaver {
  /// Takes a file for the document of its name that is outside of the focus: it is in the folder again.
  ///
  /// Other contents are based on the version that was there when the document left; without such a version, they are in
  /// conflict with the document.
  mutating func saveReturned(_ item: FolderItem, _ outside: FolderIndex.OutOfFocusDocument) throws {
    guard let reading = try read(item), var record = try change.record(outside.id) else { return }
    let version: ObjectID
    if let known = try known(reading.content, record, outside) {
      version = known
    } else {
      let parents = outside.version.map { [$0] } ?? []
      let new = try change.add(
        newVersion(outside.id, item.path, reading, parents: parents, verb: "Save"))
      record.replace(record.ranked.filter { parents.contains($0.id) }, with: [new], change.dot())
      try change.put(record)
      report.modified.append(item.path)
      version = new.id
    }
    let entry = FolderIndex.Entry(
      id: outside.id, wanted: item.path, path: item.path, version: version,
      content: reading.content, fingerprint: reading.fingerprint, seen: change.date)
    // The current version may have changed since.
    indexChanges += [.put(entry), .unsettle(outside.id)]
    needsCatchUp = true
  }

  /// The version with these contents, of the current ones and the one that was in the folder; `nil` for none.
  private func known(
    _ content: ContentID, _ record: Record, _ outside: FolderIndex.OutOfFocusDocument
  ) throws -> ObjectID? {
    if let head = try container.graph.heads(of: record).first(where: { $0.content == content }) {
      return head.id
    }
    guard let left = outside.version, try container.git.contains(left) else { return nil }
    return try VersionReader(git: container.git).entry(left).version.content == content
      ? left : nil
  }
}
