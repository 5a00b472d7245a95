package import DocMergeContainer
package import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// Plans the prune of a container, and runs it.
package struct Pruner {
  package let container: Container
  /// Versions that nothing has led to since this moment may be removed.
  package let cutoff: Timestamp
  /// Replicas that are not waited for: names of computers, or digits of ids.
  package let ignored: [String]

  private var git: GitStore { container.git }

  /// A plan, and the data for it.
  package struct Draft {
    package var report = PruneReport()
    package var documents: [Record] = []
    package var versions: [PruneNote.Entry] = []
  }

  /// Computes what would be removed; changes nothing.
  ///
  /// Linear in the number of versions and of operations.
  ///
  /// - Throws: ``ContainerError/noSuchReplica(_:)``, ``GitError``, ``StateError``.
  package func draft(_ progress: (Int) -> Void) throws -> Draft {
    guard let present = try container.state() else { return Draft() }
    let graph = try container.operationGraph()
    if let stranger = graph.strangers.first {
      throw StateError(text: tr("\(stranger) is not a state that this docmerge can read"))
    }
    let peers = try peers(in: graph, present)
    let log = try log(to: present.id, in: graph)
    let horizon = PruneHorizon(
      log: log, cutoff: cutoff, now: container.environment.now,
      peers: peers.filter { !$0.isIgnored }.map(\.clock))
    var draft = Draft()
    draft.report.holdups = holdups(peers, log, horizon)
    guard let place = horizon.agreed else { return draft }
    var auditor = VersionAuditor(container: container)
    let audit = try auditor.audit(progress)
    let (records, later) = try records(log[place...].map(\.id))
    let plan = PrunePlan(
      kept: try kept(audit), horizon: records, later: later,
      peers: try peers.filter { !$0.isIgnored }.flatMap { peer in
        try peer.states.flatMap { try $0.changes(since: present).compactMap(\.new) }
      })
    fill(&draft, plan, audit)
    return draft
  }

  private func fill(_ draft: inout Draft, _ plan: PrunePlan, _ audit: VersionAudit) {
    draft.documents = plan.documents
    draft.versions = audit.findings.compactMap { finding in
      guard let entry = finding.entry, let reason = plan.versions[finding.id] else { return nil }
      return PruneNote.Entry(
        id: finding.id, document: entry.document, size: entry.version.size, reason: reason,
        path: entry.path)
    }
    let groups = Dictionary(grouping: draft.versions, by: \.document)
    for id in Set(groups.keys).union(plan.documents.map(\.id)) {
      let versions = groups[id, default: []]
      let name = plan.documents.first { $0.id == id }?.name ?? versions.last?.path
      guard let path = name else { continue }
      draft.report.documents.append(
        PrunedDocument(
          id: id, path: path, versions: versions.count,
          bytes: versions.reduce(0) { $0 + $1.size }, reason: versions.last?.reason ?? .deleted))
    }
    draft.report.documents.sort { ($0.path, $0.id) < ($1.path, $1.id) }
  }

  /// The versions that are here, without those that a prune has named already and only others keep.
  private func kept(_ audit: VersionAudit) throws -> [ObjectID: PrunePlan.Kept] {
    var result: [ObjectID: PrunePlan.Kept] = [:]
    for finding in audit.findings {
      guard let entry = finding.entry else { continue }
      let isTakenBack =
        switch finding.fate {
        case .undone, .pruned: true
        default: false
        }
      result[finding.id] = PrunePlan.Kept(
        document: entry.document, parents: entry.parents, isTakenBack: isTakenBack)
    }
    return result
  }

  // MARK: States

  /// Another replica, as far as it is known here.
  private struct Peer {
    var id: ReplicaID
    var computer: String
    var heard: Timestamp?
    var states: [StateReader]
    /// The acts that all of its last states have seen.
    var clock: Clock
    var isIgnored: Bool
  }

  /// All other replicas with an operation that is known here.
  private func peers(in graph: OperationGraph, _ present: StateReader) throws -> [Peer] {
    let (own, latest) = (try container.replica(), graph.latest)
    var left = Set(ignored)
    let ids = Set(try present.clock().counters.keys).union(latest.keys).subtracting([own])
    let peers = try ids.sorted().flatMap { id -> [Peer] in
      let tips = latest[id] ?? []
      let notes = tips.compactMap { graph.entries[$0]?.note }
      let name = notes.max { $0.date < $1.date }
      let isIgnored = ignored.contains { word in
        let fits =
          word == name?.computer || word.utf8.count >= 4 && id.description.hasPrefix(word)
        if fits { left.remove(word) }
        return fits
      }
      // A copied replica continues in several lines: each of them counts.
      return try (tips.isEmpty ? [nil] : tips.map(Optional.some)).map { tip in
        let state = try tip.map { try StateReader($0, in: git) }
        return Peer(
          id: id, computer: name?.computer ?? id.description, heard: name?.date,
          states: state.map { [$0] } ?? [], clock: try state?.clock() ?? Clock(),
          isIgnored: isIgnored)
      }
    }
    if let word = left.min() { throw ContainerError.noSuchReplica(word) }
    return peers
  }

  private func holdups(
    _ peers: [Peer], _ log: [DatedOperation], _ horizon: PruneHorizon
  ) -> [PruneHoldup] {
    guard let aged = horizon.aged, horizon.agreed != aged else { return [] }
    var result: [PruneHoldup] = []
    for peer in peers where !peer.isIgnored && !peer.clock.covers(log[aged].clock) {
      guard result.last?.id != peer.id else { continue }
      result.append(PruneHoldup(id: peer.id, computer: peer.computer, heard: peer.heard))
    }
    return result
  }

  /// The operations of this replica, the first one first.
  private func log(to present: ObjectID, in graph: OperationGraph) throws -> [DatedOperation] {
    var result: [DatedOperation] = []
    var next: ObjectID? = present
    while let id = next, let entry = graph.entries[id] {
      result.append(
        DatedOperation(
          id: id, date: entry.note.date,
          others: entry.parents.dropFirst().compactMap { graph.entries[$0]?.note.date },
          clock: try StateReader(id, in: git).clock()))
      next = entry.parents.first
    }
    return result.reversed()
  }

  /// The records of the first state, and all that later ones have differently.
  private func records(_ states: [ObjectID]) throws -> (first: [Record], later: [Record]) {
    guard let first = states.first else { return ([], []) }
    var before = try StateReader(first, in: git)
    let records = try before.allRecords()
    var later: [Record] = []
    for id in states.dropFirst() {
      let state = try StateReader(id, in: git)
      // The old record too: a version of one state must not be removed because the next one lacks it.
      for change in try state.changes(since: before) {
        later += [change.old, change.new].compactMap(\.self)
      }
      before = state
    }
    return (records, later)
  }
}

extension Pruner {
  /// Plans the removal of versions that nothing has led to for `age`.
  init(of container: Container, olderThan age: Duration, ignoring ignored: [String]) {
    self.init(container: container, cutoff: container.environment.now - age, ignored: ignored)
  }
}

extension Timestamp {
  /// The moment this long before; the earliest possible one where that is beyond all dates.
  fileprivate static func - (moment: Timestamp, age: Duration) -> Timestamp {
    let (seconds, attoseconds) = age.components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (result, isTooEarly) = moment.nanoseconds.subtractingReportingOverflow(
      product + attoseconds / 1_000_000_000)
    return Timestamp(nanoseconds: isTooLong || isTooEarly ? .min : result)
  }
}
