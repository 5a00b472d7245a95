import DocMergeLibgit2

/// The bytes of one git object, with its kind.
package struct GitObject: Sendable, Hashable {
  /// The kinds that a container stores.
  package enum Kind: Sendable, Hashable {
    case blob, tree, commit

    var raw: git_object_t {
      switch self {
      case .blob: GIT_OBJECT_BLOB
      case .tree: GIT_OBJECT_TREE
      case .commit: GIT_OBJECT_COMMIT
      }
    }

    init?(_ raw: git_object_t) {
      switch raw {
      case GIT_OBJECT_BLOB: self = .blob
      case GIT_OBJECT_TREE: self = .tree
      case GIT_OBJECT_COMMIT: self = .commit
      default: return nil
      }
    }
  }

  /// The facts about an object that are known before it is unpacked.
  package struct Header: Sendable, Hashable {
    package var kind: Kind
    package var size: Int

    package init(kind: Kind, size: Int) {
      self.kind = kind
      self.size = size
    }
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  /// The SHA-1 that names this object in git.
  package var id: ObjectID {
    get throws(GitError) {
      var raw = git_oid()
      let status = bytes.withUnsafeBytes { buffer in
        git_odb_hash(&raw, buffer.baseAddress, buffer.count, kind.raw)
      }
      try Libgit2.check("git_odb_hash", status)
      return ObjectID(raw)
    }
  }
}
