import DocMergeLibgit2

/// The value of an attribute of `.gitattributes` for a path.
package enum AttributeValue: Sendable, Hashable {
  case unspecified, set, unset
  case value(String)
}

extension GitStore {
  /// Whether `.gitignore` excludes the path.
  ///
  /// Calls `git_ignore_path_is_ignored`.
  package func isIgnored(_ path: [UInt8], isFolder: Bool) throws(GitError) -> Bool {
    let characters = GitStore.characters(path, isFolder: isFolder)
    return try access { session throws(GitError) in
      var ignored: Int32 = 0
      try Libgit2.check(
        "git_ignore_path_is_ignored",
        git_ignore_path_is_ignored(&ignored, session.repository, characters))
      return ignored != 0
    }
  }

  /// The value of the attribute `name` for the path.
  ///
  /// Calls `git_attr_get`.
  package func attribute(_ name: String, of path: [UInt8]) throws(GitError) -> AttributeValue {
    let characters = GitStore.characters(path, isFolder: false)
    return try access { session throws(GitError) in
      var value: UnsafePointer<CChar>?
      try Libgit2.check(
        "git_attr_get", git_attr_get(&value, session.repository, 0, characters, name))
      switch git_attr_value(value) {
      case GIT_ATTR_VALUE_TRUE: return .set
      case GIT_ATTR_VALUE_FALSE: return .unset
      case GIT_ATTR_VALUE_STRING:
        guard let value else { return .unspecified }
        return .value(String(cString: value))
      default: return .unspecified
      }
    }
  }

  private static func characters(_ path: [UInt8], isFolder: Bool) -> [CChar] {
    path.map { CChar(bitPattern: $0) } + (isFolder ? [CChar(UInt8(ascii: "/"))] : []) + [0]
  }
}
