import DocMergeLanguage
import DocMergeLibgit2
import Glibc

extension GitStore {
  /// The names and addresses of the remotes, by name, with `url.<base>.insteadOf` applied.
  ///
  /// Reads the settings itself: every lookup of a remote by its name in libgit2 1.5 leaks 20 kB for each setting, which
  /// a process that syncs all day cannot afford.
  package func remotes() throws(GitError) -> [(name: String, url: String)] {
    let settings = try remoteSettings()
    var result: [(name: String, url: String)] = []
    for name in settings.names.sorted() {
      guard let url = try configuration("remote.\(name).url") else { continue }
      result.append((name, settings.address(url)))
    }
    return result
  }

  private struct RemoteSettings {
    var names: Set<String> = []
    var refspecs: [String: [String]] = [:]
    /// The prefixes of addresses, and their replacements.
    var bases: [(prefix: String, base: String)] = []

    mutating func take(_ key: String, _ value: String) {
      let words = key.split(separator: ".", omittingEmptySubsequences: false)
      let middle = words.dropFirst().dropLast().joined(separator: ".")
      switch (words.first, words.last) {
      case ("remote", "url"): names.insert(middle)
      case ("remote", "fetch"): refspecs[middle, default: []].append(value)
      case ("url", "insteadof"): bases.append((value, middle))
      default: break
      }
    }

    /// The longest prefix counts, as in git.
    func address(_ url: String) -> String {
      let fitting = bases.filter { !$0.prefix.isEmpty && url.hasPrefix($0.prefix) }
      guard let best = fitting.max(by: { $0.prefix.utf8.count < $1.prefix.utf8.count }) else {
        return url
      }
      return best.base + url.dropFirst(best.prefix.count)
    }
  }

  /// Calls `git_config_iterator_new`.
  private func remoteSettings() throws(GitError) -> RemoteSettings {
    try access { session throws(GitError) in
      let config = try Libgit2.acquire("git_repository_config") { pointer in
        git_repository_config(&pointer, session.repository)
      }
      defer { git_config_free(config) }
      let iterator = try Libgit2.acquire("git_config_iterator_new") {
        git_config_iterator_new(&$0, config)
      }
      defer { git_config_iterator_free(iterator) }
      var settings = RemoteSettings()
      var entry: UnsafeMutablePointer<git_config_entry>?
      while true {
        let status = git_config_next(&entry, iterator)
        if status == GIT_ITEROVER.rawValue { return settings }
        try Libgit2.check("git_config_next", status)
        guard let entry = entry?.pointee, let value = entry.value else { continue }
        settings.take(String(cString: entry.name), String(cString: value))
      }
    }
  }

  /// Adds a remote.
  ///
  /// Calls `git_remote_create_with_fetchspec` and `git_remote_add_fetch`.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - url: the address.
  ///   - refspecs: the refspecs of the fetch; at least one.
  /// - Throws: ``GitError/Code/exists`` when the name is in use.
  package func addRemote(_ name: String, url: String, refspecs: [String]) throws(GitError) {
    try access { session throws(GitError) in
      let remote = try Libgit2.acquire("git_remote_create_with_fetchspec") {
        git_remote_create_with_fetchspec(&$0, session.repository, name, url, refspecs[0])
      }
      git_remote_free(remote)
      for refspec in refspecs.dropFirst() {
        try Libgit2.check(
          "git_remote_add_fetch", git_remote_add_fetch(session.repository, name, refspec))
      }
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

  /// Removes a remote from the settings.
  ///
  /// Calls `git_config_delete_multivar` and `git_remote_delete`.
  package func deleteRemote(_ name: String) throws(GitError) {
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
    }
  }

  /// Called with the progress of a transfer; `false` ends it.
  package typealias Observer = (_ completed: Int, _ total: Int, _ bytes: Int) -> Bool

  /// Fetches what the remote's replicas wrote, by its refspecs.
  ///
  /// Calls `git_remote_fetch`.
  package func fetch(
    _ name: String,
    observer: @escaping Observer = { _, _, _ in true }
  ) throws(GitError) {
    let settings = try remoteSettings()
    guard let url = try configuration("remote.\(name).url").map(settings.address) else {
      throw GitError(code: .notFound, function: "fetch", message: tr("no remote \(name)"))
    }
    try access { session throws(GitError) in
      let remote = try session.remote(at: url)
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
        return GitStore.withStrings(settings.refspecs[name] ?? []) { refspecs in
          withUnsafePointer(to: refspecs) { git_remote_fetch(remote, $0, &options, nil) }
        }
      }
      try Libgit2.check("git_remote_fetch", status)
    }
  }

  /// Sets a reference of the remote to the target of `source` here, and sends the missing objects.
  ///
  /// Only this replica may write that reference: other values are overwritten.
  ///
  /// Calls `git_remote_push`, which reports success even when the other side refused the reference: its message is
  /// thrown then.
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

  /// Lends strings in libgit2's form.
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

extension GitSession {
  /// A remote at an address, which settings do not change; the caller frees it.
  fileprivate func remote(at url: String) throws(GitError) -> OpaquePointer {
    var kind = git_remote_create_options()
    try Libgit2.check(
      "git_remote_create_options_init",
      git_remote_create_options_init(&kind, UInt32(GIT_REMOTE_CREATE_OPTIONS_VERSION)))
    kind.repository = repository
    kind.flags = GIT_REMOTE_CREATE_SKIP_INSTEADOF.rawValue
    return try Libgit2.acquire("git_remote_create_with_opts") {
      git_remote_create_with_opts(&$0, url, &kind)
    }
  }
}

/// The shared state of the callbacks of one transfer.
private struct TransferCall {
  var observer: GitStore.Observer
  var refusals: [String] = []
}
