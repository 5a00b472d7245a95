import DocMergeTestSupport

extension Meeting {
  /// An empty replica that has the catalogue of what was sent, without contents.
  func cloned(_ name: String) throws -> Replica {
    let replica = folder(name)
    try replica.clone(remote)
    return replica
  }

  /// A replica with all documents, and one that has none of their contents.
  func pair(documents: [String: String]) throws -> (full: Replica, lazy: Replica) {
    let full = try replicas("A", documents: documents)[0]
    return (full, try cloned("B"))
  }

  /// Takes an object out of the remote, whose packs become single objects for it.
  func lose(_ id: String) throws {
    try onRemote(
      """
      mkdir aside && mv objects/pack/* aside && for pack in aside/*.pack; do \
      git unpack-objects -q < $pack; done; mv 'objects/\(id.prefix(2))/\(id.dropFirst(2))' aside/lost
      """)
  }

  /// Puts it back.
  func find(_ id: String) throws {
    try onRemote("mv aside/lost 'objects/\(id.prefix(2))/\(id.dropFirst(2))'")
  }

  /// Brings a version to a replica, and no more: all that a download or a sync does before it is killed.
  func bring(_ version: String, to lazy: Replica) throws {
    try lazy.git("fetch", "--quiet", "--no-write-fetch-head", remote, version)
  }

  private func onRemote(_ line: String) throws {
    _ = try Program("sh", in: remote).run(["-ec", line], exits: 0)
  }
}

extension Replica {
  /// The names in the folder that are placeholders.
  var placeholders: Set<String> {
    Set(contents.filter { $0.value.hasPrefix("-> .docmerge/not-downloaded/") }.keys)
  }

  /// Where the contents of each document are, by path.
  func availability() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try documents().map { ($0.path, $0.contents) })
  }

  /// The ids of all git objects in the container.
  func objects() throws -> Set<String> {
    let list = try git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    return Set(list.lines)
  }

  /// Expects that everything in the container is sound, and nothing is lost.
  func expectSoundness() throws {
    try docmerge("verify")
    try docmerge("audit")
    try git("fsck", "--strict", "--connectivity-only")
  }
}
