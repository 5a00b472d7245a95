import DocMergeContainer
import DocMergeCore
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

/// Makes sure that a reader of this replica's state on a remote finds every version that it names.
///
/// A container that is on demand does not have all of them: the others must be on the remote already.
struct OutgoingVersions {
  package let container: Container
  /// The remote.
  package let name: String
  /// The replicas whose states are on the remote now; `nil` for all that are known of it.
  package let replicas: Set<ReplicaID>?

  private var git: GitStore { container.git }

  /// The versions that are not here, and that no state on the remote names.
  ///
  /// Costs what changed since the last send to the remote.
  package func missing() throws -> Set<ObjectID> {
    Set(try unknown().map(\.id).filter { try !git.contains($0) })
  }

  /// Adds the versions to this replica's chain that are here and not on the remote.
  ///
  /// Costs what changed since the last send to the remote.
  ///
  /// - Returns: how many versions are in neither place: the state that names them must not be sent then.
  package func complete() throws -> Int {
    let unknown = try unknown()
    let here = try unknown.filter { try git.contains($0.id) }
    try keep(here)
    return Set(unknown.map(\.id)).subtracting(here.map(\.id)).count
  }

  /// The versions of others that no state on the remote names.
  private func unknown() throws -> [Version] {
    guard let state = try container.state() else { return [] }
    let own = try container.replica()
    var open: [DocumentID: Set<Version>] = [:]
    for record in try state.changes(since: container.remotes.sentState(to: name)).compactMap(\.new)
    {
      let heads = record.heads.elements.filter { $0.replica != own }
      if !heads.isEmpty { open[record.id] = heads }
    }
    try removeKnown(from: &open, own)
    return open.values.flatMap { $0 }
  }

  /// Removes the versions that the states of others on the remote name.
  private func removeKnown(from open: inout [DocumentID: Set<Version>], _ own: ReplicaID) throws {
    let prefix = References.remoteStates(name)
    for (reference, id) in try git.references(matching: prefix + "*") {
      guard let replica = ReplicaID(reference.dropFirst(prefix.count)), replica != own,
        replicas?.contains(replica) ?? true, let peer = try? StateReader(id, in: git)
      else { continue }
      for shard in Set(open.keys.map(\.shard)) {
        // A state that cannot be read does not help.
        for record in (try? peer.records(in: shard)) ?? [] {
          open[record.id]?.subtract(record.heads.elements)
          if open[record.id]?.isEmpty == true { open[record.id] = nil }
        }
      }
    }
  }

  private func keep(_ versions: [Version]) throws {
    guard !versions.isEmpty else { return }
    let identity = try container.identity()
    let reference = References.versions(identity.replica)
    let chain = try git.reference(reference)
    let ids = Set(versions.map(\.id))
    let kept = try git.commits(among: ids, inHistoryOf: [chain].compactMap(\.self))
    let new = ids.subtracting(kept).sorted()
    guard !new.isEmpty else { return }
    var batch = ObjectBatch()
    let links = VersionChain(
      message: StateChange.keepMessage(of: identity.replica),
      signature: .init(person: identity.person, seconds: container.environment.now.seconds))
    let end = try links.extend(chain, keeping: new, in: &batch)
    try batch.flush(into: git)
    if let end { try git.setReference(reference, to: end, from: chain) }
  }
}
