import DocMergeLibgit2

extension GitStore {
  /// The value of a key of git's configuration: of this repository, the person, or the system.
  ///
  /// Calls `git_config_get_string_buf`.
  package func configuration(_ key: String) throws(GitError) -> String? {
    try access { session throws(GitError) in
      let config = try Libgit2.acquire("git_repository_config") { pointer in
        git_repository_config(&pointer, session.repository)
      }
      defer { git_config_free(config) }
      var buffer = git_buf()
      defer { git_buf_dispose(&buffer) }
      let status = git_config_get_string_buf(&buffer, config, key)
      if status == GIT_ENOTFOUND.rawValue { return nil }
      try Libgit2.check("git_config_get_string_buf", status)
      return buffer.ptr.map { String(cString: $0) }
    }
  }

  /// What a word means where the answer is yes or no; `nil` for other words.
  static func choice(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0", "": false
    default: nil
    }
  }

  /// Sets a key of this repository's configuration.
  ///
  /// Calls `git_config_set_string`.
  package func setConfiguration(_ key: String, to value: String) throws(GitError) {
    try access { session throws(GitError) in
      let config = try Libgit2.acquire("git_repository_config") { pointer in
        git_repository_config(&pointer, session.repository)
      }
      defer { git_config_free(config) }
      try Libgit2.check("git_config_set_string", git_config_set_string(config, key, value))
      Checkpoint.pass()
    }
  }

  /// Removes a key of this repository's configuration; one that is not there is fine.
  ///
  /// Calls `git_config_delete_entry`.
  package func removeConfiguration(_ key: String) throws(GitError) {
    try access { session throws(GitError) in
      let config = try Libgit2.acquire("git_repository_config") { pointer in
        git_repository_config(&pointer, session.repository)
      }
      defer { git_config_free(config) }
      let status = git_config_delete_entry(config, key)
      guard status != GIT_ENOTFOUND.rawValue else { return }
      try Libgit2.check("git_config_delete_entry", status)
    }
  }
}
