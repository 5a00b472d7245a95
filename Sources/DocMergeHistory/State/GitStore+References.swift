package import DocMergeObjects

extension GitStore {
  /// Adds a remote from which states and versions are fetched.
  ///
  /// - Throws: ``GitError/Code/exists`` when the name is in use.
  package func addRemote(_ name: String, url: String) throws(GitError) {
    let states = "+refs/docmerge/state/*:\(References.remoteStates(name))*"
    let versions = "+refs/docmerge/versions/*:\(References.remoteVersions(name))*"
    try addRemote(name, url: url, refspecs: [states, versions])
  }

  /// Removes a remote and the references that were fetched from it.
  package func removeRemote(_ name: String) throws(GitError) {
    try deleteRemote(name)
    try forgetAll(of: name)
  }

  /// Forgets everything that a remote had.
  package func forgetAll(of name: String) throws(GitError) {
    try access { session throws(GitError) in
      try session.removeReference(References.published(on: name))
      for prefix in [References.remoteStates(name), References.remoteVersions(name)] {
        for reference in try session.references(matching: prefix + "*").keys {
          try session.removeReference(reference)
        }
      }
    }
  }

  /// Forgets what the remote had of a replica, until the next fetch.
  ///
  /// Calls `git_reference_remove`.
  package func forget(_ replica: ReplicaID, of name: String) throws(GitError) {
    try access { session throws(GitError) in
      for prefix in [References.remoteStates(name), References.remoteVersions(name)] {
        try session.removeReference(prefix + replica.description)
      }
    }
  }
}
