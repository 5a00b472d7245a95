import DocMergeHistory
import DocMergeObjects

/// Packages as they are on a file system without execute bits.
struct PackageBits {
  package let git: GitStore

  /// The contents as they are read there: a package without executable members; other contents unchanged.
  ///
  /// A package whose folders are not all here stays unchanged; nothing that is read equals it.
  ///
  /// - Throws: ``GitError``.
  func withoutBits(_ content: ContentID) throws(GitError) -> ContentID {
    guard content.kind == .package, let plain = try withoutBits(content.object) else {
      return content
    }
    return ContentID(kind: .package, object: plain)
  }

  private func withoutBits(_ id: ObjectID) throws(GitError) -> ObjectID? {
    guard try git.contains(id) else { return nil }
    var tree = try git.tree(id)
    for index in tree.entries.indices {
      switch tree.entries[index].mode {
      case .executable: tree.entries[index].mode = .file
      case .folder:
        guard let plain = try withoutBits(tree.entries[index].id) else { return nil }
        tree.entries[index].id = plain
      case .file, .symlink: continue
      }
    }
    return try tree.object.id
  }
}
