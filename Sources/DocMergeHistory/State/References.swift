/// The names of the references of a container.
package enum References {
  /// The common prefix of the references of states.
  package static let states = "refs/docmerge/state/"
  package static func state(_ replica: ReplicaID) -> String { "\(states)\(replica)" }
  package static func versions(_ replica: ReplicaID) -> String {
    "refs/docmerge/versions/\(replica)"
  }
  /// Keeps the commit fixed that is being sent as the reference `name`.
  package static func sending(_ name: String) -> String {
    "refs/docmerge/sending/\(name.dropFirst("refs/docmerge/".count))"
  }
  /// Notes what a remote has as the reference `name`.
  package static func known(_ name: String, of remote: String) -> String {
    "refs/docmerge/remotes/\(remote)/\(name.dropFirst("refs/docmerge/".count))"
  }
  /// Notes the states that a remote had at the last sync.
  package static func remoteStates(_ remote: String) -> String {
    "refs/docmerge/remotes/\(remote)/state/"
  }
  /// The replica whose state at a remote a reference notes; `nil` for other references.
  package static func replica(_ reference: String, of remote: String) -> ReplicaID? {
    let word = reference.dropFirst(remoteStates(remote).count)
    return ReplicaID(word).flatMap { $0.description == word ? $0 : nil }
  }
  package static func remoteVersions(_ remote: String) -> String {
    "refs/docmerge/remotes/\(remote)/versions/"
  }
  /// Keeps the folder that was published on a remote last.
  package static func published(on remote: String) -> String {
    "refs/docmerge/local/published/\(remote)"
  }
  /// Keeps downloaded versions; it is not sent.
  package static let downloads = "refs/docmerge/local/downloads"
}
