import DocMergeLibgit2

extension GitStore {
  /// The names and addresses of the remotes.
  ///
  /// Calls `git_remote_list`.
  package func remotes() throws(GitError) -> [(name: String, url: String)] {
    try access { session throws(GitError) in
      var list = git_strarray()
      try Libgit2.check("git_remote_list", git_remote_list(&list, session.repository))
      defer { git_strarray_dispose(&list) }
      var result: [(name: String, url: String)] = []
      for index in 0..<list.count {
        guard let text = list.strings[index] else { continue }
        let remote = try Libgit2.acquire("git_remote_lookup") {
          git_remote_lookup(&$0, session.repository, text)
        }
        defer { git_remote_free(remote) }
        result.append((String(cString: text), String(cString: git_remote_url(remote))))
      }
      return result
    }
  }

  /// Adds a remote, or throws ``GitError/Code/exists`` when the name is in use.
  ///
  /// Calls `git_remote_create`.
  package func addRemote(_ name: String, url: String) throws(GitError) {
    try access { session throws(GitError) in
      let refspec = "+refs/docmerge/state/*:\(References.remoteStates(name))*"
      let remote = try Libgit2.acquire("git_remote_create_with_fetchspec") {
        git_remote_create_with_fetchspec(&$0, session.repository, name, url, refspec)
      }
      git_remote_free(remote)
      try Libgit2.check(
        "git_remote_add_fetch",
        git_remote_add_fetch(
          session.repository, name,
          "+refs/docmerge/versions/*:\(References.remoteVersions(name))*"))
    }
  }

  /// Removes a remote and what was fetched of it.
  ///
  /// Calls `git_config_delete_multivar`, `git_remote_delete` and `git_reference_remove`.
  package func removeRemote(_ name: String) throws(GitError) {
    try access { session throws(GitError) in
      let config = try Libgit2.acquire("git_repository_config") { pointer in
        git_repository_config(&pointer, session.repository)
      }
      defer { git_config_free(config) }
      // `git_remote_delete` itself fails at a key with several values.
      try Libgit2.check(
        "git_config_delete_multivar",
        git_config_delete_multivar(config, "remote.\(name).fetch", ".*"))
      try Libgit2.check("git_remote_delete", git_remote_delete(session.repository, name))
      for prefix in [References.remoteStates(name), References.remoteVersions(name)] {
        for reference in try session.references(matching: prefix + "*").keys {
          try session.removeReference(reference)
        }
      }
    }
  }

  /// Forgets what the remote had of a replica, so that only the next fetch says what it has.
  ///
  /// Calls `git_reference_remove`.
  package func forget(_ replica: ReplicaID, of name: String) throws(GitError) {
    try access { session throws(GitError) in
      for prefix in [References.remoteStates(name), References.remoteVersions(name)] {
        try session.removeReference(prefix + replica.description)
      }
    }
  }

  /// Fetches what the remote's replicas wrote, by its refspecs.
  ///
  /// Calls `git_remote_fetch`.
  package func fetch(_ name: String) throws(GitError) {
    try access { session throws(GitError) in
      let remote = try Libgit2.acquire("git_remote_lookup") {
        git_remote_lookup(&$0, session.repository, name)
      }
      defer { git_remote_free(remote) }
      var options = git_fetch_options()
      try Libgit2.check(
        "git_fetch_options_init",
        git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)))
      // References of replicas that the remote lost stay: nothing known is ever forgotten.
      options.prune = GIT_FETCH_NO_PRUNE
      options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
      try Libgit2.check("git_remote_fetch", git_remote_fetch(remote, nil, &options, nil))
    }
  }

  /// Pushes references, each to the same name.
  ///
  /// Calls `git_remote_push`.
  package func push(_ references: [String], to name: String) throws(GitError) {
    try access { session throws(GitError) in
      let remote = try Libgit2.acquire("git_remote_lookup") {
        git_remote_lookup(&$0, session.repository, name)
      }
      defer { git_remote_free(remote) }
      var options = git_push_options()
      try Libgit2.check(
        "git_push_options_init", git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)))
      try GitStore.withStringArray(references.map { "\($0):\($0)" }) { list throws(GitError) in
        var list = list
        try Libgit2.check("git_remote_push", git_remote_push(remote, &list, &options))
      }
    }
  }

  private static func withStringArray(
    _ texts: [String], _ body: (git_strarray) throws(GitError) -> Void
  ) throws(GitError) {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { text in
      let characters = Array(text.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
      copy.initialize(from: characters, count: characters.count)
      return copy
    }
    defer { for pointer in pointers { pointer?.deallocate() } }
    var failure: GitError?
    pointers.withUnsafeMutableBufferPointer { buffer in
      do throws(GitError) {
        try body(git_strarray(strings: buffer.baseAddress, count: buffer.count))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
