import DocMergeLibgit2
import Glibc

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

  /// Gives a remote another address.
  ///
  /// Calls `git_remote_set_url`.
  package func setURL(of name: String, to url: String) throws(GitError) {
    try access { session throws(GitError) in
      try Libgit2.check("git_remote_set_url", git_remote_set_url(session.repository, name, url))
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

  /// Is told how much of a transfer is done; `false` ends it.
  package typealias Observer = (_ completed: Int, _ total: Int, _ bytes: Int) -> Bool

  /// Fetches what the remote's replicas wrote, by its refspecs.
  ///
  /// Calls `git_remote_fetch`.
  package func fetch(
    _ name: String, only replicas: [String]? = nil,
    observer: @escaping Observer = { _, _, _ in true }
  ) throws(GitError) {
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
      var call = TransferCall(observer: observer)
      let status = withUnsafeMutablePointer(to: &call) { call in
        options.callbacks.payload = UnsafeMutableRawPointer(call)
        options.callbacks.transfer_progress = { progress, call in
          guard let progress = progress?.pointee, let call else { return 0 }
          let observer = call.assumingMemoryBound(to: TransferCall.self).pointee.observer
          let (done, total) = (Int(progress.received_objects), Int(progress.total_objects))
          return observer(done, total, progress.received_bytes) ? 0 : GIT_EUSER.rawValue
        }
        return git_remote_fetch(remote, nil, &options, nil)
      }
      try Libgit2.check("git_remote_fetch", status)
    }
  }

  /// Sets a reference of the remote to what `source` points to here, and sends what it lacks.
  ///
  /// Nobody else has a right to that reference: whatever is there makes room.
  ///
  /// Calls `git_remote_push`, which reports success even when the other side refused the reference: what
  /// it said then is thrown.
  package func push(
    _ source: String, as reference: String, to name: String,
    observer: @escaping Observer = { _, _, _ in true }
  ) throws(GitError) {
    try access { session throws(GitError) in
      let remote = try Libgit2.acquire("git_remote_lookup") {
        git_remote_lookup(&$0, session.repository, name)
      }
      defer { git_remote_free(remote) }
      var options = git_push_options()
      try Libgit2.check(
        "git_push_options_init", git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)))
      var call = TransferCall(observer: observer)
      let status = withUnsafeMutablePointer(to: &call) { call in
        options.callbacks.payload = UnsafeMutableRawPointer(call)
        options.callbacks.push_update_reference = { name, reason, call in
          guard let name, let reason, let call else { return 0 }
          call.assumingMemoryBound(to: TransferCall.self).pointee.refusals
            .append("\(String(cString: name)): \(String(cString: reason))")
          return 0
        }
        options.callbacks.push_transfer_progress = { done, total, bytes, call in
          guard let call else { return 0 }
          let observer = call.assumingMemoryBound(to: TransferCall.self).pointee.observer
          return observer(Int(done), Int(total), bytes) ? 0 : GIT_EUSER.rawValue
        }
        return GitStore.push("+\(source):\(reference)", remote, &options)
      }
      try Libgit2.check("git_remote_push", status)
      guard call.refusals.isEmpty else {
        throw GitError(
          code: .locked, function: "git_remote_push", message: call.refusals.joined(separator: ", ")
        )
      }
    }
  }

  private static func push(
    _ refspec: String, _ remote: OpaquePointer, _ options: inout git_push_options
  ) -> Int32 {
    withStrings([refspec]) { list in
      withUnsafePointer(to: list) { git_remote_push(remote, $0, &options) }
    }
  }

  /// Lends strings in the form that libgit2 takes.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (git_strarray) -> Result
  ) -> Result {
    var copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let count = copies.count
    return copies.withUnsafeMutableBufferPointer { list in
      body(git_strarray(strings: list.baseAddress, count: count))
    }
  }
}

/// What the callbacks of one transfer share.
private struct TransferCall {
  var observer: GitStore.Observer
  var refusals: [String] = []
}
