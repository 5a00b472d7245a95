import DocMergeContainer
import DocMergeHistory
import DocMergeObjects

/// The documents that a sync would put in conflict with a version that only this replica has.
///
/// Everything that was fetched is joined as in a merge, and nothing of it is kept: what one replica has resolved is
/// no conflict, even if others still show it.
struct ConflictForecast {
  package let container: Container
  package let base: StateReader?
  private var peers: [PeerMerger.Findings] = []

  init(_ container: Container) throws {
    self.container = container
    base = try container.state()
  }

  /// Adds a peer.
  ///
  /// - Throws: ``PeerFault``, ``StateError`` or ``GitError`` when it cannot be trusted.
  package mutating func add(_ merger: PeerMerger) throws {
    if let findings = try merger.findings(since: base) { peers.append(findings) }
  }

  /// The documents, by path.
  package func conflicts() throws -> [RemoteConflict] {
    var change = try StateChange(
      git: container.git, identity: try container.identity(), base: base)
    let ids = Set(peers.flatMap(\.records.keys))
    return try ids.sorted().compactMap { try conflict($0, &change) }.sorted { $0.path < $1.path }
  }

  private func conflict(
    _ id: DocumentID, _ change: inout StateChange
  ) throws -> RemoteConflict? {
    guard let ours = try base?.record(id) else { return nil }
    // A document that a peer has not changed is the same there as here.
    let records = peers.map { ($0, $0.records[id, default: ours] ?? Record(id: id)) }
    var (joined, clock) = (ours, change.clock)
    for (peer, record) in records {
      joined = Record.joined(
        joined, record, clock: clock.limited(to: peer.limits), otherClock: peer.clock)
      clock = clock.joined(peer.clock)
    }
    guard joined.heads.dots.count > 1, let path = joined.name else { return nil }
    try HeadJoiner(git: container.git).joinHeads(of: &joined, in: &change)
    try change.batch.flush(into: container.git)
    let heads = try container.graph.heads(of: joined).map(\.id)
    let (known, others) = (
      Set(ours.heads.elements.map(\.id)),
      Set(records.filter { $0.1 != ours }.flatMap(\.1.heads.elements).map(\.id))
    )
    let theirs = heads.filter { others.contains($0) && !known.contains($0) }
    // A version that another replica has as well is for that replica to decide on.
    guard !theirs.isEmpty, heads.contains(where: { known.contains($0) && !others.contains($0) })
    else { return nil }
    return RemoteConflict(path: path, versions: theirs)
  }
}
