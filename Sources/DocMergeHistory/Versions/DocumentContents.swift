import DocMergeLanguage
package import DocMergeObjects

/// The full contents of a version.
public enum DocumentContents: Sendable, Hashable {
  /// The bytes of a file, and whether it is executable.
  case file([UInt8], isExecutable: Bool)
  /// The path that a symbolic link points to.
  case symlink([UInt8])
  /// The files of a package, by their path inside it, sorted; without empty folders.
  case package([PackageMember])
  /// Nothing: the document was deleted.
  case deleted

  /// A file or link inside a package.
  public struct PackageMember: Sendable, Hashable {
    /// The path inside the package.
    public var path: DocumentPath
    /// The kind: a file, an executable or a link.
    public var kind: DocumentKind
    /// The bytes, or the link's target.
    public var bytes: [UInt8]

    /// Describes a file or link.
    public init(path: DocumentPath, kind: DocumentKind, bytes: [UInt8]) {
      self.path = path
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// The bytes of a file or the target of a link; `nil` of a package or a deletion.
  public var bytes: [UInt8]? {
    switch self {
    case .file(let bytes, _), .symlink(let bytes): bytes
    case .package, .deleted: nil
    }
  }
}

/// Loads contents from git objects.
package struct ContentLoader {
  private let object: (ObjectID) throws(GitError) -> GitObject

  /// Reads the objects from a repository.
  package init(git: GitStore) {
    object = { id throws(GitError) in try git.object(id) }
  }

  /// Reads the objects with a closure.
  package init(_ object: @escaping (ObjectID) throws(GitError) -> GitObject) {
    self.object = object
  }

  package func contents(_ content: ContentID) throws(GitError) -> DocumentContents {
    switch content.kind {
    case .file: .file(try object(content.object).bytes, isExecutable: false)
    case .executable: .file(try object(content.object).bytes, isExecutable: true)
    case .symlink: .symlink(try object(content.object).bytes)
    case .package: .package(try members(of: content.object, in: []))
    case .deleted: .deleted
    }
  }

  private func members(
    of id: ObjectID, in folder: [UInt8]
  ) throws(GitError) -> [DocumentContents.PackageMember] {
    guard let tree = Tree(bytes: try object(id).bytes) else {
      throw GitStore.malformed(id, tr("malformed tree"))
    }
    var result: [DocumentContents.PackageMember] = []
    for entry in tree.entries {
      let name = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
      guard let path = DocumentPath(name) else { throw GitStore.malformed(id, tr("unsafe name")) }
      if entry.mode == .folder {
        result += try members(of: entry.id, in: name)
      } else {
        let bytes = try object(entry.id).bytes
        result.append(.init(path: path, kind: DocumentKind(entry.mode), bytes: bytes))
      }
    }
    return result.sorted { $0.path < $1.path }
  }
}
