import DocMergeCore

/// Sees to it that whoever meets this replica's state on a remote finds every version that it names.
///
/// A container that is on demand has not all of them to send: those must be there already.
struct OutgoingVersions {
  let container: Container
  /// The remote.
  let name: String
  /// The replicas whose states are there now; `nil` for all that are known of it.
  let replicas: Set<ReplicaID>?

  private var git: GitStore { container.git }

  /// Adds to this replica's chain what is here and not there.
  ///
  /// Costs what changed since something was sent to the remote.
  ///
  /// - Throws: ``ContainerError/contentsElsewhere(_:)`` for documents that are in neither place.
  func complete() throws {
    guard let state = try container.state() else { return }
    let own = try container.replica()
    var open: [DocumentID: Set<Version>] = [:]
    for record in try state.changes(since: container.sentState(to: name)).compactMap(\.new) {
      let heads = record.heads.elements.filter { $0.replica != own }
      if !heads.isEmpty { open[record.id] = heads }
    }
    try removeKnown(from: &open, own)
    guard !open.isEmpty else { return }
    try keep(open.values.flatMap { $0 }, state)
  }

  /// Takes out what the states of others on the remote name.
  private func removeKnown(from open: inout [DocumentID: Set<Version>], _ own: ReplicaID) throws {
    let prefix = References.remoteStates(name)
    for (reference, id) in try git.references(matching: prefix + "*") {
      guard let replica = ReplicaID(reference.dropFirst(prefix.count)), replica != own,
        replicas?.contains(replica) ?? true, let peer = try? StateReader(id, in: git)
      else { continue }
      for shard in Set(open.keys.map(\.shard)) {
        // What cannot be read is no help.
        for record in (try? peer.records(in: shard)) ?? [] {
          open[record.id]?.subtract(record.heads.elements)
          if open[record.id]?.isEmpty == true { open[record.id] = nil }
        }
      }
    }
  }

  private func keep(_ versions: [Version], _ state: StateReader) throws {
    let identity = try container.identity()
    let reference = References.versions(identity.replica)
    let chain = try git.reference(reference)
    let missing = try versions.filter { try !git.contains($0.id) }
    guard missing.isEmpty else {
      throw ContainerError.contentsElsewhere(Set(missing.map(\.id)).count)
    }
    let new = try versions.map(\.id).sorted().filter { version in
      try chain.map { try !git.isAncestor(version, of: $0) } ?? true
    }
    guard !new.isEmpty else { return }
    var batch = ObjectBatch()
    let links = VersionChain(
      message: StateChange.keepMessage(of: identity.replica),
      signature: .init(person: identity.person, seconds: Timestamp.now.seconds))
    let end = try links.extend(chain, keeping: new, in: &batch)
    try batch.flush(into: git)
    if let end { try git.setReference(reference, to: end, from: chain) }
  }
}
