package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Reads documents from the folder as git objects.
package struct ContentReader {
  package let root: SystemPath
  /// The repository of the trees whose execute bits count on a file system without any.
  package let git: GitStore
  /// Whether contents are read to be saved: a version cannot hold contents that are elsewhere.
  package var isToSave = false

  package init(root: SystemPath, git: GitStore, isToSave: Bool = false) {
    self.root = root
    self.git = git
    self.isToSave = isToSave
  }

  /// The result: the identity of the contents, their size, and their fingerprint at that time.
  package struct Reading: Sendable {
    package var content: ContentID
    package var size: Int64
    package var fingerprint: Fingerprint
  }

  /// Reads a document and passes each object of it to `collect`, parts before wholes.
  ///
  /// - Throws: ``FileError`` when the document cannot be read, has gone, or keeps changing.
  package func read(
    _ item: FolderItem, collect: (GitObject) throws(GitError) -> ObjectID
  ) throws -> Reading {
    switch item.kind {
    case .file, .executable:
      let (bytes, status) = try Files.read(root.appending(item.path))
      guard let mode = status.mode else {
        throw FileError("read", root.appending(item.path), code: 21)
      }
      let blob = try collect(GitObject(kind: .blob, bytes: bytes))
      return Reading(
        content: ContentID(kind: item.isKindSaved ? item.kind : DocumentKind(mode), object: blob),
        size: status.size,
        fingerprint: Fingerprint(status))
    case .symlink:
      let target = try Files.target(ofLink: root.appending(item.path))
      let blob = try collect(GitObject(kind: .blob, bytes: target))
      return Reading(
        content: ContentID(kind: .symlink, object: blob), size: Int64(target.count),
        fingerprint: item.fingerprint)
    case .package:
      var size: Int64 = 0
      let bits: Bits = item.isKindSaved ? .saved(try tree(item.savedTree)) : .ofFiles
      let tree = try readFolder(
        root.appending(item.path), 1, bits, size: &size, collect: collect)
      return Reading(
        content: ContentID(kind: .package, object: tree), size: size, fingerprint: item.fingerprint)
    case .deleted:
      preconditionFailure("Nothing in a folder is a deletion.")
    }
  }

  /// Which members of a package are executable.
  fileprivate enum Bits {
    /// By the file system.
    case ofFiles
    /// By a version, on a file system without execute bits; without a version, none.
    case saved(Tree?)
  }

  /// A saved tree; `nil` if it is elsewhere, so that its bits are unknown.
  private func tree(_ id: ObjectID?) throws(GitError) -> Tree? {
    guard let id, try git.contains(id) else { return nil }
    return try git.tree(id)
  }

  /// The tree that would store a package on disk.
  ///
  /// - Parameters:
  ///   - package: its path.
  ///   - saved: the tree whose execute bits count, where the file system has none.
  ///   - git: the repository of that tree.
  /// - Returns: its id.
  /// - Throws: ``FileError``, ``GitError``.
  package static func tree(
    of package: SystemPath, withBitsOf saved: ObjectID? = nil, in git: GitStore
  ) throws -> ObjectID {
    var size: Int64 = 0
    let reader = ContentReader(root: package.parent, git: git)
    let bits: Bits = saved == nil ? .ofFiles : .saved(try reader.tree(saved))
    return try reader.readFolder(package, 1, bits, size: &size) {
      object throws(GitError) in try object.id
    }
  }

  private func readFolder(
    _ folder: SystemPath, _ level: Int, _ bits: Bits, size: inout Int64,
    collect: (GitObject) throws(GitError) -> ObjectID
  ) throws -> ObjectID {
    // Other replicas would refuse it.
    guard level <= Limits.depth else { throw FileError("read", folder, code: ENAMETOOLONG) }
    var tree = Tree()
    let saved = bits.members
    for entry in try Files.entries(of: folder) {
      guard PackageMembers.isKept(entry) else { continue }
      let path = folder.appending(entry.name)
      switch entry.status.form {
      case .folder:
        let id = try readFolder(
          path, level + 1, try bits.inside(saved?[entry.name], self.tree), size: &size,
          collect: collect)
        tree.entries.append(.init(name: entry.name, mode: .folder, id: id))
      case .symlink:
        let target = try Files.target(ofLink: path)
        guard !isToSave || Placeholder(target: target) == nil else {
          throw ContentReader.holdsPlaceholder(folder)
        }
        let id = try collect(GitObject(kind: .blob, bytes: target))
        tree.entries.append(.init(name: entry.name, mode: .symlink, id: id))
        size += entry.status.size
      case .file, .executable:
        let (bytes, status) = try Files.read(path)
        let id = try collect(GitObject(kind: .blob, bytes: bytes))
        tree.entries.append(
          .init(
            name: entry.name, mode: bits.mode(of: status, saved?[entry.name]) ?? .file, id: id))
        size += status.size
      case .other: continue
      }
    }
    return try collect(tree.object)
  }
}

extension ContentReader {
  static func holdsPlaceholder(_ folder: SystemPath) -> FileError {
    FileError(
      "read", folder, code: EREMOTE,
      reason: tr("a package that holds the placeholder of another document is not saved"))
  }
}

extension ContentReader.Bits {
  /// The members of the saved tree, by their names.
  fileprivate var members: [[UInt8]: Tree.Entry]? {
    guard case .saved(let tree) = self else { return nil }
    return tree.map { tree in
      Dictionary(tree.entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The bits of the contents of a folder in the package.
  fileprivate func inside(
    _ saved: Tree.Entry?, _ tree: (ObjectID?) throws(GitError) -> Tree?
  ) throws(GitError) -> ContentReader.Bits {
    guard case .saved = self else { return self }
    return .saved(saved?.mode == .folder ? try tree(saved?.id) : nil)
  }

  /// How git records a file.
  fileprivate func mode(of status: FileStatus, _ saved: Tree.Entry?) -> Tree.Mode? {
    guard case .saved = self else { return status.mode }
    return saved?.mode == .executable ? .executable : .file
  }
}

extension FileStatus {
  /// How git records a file or link of this form.
  fileprivate var mode: Tree.Mode? {
    switch form {
    case .file: .file
    case .executable: .executable
    case .symlink: .symlink
    case .folder, .other: nil
    }
  }
}
