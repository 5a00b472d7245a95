extension Meeting {
  /// An empty replica that has the catalogue of what was sent, without contents.
  package func cloned(_ name: String) throws -> Replica {
    let replica = folder(name)
    try replica.clone(remote)
    return replica
  }

  /// A replica with all documents, and one that has none of their contents.
  package func pair(documents: [String: String]) throws -> (full: Replica, lazy: Replica) {
    let full = try replicas("A", documents: documents)[0]
    return (full, try cloned("B"))
  }

  /// Takes an object out of the remote, whose packs become single objects for it.
  package func lose(_ id: String) throws {
    try onRemote(
      """
      mkdir aside && mv objects/pack/* aside && for pack in aside/*.pack; do \
      git unpack-objects -q < $pack; done; mv 'objects/\(id.prefix(2))/\(id.dropFirst(2))' aside/lost
      """)
  }

  /// A replica with an older version of a document than others, and the version that it could not have.
  package func outOfDate(
    _ name: String, _ old: String, then new: String
  ) throws -> (lazy: Replica, lost: String) {
    let (full, lazy) = try pair(documents: [name: old])
    try lazy.docmerge("download", name)
    try full.save(name, new)
    try full.docmerge("sync")
    let lost = try full.history(name)[0].version.id
    try lose(lost)
    try lazy.docmerge("sync")
    return (lazy, lost)
  }

  /// Puts it back.
  package func find(_ id: String) throws {
    try onRemote("mv aside/lost 'objects/\(id.prefix(2))/\(id.dropFirst(2))'")
  }

  /// Brings a version to a replica, and no more: all that a download or a sync does before it is killed.
  package func bring(_ version: String, to lazy: Replica) throws {
    try lazy.git("fetch", "--quiet", "--no-write-fetch-head", remote, version)
  }

  private func onRemote(_ line: String) throws {
    _ = try Program("sh", in: remote).run(["-ec", line], exits: 0)
  }
}
