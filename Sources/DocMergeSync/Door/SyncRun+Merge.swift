import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem
import Glibc

extension SyncRun {
  /// Merges the fetched states of the other replicas, except states with `flaws`.
  ///
  /// A state that was read `ahead` is not read again, and not kept. Work of a clone that can be left for later is left
  /// to `rest`; new documents may use `files`. Where the remote has nothing that was not merged before, no state is
  /// read.
  ///
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`; faults of other replicas are reported.
  func mergePeers(
    _ deletionGuard: MassDeletionGuard?, refusing flaws: [ObjectID: String],
    ahead: inout ReadAhead.Findings?, leaving rest: DeferredCloneWork?,
    into files: PreallocatedFiles? = nil, _ report: inout SyncReport
  ) throws {
    let fetched = try container.remotes.peers(on: name)
    let merged = try MergedPeers(container, of: name, fetched)
    if flaws.isEmpty, try merged.isUpToDate() {
      let own = try container.replica()
      report.replicas += fetched.count { References.replica($0.name, of: name) != own }
      report.saved.notInPlace = try container.bringFolderInLine(leaving: rest, into: files)
      return
    }
    try forkIfRestored(refusing: flaws)
    var order = try PeerOrder(container, senders(refusing: flaws, &report))
    var isInLine = false
    while let (peer, isLastTry) = order.next() {
      var change: StateChange?
      do {
        change = try merge(peer, deletionGuard, ahead: &ahead, &report)
      } catch let fault as PeerFault where fault.isMassDeletion && !isLastTry {
        // Each of several replicas may have deleted less than the one that merged their deletions.
        order.putOff(peer)
      } catch  where PeerFault.isCause(of: error) {
        try refuse(peer.replica, since: error, &report)
      }
      // The folder is updated before the next peer, which is compared with it; most replicas bring nothing. A document
      // that cannot be written must not keep changes made here from being sent.
      guard change != nil else { continue }
      isInLine = true
      report.saved.notInPlace = try container.bringFolderInLine(
        after: change, leaving: rest, into: files)
      try order.dropMerged()
      BackgroundThread.free(&change)
    }
    if !isInLine {
      report.saved.notInPlace = try container.bringFolderInLine(leaving: rest, into: files)
    }
    if report.problems.isEmpty { try merged.remember() }
  }

  /// Merges the state of one replica; `nil` where it changes nothing here.
  private func merge(
    _ peer: Peer, _ deletionGuard: MassDeletionGuard?, ahead: inout ReadAhead.Findings?,
    _ report: inout SyncReport
  ) throws -> StateChange? {
    let merged = try merger(of: peer, deletionGuard, ahead: ahead).merge()
    report.received += merged.count
    report.followed += merged.followed
    report.renamedTwice += merged.renamedTwice
    if ahead?.state == peer.state { ahead = nil }
    return merged.change
  }

  /// The other replicas to merge; faults of the rest are reported.
  private func senders(
    refusing flaws: [ObjectID: String], _ report: inout SyncReport
  ) throws -> [Peer] {
    let own = try container.replica()
    var senders: [Peer] = []
    for (reference, state) in try container.remotes.peers(on: name) {
      guard let replica = References.replica(reference, of: name) else {
        report.problems.append(
          tr("\(PrintableText.escape(reference)) is not the name of a replica"))
        // No replica would ever repair it.
        try git.access { session throws(GitError) in try session.removeReference(reference) }
        continue
      }
      if replica == own { continue }
      report.replicas += 1
      if let flaw = flaws[state] {
        try refuse(replica, since: PeerFault(description: flaw), &report)
      } else {
        senders.append(.init(replica: replica, state: state))
      }
    }
    return senders
  }

  private func refuse(
    _ replica: ReplicaID, since error: any Error, _ report: inout SyncReport
  ) throws {
    report.problems.append(tr("replica \(replica): \(String(describing: error))"))
    if (error as? PeerFault)?.isMassDeletion == true { report.hasMassDeletion = true }
    // The fault is reported as long as the remote has it; a reference to something else would end the next fetch.
    try git.forget(replica, of: name)
  }

  private func merger(
    of peer: Peer, _ deletionGuard: MassDeletionGuard?,
    ahead: ReadAhead.Findings? = nil
  ) throws -> PeerMerger {
    let isOnDemand = try container.settings.isOnDemand()
    // Where versions are not fetched, a chain is an old one at best.
    let chain =
      try isOnDemand
      ? nil : git.reference(References.remoteVersions(name) + peer.replica.description)
    return PeerMerger(
      container: container, peer: try StateReader(peer.state, in: git), replica: peer.replica,
      chain: chain, deletionGuard: deletionGuard, isOnDemand: isOnDemand, isNew: peer.isNew,
      isFirstVisit: try container.remotes.met(name) == nil,
      ahead: ahead?.state == peer.state ? ahead : nil)
  }

  /// The documents that a merge of the fetched states would put in conflict with a version of this replica.
  ///
  /// States with flaws are left out: they are reported when they are refused.
  func conflictsAhead(refusing flaws: [ObjectID: String]) throws -> [RemoteConflict] {
    try forkIfRestored(refusing: flaws)
    let own = try container.replica()
    var forecast = try ConflictForecast(container)
    for (reference, peer) in try container.remotes.peers(on: name) where flaws[peer] == nil {
      guard let replica = References.replica(reference, of: name), replica != own else { continue }
      do {
        try forecast.add(merger(of: .init(replica: replica, state: peer), nil))
      } catch  where PeerFault.isCause(of: error) {
        // Nothing of it would be merged, and the next sync reports it.
        continue
      }
    }
    return try forecast.conflicts()
  }

  private func forkIfRestored(refusing flaws: [ObjectID: String]) throws {
    // In the place of its own state only this replica writes; its state there counts, signed or not.
    let place = References.remoteStates(name) + (try container.replica().description)
    try forkIfRestored(
      seenBy: container.remotes.peers(on: name).filter {
        flaws[$0.state] == nil || $0.name == place
      })
  }

  /// Continues as a new replica when a peer has seen acts of this one that this one does not know.
  ///
  /// That happens after a restore from a backup. The old replica is then merged like any other.
  private func forkIfRestored(seenBy peers: [(name: String, state: ObjectID)]) throws {
    let states = peers.map(\.state)
    do {
      guard let restored = try RestoredReplica(container, seenBy: states) else { return }
      _ = try restored.continueAsNewReplica()
      _ = try container.bringFolderInLine()
    } catch  where PeerFault.isCause(of: error) {
      // One of them is damaged, and is reported when it is merged; the others may be right.
      guard peers.count > 1 else { return }
      for peer in peers { try forkIfRestored(seenBy: [peer]) }
    }
  }
}
