import DocMergeContainer
import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

/// Checks what another replica sent before any of it counts: sizes before contents, and everything that it
/// says about itself.
///
/// Everything here may be false or missing. A fault throws ``PeerFault``, ``StateError`` or ``GitError``, and
/// nothing has changed then.
package struct PeerCheck: Sendable {
  package let git: GitStore
  /// The replica that checks.
  package let own: ReplicaID
  /// The chain of the peer's versions, if it sent one.
  package let chain: ObjectID?
  /// The size limit of a document, in bytes.
  package let limit: Int64
  /// Whether versions may be missing here; a missing version is checked when it is downloaded.
  package let isOnDemand: Bool
  /// Whether git checks later that everything that versions name is here.
  package var isConnected = false
  /// The commits and trees that were read before the check.
  package var ahead: ReadAhead.Findings?

  // MARK: The state

  /// Checks which peers claim to have seen what.
  ///
  /// A clock that counts acts that no replica did would make every replica skip them once they are done. A replica
  /// that has seen an act of another has the state of that replica in its history.
  package func check(_ peer: StateReader, _ theirs: Clock, since ours: Clock, _ state: ObjectID?)
    throws
  {
    _ = try git.foreignCommit(peer.id)
    if let chain {
      guard Trailers.parse(try git.foreignCommit(chain).message).text == StateChange.keepMessage
      else { throw PeerFault(description: tr("\(chain.short) is no list of versions")) }
    }
    let known = ours.counters[own, default: 0]
    guard theirs.counters[own, default: 0] <= known else {
      throw PeerFault(description: tr("counts acts of this replica that it never did"))
    }
    let new = theirs.counters.filter { $0.value > ours.counters[$0.key, default: 0] }
    let states = try git.commits(reachableFrom: [peer.id], butNotFrom: [state])
    var doubts = try doubts(new, of: peer, by: states)
    // After the undo of a sync, a state that was seen once is not new any more.
    if !doubts.claims.isEmpty {
      doubts = try self.doubts(
        doubts.claims, of: peer, by: git.commits(reachableFrom: [peer.id], butNotFrom: []))
    }
    guard let replica = doubts.claims.keys.min() else { return }
    if let document = doubts.passedOver[replica] {
      throw PeerFault(description: tr("passes over document \(document), which it has seen"))
    }
    throw PeerFault(description: tr("counts acts of replica \(replica) that it does not show"))
  }

  /// Claims of a peer that it does not prove.
  private struct UnprovenClaims {
    /// The claims that are not shown by states of the replicas that they are about.
    var claims: [ReplicaID: UInt64]
    /// For each of these replicas, a document of it that is missing in a state that claims to have seen it.
    var passedOver: [ReplicaID: DocumentID] = [:]
  }

  /// How many records may differ, in total, between a peer and states that do not show its claims.
  private static let mostDifferences = 1_000_000

  /// The claims of a peer that `states` do not show; the latest states are first.
  private func doubts(
    _ claims: [ReplicaID: UInt64], of peer: StateReader, by states: [ObjectID]
  ) throws -> UnprovenClaims {
    var result = UnprovenClaims(claims: claims)
    var forgotten = ForgottenDocuments(git: git, tips: [peer.id])
    var differences = 0
    for id in states where !result.claims.isEmpty && differences < PeerCheck.mostDifferences {
      guard let note = OperationNote(message: try git.foreignCommit(id).message) else {
        throw PeerFault(description: tr("\(id.short) is not a state"))
      }
      guard let claim = result.claims[note.replica] else { continue }
      let state = try StateReader(id, in: git)
      guard try state.clock().counters[note.replica, default: 0] >= claim else { continue }
      // A replica that has seen a document knows it until a prune, at least as deleted. A state later than the one
      // that was seen proves nothing: the sync that brought it was undone.
      let changes = try state.changes(since: peer)
      let gone = try changes.first { try $0.old == nil && !forgotten.contains($0.id) }
      if let gone {
        result.passedOver[note.replica] = gone.id
        differences += changes.count + 1
      } else {
        result.claims[note.replica] = nil
      }
    }
    return result
  }

  // MARK: Versions

  /// Checks that the versions that records name are here, and are as the records say.
  ///
  /// - Parameters:
  ///   - records: those that differ from this replica's.
  ///   - ownChain: the chain that keeps the versions of this replica.
  ///   - keepsChain: whether the peer's chain is to be kept as a whole.
  /// - Returns: the versions that the peer names and that are not kept yet.
  /// - Throws: ``PeerFault``, ``GitError``.
  package func check(
    _ records: [Record], since ownChain: ObjectID?, keepsChain: Bool
  ) throws -> [ObjectID] {
    let packed = records.count >= PeerCheck.much ? git.forMuchReading() : nil
    let isListed = keepsChain && ownChain == nil && !isOnDemand
    let listing = isListed ? packed.flatMap(listing) : nil
    defer { listing?.end() }
    let named = try checkNamed(in: records, packed)
    if isOnDemand { return [] }
    let seen = named.map(\.id).sorted()
    if let ownChain {
      let known = Set(seen)
      let new = try git.commits(reachableFrom: seen, butNotFrom: [ownChain])
      _ = try check(new.filter { !known.contains($0) }.map { Claim(id: $0) })
    } else {
      try checkHistory(named.flatMap(\.parents), known: seen)
    }
    let listed = try isListed ? listing?.wait() ?? versionsOfChain() : []
    let left = PeerCheck.difference(of: seen, and: listed)
    return left.isEmpty ? [] : try unkept(left, ownChain, keepsChain: keepsChain)
  }

  /// The versions that neither chain keeps.
  private func unkept(
    _ versions: [ObjectID], _ ownChain: ObjectID?, keepsChain: Bool
  ) throws -> [ObjectID] {
    let named = Set(versions)
    let keepers = [ownChain, keepsChain ? chain : nil].compactMap(\.self)
    // The walk may list versions that are kept where clocks are off.
    let new = try git.commits(reachableFrom: versions, butNotFrom: keepers).filter(named.contains)
    let kept = try git.commits(among: Set(new), inHistoryOf: keepers)
    return new.filter { !kept.contains($0) }
  }

  /// The ids that are in the first list and not in the other; both lists are sorted, and so is the result.
  private static func difference(of ids: [ObjectID], and others: [ObjectID]) -> [ObjectID] {
    var result: [ObjectID] = []
    var rest = others[...]
    for id in ids {
      while let other = rest.first, other < id { rest = rest.dropFirst() }
      if rest.first != id, result.last != id { result.append(id) }
    }
    return result
  }

  /// The versions that a record names, once they are checked against it.
  ///
  /// - Throws: ``PeerFault``, ``GitError``.
  package func heads(of record: Record) throws -> [HistoryEntry] {
    try claims(of: record).map(entry)
  }

  /// A version that a state names, with the facts that the state claims about it; `nil` where it claims none.
  private struct Claim {
    var id: ObjectID
    var head: Version?
    var document: DocumentID?
    /// The name that the document has.
    var path: DocumentPath?
  }

  /// What a record says about versions.
  private func claims(of record: Record) throws -> [Claim] {
    guard !record.heads.dots.isEmpty, !record.names.dots.isEmpty else {
      throw PeerFault(description: tr("document \(record.id) has no version or no name"))
    }
    let path = record.name
    var claims: [Claim] = []
    for head in record.heads.dots.keys where try !isOnDemand || git.contains(head.id) {
      claims.append(Claim(id: head.id, head: head, document: record.id, path: path))
    }
    return claims
  }

  /// Checks the versions that records name, on up to four cores where there are many records.
  private func checkNamed(
    in records: [Record], _ packed: GitStore?
  ) throws -> [(id: ObjectID, parents: [ObjectID])] {
    try ParallelMap.map(records, grain: PeerCheck.grain, preparing: opening(packed)) {
      check, record in
      try check.claims(of: record).map { (id: $0.id, parents: try check.parents($0)) }
    }.flatMap(\.self)
  }

  /// How many records, or versions, one thread takes at a time.
  private static let grain = 256
  /// From this number on, several threads check.
  private static let much = 2 * grain

  /// Gives each thread the repository for itself, where there is much to read.
  private func opening(_ packed: GitStore?) -> @Sendable () -> PeerCheck {
    { packed.map { with($0.openedAgain()) } ?? self }
  }

  /// Checks all ancestors of versions, down to the first ones.
  ///
  /// - Parameters:
  ///   - parents: the parents of the versions.
  ///   - known: versions that were checked.
  /// - Throws: ``PeerFault``, ``GitError``.
  private func checkHistory(_ parents: [ObjectID], known: [ObjectID]) throws {
    if parents.isEmpty { return }
    var known = Set(known)
    var level = parents
    while !level.isEmpty {
      let new = level.filter { known.insert($0).inserted }
      level = try check(new.map { Claim(id: $0) }).flatMap(\.self)
    }
  }

  /// Starts to list the versions that the links of the peer's chain name, if it has a chain.
  private func listing(_ packed: GitStore) -> BackgroundThread.Work<[ObjectID]>? {
    guard let chain, ahead?.chain != chain else { return nil }
    return BackgroundThread.Work {
      try PeerCheck.versions(linkedBy: chain, in: packed, isStopped: $0)
    }
  }

  /// The versions that the links of the peer's chain name, sorted.
  private func versionsOfChain() throws -> [ObjectID] {
    guard let chain else { return [] }
    if let ahead, ahead.chain == chain { return ahead.listed }
    return try PeerCheck.versions(linkedBy: chain, in: git)
  }

  /// The versions that the links of a chain name.
  ///
  /// Linear in the links; takes the memory of the versions, however often they are named.
  ///
  /// - Parameters:
  ///   - chain: the last link.
  ///   - git: the repository of the chain.
  ///   - isStopped: asked before each link; `true` ends it.
  /// - Returns: the versions, sorted, each once.
  /// - Throws: ``GitError``, `CancellationError` when it was stopped.
  package static func versions(
    linkedBy chain: ObjectID, in git: GitStore, isStopped: () -> Bool = { false }
  ) throws -> [ObjectID] {
    var result: [ObjectID] = []
    var most = 1 << 16
    var next: Commit? = try git.commit(chain)
    while let link = next {
      if isStopped() { throw CancellationError() }
      result += link.parents
      if result.count > most {
        sortOnce(&result)
        most = max(most, 2 * result.count)
      }
      next = try link.parents.first.flatMap { first in
        let commit = try git.commit(first)
        let text = Trailers.parse(commit.message).text
        return StateChange.keepMessages.contains(text) ? commit : nil
      }
    }
    sortOnce(&result)
    return result
  }

  /// Sorts ids and removes duplicates.
  private static func sortOnce(_ ids: inout [ObjectID]) {
    ids.sort()
    var last: ObjectID?
    ids.removeAll { id in
      defer { last = id }
      return id == last
    }
  }

  /// Checks versions on up to four cores, each with the repository open for itself.
  ///
  /// - Parameter claims: the versions, and the facts that are claimed about them.
  /// - Returns: the parents of each version, in the order of the claims.
  /// - Throws: ``PeerFault``, ``GitError``.
  private func check(_ claims: [Claim]) throws -> [[ObjectID]] {
    let packed = claims.count >= PeerCheck.much ? git.forMuchReading() : nil
    return try ParallelMap.map(claims, grain: PeerCheck.grain, preparing: opening(packed)) {
      check, claim in
      try check.parents(claim)
    }
  }

  private func with(_ git: GitStore) -> PeerCheck {
    PeerCheck(
      git: git, own: own, chain: chain, limit: limit, isOnDemand: isOnDemand,
      isConnected: isConnected, ahead: ahead)
  }

  /// The parents of a version, once it is checked against the claims about it.
  private func parents(_ claim: Claim) throws -> [ObjectID] {
    if let ahead, let head = claim.head,
      let parents = ahead.parents(of: head, in: claim.document), try git.contains(head.id),
      try ContentCheck(git: git, limit: limit).passes(file: head)
    {
      return parents
    }
    if !isOnDemand, let head = claim.head, let document = claim.document, let path = claim.path,
      let parents = try PeerCheck.parents(
        VersionMatch(version: head, document: document, path: path), in: git,
        isConnected: isConnected),
      try ContentCheck(git: git, limit: limit).passes(file: head)
    {
      return parents
    }
    return try entry(claim).parents
  }

  /// The parents of a version that is a file and matches `match`; its contents are not read.
  ///
  /// - Throws: ``GitError``.
  package static func parents(
    _ match: VersionMatch, in git: GitStore, isConnected: Bool
  ) throws -> [ObjectID]? {
    let content = match.version.content
    guard content.kind.isFile, let mode = content.kind.mode,
      let links = match.links(in: try git.bytes(match.version.id, .commit, atMost: Limits.commit))
    else { return nil }
    // Equal ids are equal trees.
    let trees = Tree.idsAlone(at: match.path.bytes, mode, content.object)
    guard trees.last == links.tree else { return nil }
    if isConnected { return links.parents }
    return try trees.allSatisfy { tree throws(GitError) in try git.contains(tree) }
      ? links.parents : nil
  }

  /// Reads a version and all facts about its contents, and compares them with the claims about it.
  private func entry(_ claim: Claim) throws -> HistoryEntry {
    let entry: HistoryEntry
    if isOnDemand {
      entry = try VersionReader(git: git).entry(claim.id)
    } else {
      entry = try PeerCheck.description(
        of: claim.id, supposed: claim.head?.content, in: git, isConnected: isConnected)
      try ContentCheck(git: git, limit: limit).check(entry)
    }
    if let head = claim.head, entry.version != head || entry.document != claim.document {
      throw PeerFault(
        description: tr("version \(claim.id.short) has other contents than its record says"))
    }
    return entry
  }

  /// What a version of another replica says about itself.
  ///
  /// - Parameters:
  ///   - id: the version.
  ///   - supposed: what it should hold; the result is what it does hold.
  ///   - git: the repository of the version.
  ///   - isConnected: whether everything that it names is known to be here.
  /// - Returns: its entry; the contents are not compared with it.
  /// - Throws: ``PeerFault``, ``GitError``.
  package static func description(
    of id: ObjectID, supposed: ContentID?, in git: GitStore, isConnected: Bool = false
  ) throws -> HistoryEntry {
    let commit = try git.foreignCommit(id)
    guard commit.parents.count <= Limits.versions else {
      throw PeerFault(description: tr("version \(id.short) has too many parents"))
    }
    return try VersionReader(git: git, isConnected: isConnected).entry(
      id, commit, supposed: supposed)
  }
}
