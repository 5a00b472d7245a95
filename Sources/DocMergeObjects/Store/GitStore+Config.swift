import DocMergeLibgit2
import DocMergeSystem

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

  /// The boolean meaning of a word; `nil` for other words.
  package static func choice(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0", "": false
    default: nil
    }
  }

  /// The number in a setting, with `k`, `m` or `g` for powers of 1024; `nil` for other words.
  package static func number(_ word: String) -> Int64? {
    let scales: [Character: Int64] = ["k": 1 << 10, "m": 1 << 20, "g": 1 << 30]
    let scale = word.last.flatMap { scales[Character($0.lowercased())] }
    guard let number = Int64(scale == nil ? word[...] : word.dropLast()) else { return nil }
    let (result, overflows) = number.multipliedReportingOverflow(by: scale ?? 1)
    return overflows ? nil : result
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
      session.disk.noteChange()
    }
  }

  /// Removes a key of this repository's configuration; a missing key is fine.
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
