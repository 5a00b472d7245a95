import DocMergeLanguage
package import DocMergeObjects

extension Tree {
  /// Reads a tree object that git accepts, and whose names are allowed in any folder.
  package init?(strict bytes: [UInt8]) {
    self.init(bytes: bytes)
    guard object.bytes == bytes, Set(entries.map(\.name)).count == entries.count else { return nil }
    let slash = UInt8(ascii: "/")
    for entry in entries {
      guard DocumentPath(entry.name) != nil, !entry.name.contains(slash) else { return nil }
    }
  }
}

extension GitStore {
  /// Reads a tree of another replica, which must have the form that docmerge writes.
  package func foreignTree(_ id: ObjectID) throws(GitError) -> Tree {
    guard let tree = Tree(strict: try bytes(id, .tree, atMost: Limits.tree)) else {
      throw GitStore.malformed(id, tr("not a tree as docmerge writes it"))
    }
    return tree
  }

  /// Whether `.gitignore` excludes the path.
  package func isIgnored(_ path: DocumentPath, isFolder: Bool) throws(GitError) -> Bool {
    try isIgnored(path.bytes, isFolder: isFolder)
  }

  /// The value of the attribute `name` for the path.
  package func attribute(_ name: String, of path: DocumentPath) throws(GitError) -> AttributeValue {
    try attribute(name, of: path.bytes)
  }
}
