import DocMergeCore

/// Looks at what another replica sent, before any of it counts: sizes before contents, and whatever it
/// says of itself.
///
/// Everything here may be a lie, or be missing. What is wrong throws ``PeerMerger/Problem``,
/// ``StateError`` or ``GitError``, and nothing has changed then.
struct PeerCheck: Sendable {
  let git: GitStore
  /// The replica that looks.
  let own: ReplicaID
  /// The chain of the peer's versions, if it sent one.
  let chain: ObjectID?
  /// The bytes that a document may have.
  let limit: Int64
  /// Whether versions need not be here: what is not is looked at when it is downloaded.
  let isOnDemand: Bool
  /// Whether git looks later whether all that versions name is here.
  var isConnected = false
  /// What was read before.
  var ahead: ReadAhead.Findings?

  // MARK: The state

  /// Checks who says that it has seen what.
  ///
  /// A clock that counts acts which nobody did would make everybody pass over them once they are done.
  /// Whoever has seen an act of a replica has that replica's state in its history.
  func check(_ peer: StateReader, _ theirs: Clock, since ours: Clock, _ state: ObjectID?) throws {
    _ = try git.foreignCommit(peer.id)
    if let chain {
      guard Trailers.parse(try git.foreignCommit(chain).message).text == StateChange.keepMessage
      else { throw PeerMerger.Problem(description: "\(chain.short) is no list of versions") }
    }
    let known = ours.counters[own, default: 0]
    guard theirs.counters[own, default: 0] <= known else {
      throw PeerMerger.Problem(description: "counts acts of this replica that it never did")
    }
    let new = theirs.counters.filter { $0.value > ours.counters[$0.key, default: 0] }
    let states = try git.commits(reachableFrom: [peer.id], butNotFrom: [state])
    var left = try unproven(new, of: peer, by: states)
    // After the undo of a sync, what was seen once is not new any more.
    if !left.isEmpty {
      left = try unproven(
        left, of: peer, by: git.commits(reachableFrom: [peer.id], butNotFrom: []))
    }
    guard let replica = left.keys.min() else { return }
    throw PeerMerger.Problem(description: "counts acts of replica \(replica) that it does not show")
  }

  /// The claims that are not shown by states of the replicas which they are about.
  private func unproven(
    _ claims: [ReplicaID: UInt64], of peer: StateReader, by states: [ObjectID]
  ) throws -> [ReplicaID: UInt64] {
    var left = claims
    var forgotten = ForgottenDocuments(git: git, tips: [peer.id])
    for id in states where !left.isEmpty {
      guard let note = OperationNote(message: try git.foreignCommit(id).message) else {
        throw PeerMerger.Problem(description: "\(id.short) is not a state")
      }
      guard let claim = left[note.replica] else { continue }
      let state = try StateReader(id, in: git)
      guard try state.clock().counters[note.replica, default: 0] >= claim else { continue }
      left[note.replica] = nil
      // Whoever has seen a document knows of it until a prune, if only that it was deleted.
      let missing = try state.changes(since: peer).filter { $0.old == nil }
      if let gone = try missing.first(where: { try !forgotten.contains($0.id) }) {
        throw PeerMerger.Problem(description: "passes over document \(gone.id), which it has seen")
      }
    }
    return left
  }

  // MARK: Versions

  /// Checks that the versions which records name are here, and are what is said of them.
  ///
  /// - Parameters:
  ///   - records: those that differ from this replica's.
  ///   - ownChain: what keeps the versions of this replica.
  ///   - keepsChain: whether the peer's chain is to be kept as a whole.
  /// - Returns: the versions that the peer names, and that are not kept yet.
  /// - Throws: ``PeerMerger/Problem``, ``GitError``.
  func check(
    _ records: [Record], since ownChain: ObjectID?, keepsChain: Bool
  ) throws -> [ObjectID] {
    let claims = try claims(of: records)
    let parents = try check(claims)
    if isOnDemand { return [] }
    let seen = Set(claims.map(\.id))
    if let ownChain {
      let new = try git.commits(reachableFrom: seen.sorted(), butNotFrom: [ownChain])
      _ = try check(new.filter { !seen.contains($0) }.map { Claim(id: $0) })
    } else {
      try checkHistory(parents.flatMap(\.self), known: seen)
    }
    let listed = try keepsChain && ownChain == nil ? versionsOfChain() : []
    let left = seen.subtracting(listed).sorted()
    guard !left.isEmpty else { return [] }
    // The walk may list what is known, where clocks are off; ancestry is exact.
    let keepers = [ownChain, keepsChain ? chain : nil]
    return try git.commits(reachableFrom: left, butNotFrom: keepers).filter { id in
      guard seen.contains(id) else { return false }
      for tip in keepers.compactMap(\.self) where try git.isAncestor(id, of: tip) {
        return false
      }
      return true
    }
  }

  /// The versions that a record names, once they are found to be what is said of them.
  ///
  /// - Throws: ``PeerMerger/Problem``, ``GitError``.
  func heads(of record: Record) throws -> [HistoryEntry] {
    try claims(of: [record]).map(entry)
  }

  /// A version that is named, and what is said of it; `nil` where nothing is.
  private struct Claim {
    var id: ObjectID
    var head: Version?
    var document: DocumentID?
  }

  /// What records say of versions.
  private func claims(of records: [Record]) throws -> [Claim] {
    var claims: [Claim] = []
    claims.reserveCapacity(records.count)
    for record in records {
      guard !record.heads.dots.isEmpty, !record.names.dots.isEmpty else {
        throw PeerMerger.Problem(description: "document \(record.id) has no version or no name")
      }
      for head in record.heads.dots.keys where try !isOnDemand || git.contains(head.id) {
        claims.append(Claim(id: head.id, head: head, document: record.id))
      }
    }
    return claims
  }

  /// Checks all that versions were made from, down to the first ones.
  ///
  /// - Parameters:
  ///   - parents: what they were made from.
  ///   - known: versions that were checked.
  /// - Throws: ``PeerMerger/Problem``, ``GitError``.
  private func checkHistory(_ parents: [ObjectID], known: Set<ObjectID>) throws {
    var known = known
    var level = parents
    while !level.isEmpty {
      let new = level.filter { known.insert($0).inserted }
      level = try check(new.map { Claim(id: $0) }).flatMap(\.self)
    }
  }

  /// The versions that the links of the peer's chain name.
  private func versionsOfChain() throws -> Set<ObjectID> {
    guard let chain else { return [] }
    if let ahead, ahead.chain == chain { return ahead.listed }
    return try PeerCheck.versions(linkedBy: chain, in: git)
  }

  /// The versions that the links of a chain name.
  ///
  /// - Parameters:
  ///   - chain: the last link.
  ///   - git: where it lies.
  ///   - isStopped: asked before each link; `true` ends it.
  /// - Returns: the versions.
  /// - Throws: ``GitError``, `CancellationError` when it was stopped.
  static func versions(
    linkedBy chain: ObjectID, in git: GitStore, isStopped: () -> Bool = { false }
  ) throws -> Set<ObjectID> {
    var result: Set<ObjectID> = []
    var next: ObjectID? = chain
    while let link = next {
      if isStopped() { throw CancellationError() }
      let parents = try git.commit(link).parents
      result.reserveCapacity(result.count + parents.count)
      result.formUnion(parents)
      next = try parents.first.flatMap { first in
        let text = Trailers.parse(try git.commit(first).message).text
        return StateChange.keepMessages.contains(text) ? first : nil
      }
    }
    return result
  }

  /// Checks versions on up to four cores, each with the repository open for itself.
  ///
  /// - Parameter claims: the versions, and what is said of them.
  /// - Returns: the versions that each was made from, in the order of the claims.
  /// - Throws: ``PeerMerger/Problem``, ``GitError``.
  private func check(_ claims: [Claim]) throws -> [[ObjectID]] {
    let grain = 256
    let much = claims.count >= 2 * grain ? git.forMuchReading() : nil
    return try ParallelMap.map(
      claims, grain: grain, preparing: { much.map { with($0.openedAgain()) } ?? self }
    ) { check, claim in try check.parents(claim) }
  }

  private func with(_ git: GitStore) -> PeerCheck {
    PeerCheck(
      git: git, own: own, chain: chain, limit: limit, isOnDemand: isOnDemand,
      isConnected: isConnected, ahead: ahead)
  }

  /// The versions that one was made from, once it is found to be what is said of it.
  private func parents(_ claim: Claim) throws -> [ObjectID] {
    if let ahead, let head = claim.head,
      let parents = ahead.parents(of: head, in: claim.document), try git.contains(head.id),
      try ContentCheck(git: git, limit: limit).passes(file: head)
    {
      return parents
    }
    return try entry(claim).parents
  }

  /// Reads a version with all that it says of its contents, and compares it with what is said of it.
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
      throw PeerMerger.Problem(description: "version \(claim.id.short) is not what is said of it")
    }
    return entry
  }

  /// What a version of another replica says of itself.
  ///
  /// - Parameters:
  ///   - id: the version.
  ///   - supposed: what it holds, as somebody says; whatever it is, the result is what it does hold.
  ///   - git: where it lies.
  ///   - isConnected: whether all that it names is known to be there.
  /// - Returns: its entry; its contents are not compared with that.
  /// - Throws: ``PeerMerger/Problem``, ``GitError``.
  static func description(
    of id: ObjectID, supposed: ContentID?, in git: GitStore, isConnected: Bool = false
  ) throws -> HistoryEntry {
    let commit = try git.foreignCommit(id)
    guard commit.parents.count <= Limits.versions else {
      throw PeerMerger.Problem(description: "version \(id.short) has too many parents")
    }
    return try VersionReader(git: git, isConnected: isConnected).entry(
      id, commit, supposed: supposed)
  }
}

/// Compares the contents of a version with what it says of them, without unpacking any document.
struct ContentCheck {
  let git: GitStore
  let limit: Int64

  /// Whether a version that is a file passes the check.
  func passes(file version: Version) throws(GitError) -> Bool {
    let header = try git.header(version.content.object)
    return header.kind == .blob && Int64(header.size) == version.size && version.size <= limit
  }

  func check(_ entry: HistoryEntry) throws {
    let (content, size) = (entry.version.content, entry.version.size)
    let found: Int64
    switch content.kind {
    case .deleted:
      guard try git.header(content.object) == .init(kind: .tree, size: 0) else {
        throw fault(entry, "is deleted, and holds something")
      }
      found = 0
    case .file, .executable: found = try file(content.object)
    case .symlink: found = try link(content.object)
    case .package:
      var packages = Packages(check: self, entry: entry)
      found = try packages.sum(content.object).bytes
    }
    guard found == size else { throw fault(entry, "says that it has \(size) bytes of \(found)") }
    guard size <= limit else {
      throw fault(
        entry, "has \(size) bytes, more than \(limit) (\(Container.documentLimitKey))")
    }
  }

  private func fault(_ entry: HistoryEntry, _ what: String) -> PeerMerger.Problem {
    PeerMerger.Problem(description: "version \(entry.id.short) of \(entry.path.display) \(what)")
  }

  private func file(_ id: ObjectID) throws(GitError) -> Int64 {
    let header = try git.header(id)
    guard header.kind == .blob else { throw GitStore.malformed(id, "not a blob") }
    return Int64(header.size)
  }

  private func link(_ id: ObjectID) throws(GitError) -> Int64 {
    let target = try git.bytes(id, .blob, atMost: Limits.target)
    guard !target.isEmpty, !target.contains(0) else {
      throw GitStore.malformed(id, "not the target of a link")
    }
    return Int64(target.count)
  }

  /// Adds up the files of a package.
  ///
  /// A few folders that hold each other many times would be more files than fit on any disk: each is
  /// looked at once, and counted as often as it is there.
  private struct Packages {
    struct Sum {
      var bytes: Int64 = 0
      var members = 0
      /// The folders inside each other.
      var depth = 0
      /// The bytes of the longest path.
      var path = 0
    }

    let check: ContentCheck
    let entry: HistoryEntry
    private var known: [ObjectID: Sum] = [:]

    init(check: ContentCheck, entry: HistoryEntry) {
      self.check = check
      self.entry = entry
    }

    mutating func sum(_ id: ObjectID, level: Int = 1) throws -> Sum {
      guard level <= Limits.depth else { throw excess }
      if let sum = known[id] { return sum }
      var sum = Sum()
      for member in try check.git.foreignTree(id).entries {
        let part = try self.part(member, level: level)
        sum.depth = max(sum.depth, part.depth + 1)
        sum.path = max(sum.path, part.path + member.name.count + 1)
        // Each part is within the limits, so that no sum overflows.
        sum.bytes += part.bytes
        sum.members += part.members + 1
        guard sum.bytes <= check.limit, sum.members <= Limits.members, sum.depth <= Limits.depth,
          entry.path.bytes.count + sum.path <= DocumentPath.longest
        else { throw excess }
      }
      known[id] = sum
      return sum
    }

    private mutating func part(_ member: Tree.Entry, level: Int) throws -> Sum {
      switch member.mode {
      case .folder: return try sum(member.id, level: level + 1)
      case .symlink: return Sum(bytes: try check.link(member.id))
      case .file, .executable:
        let bytes = try check.file(member.id)
        guard bytes <= check.limit else { throw excess }
        return Sum(bytes: bytes)
      }
    }

    private var excess: PeerMerger.Problem {
      check.fault(entry, "is a package that is larger, or deeper, than packages may be")
    }
  }
}
