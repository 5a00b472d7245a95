/// Packages as a file system without execute bits has them.
struct PackageBits {
  let git: GitStore

  /// Contents as they are read there: a package none of whose members may be executed; other contents as they are.
  ///
  /// What is elsewhere stays as it is, and is like nothing that is read.
  func withoutBits(_ content: ContentID) -> ContentID {
    guard content.kind == .package, let plain = try? withoutBits(content.object) else {
      return content
    }
    return ContentID(kind: .package, object: plain)
  }

  private func withoutBits(_ id: ObjectID) throws(GitError) -> ObjectID {
    var tree = try git.tree(id)
    for index in tree.entries.indices {
      switch tree.entries[index].mode {
      case .executable: tree.entries[index].mode = .file
      case .folder: tree.entries[index].id = try withoutBits(tree.entries[index].id)
      case .file, .symlink: continue
      }
    }
    return try tree.object.id
  }
}
