package import DocMergeContainer
import DocMergeCore
package import DocMergeFolder
import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem
import Glibc

extension Container {
  /// The states that were fetched, by the names of their references.
  package func peers(on remote: String) throws -> [(name: String, state: ObjectID)] {
    try git.references(matching: References.remoteStates(remote) + "*").sorted { $0.key < $1.key }
      .map { (name: $0.key, state: $0.value) }
  }

  /// Takes in what was fetched of the other replicas, but for states with `flaws`.
  ///
  /// What was read `ahead` of one of them is not read again, and not kept. What can be left to be done of a
  /// clone is left to `rest`; new documents may come into `files`. Where the remote has nothing that was not
  /// taken in before, no state is read.
  ///
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`; what is wrong with other replicas is reported.
  package func takeIn(
    _ name: String, _ brake: DeletionBrake?, refusing flaws: [ObjectID: String],
    ahead: inout ReadAhead.Findings?, leaving rest: CloneRest?, into files: EmptyFiles? = nil,
    _ report: inout SyncReport
  ) throws {
    let fetched = try peers(on: name)
    let merged = try MergedPeers(self, of: name, fetched)
    if flaws.isEmpty, try merged.isUpToDate() {
      let own = try replica()
      report.replicas += fetched.count { References.replica($0.name, of: name) != own }
      report.saved.notInPlace = try bringFolderInLine(leaving: rest, into: files)
      return
    }
    try goOnIfRestored(on: name, refusing: flaws)
    var order = try PeerOrder(self, senders(on: name, refusing: flaws, &report))
    var isInLine = false
    while let (peer, isLastTry) = order.next() {
      var change: StateChange?
      do {
        let merged = try merger(of: peer, on: name, brake, ahead: ahead).merge()
        report.received += merged.count
        report.followed += merged.followers.map { .init(from: $0.from, to: $0.to) }
        change = merged.change
        if ahead?.state == peer.state { ahead = nil }
      } catch let fault as PeerFault where fault.isMassDeletion && !isLastTry {
        // Each of several replicas may have deleted less than the one that took in what they did.
        order.putOff(peer)
      } catch  where PeerFault.isCause(of: error) {
        try refuse(peer.replica, of: name, since: error, &report)
      }
      // In line before the next one, which is compared with what is in the folder. A document that
      // cannot be written must not keep what is done here from being sent. Of many replicas most bring
      // nothing, and leave the folder as it is.
      guard change != nil else { continue }
      isInLine = true
      report.saved.notInPlace = try bringFolderInLine(after: change, leaving: rest, into: files)
      try order.dropMerged()
      Later.free(&change)
    }
    if !isInLine {
      report.saved.notInPlace = try bringFolderInLine(leaving: rest, into: files)
    }
    if report.problems.isEmpty { try merged.remember() }
  }

  /// The other replicas that are to be heard; what is wrong with the rest is reported.
  private func senders(
    on name: String, refusing flaws: [ObjectID: String], _ report: inout SyncReport
  ) throws -> [Peer] {
    let own = try replica()
    var senders: [Peer] = []
    for (reference, state) in try peers(on: name) {
      guard let replica = References.replica(reference, of: name) else {
        report.problems.append("\(PrintableText.escape(reference)) is not the name of a replica")
        // Nobody would ever put it right.
        try git.access { session throws(GitError) in try session.removeReference(reference) }
        continue
      }
      if replica == own { continue }
      report.replicas += 1
      if let flaw = flaws[state] {
        try refuse(replica, of: name, since: PeerFault(description: flaw), &report)
      } else {
        senders.append(.init(replica: replica, state: state))
      }
    }
    return senders
  }

  private func refuse(
    _ replica: ReplicaID, of name: String, since error: any Error, _ report: inout SyncReport
  ) throws {
    report.problems.append("replica \(replica): \(error)")
    if (error as? PeerFault)?.isMassDeletion == true { report.hasMassDeletion = true }
    // It is named as long as the remote has it, and what is no commit would end the next fetch.
    try git.forget(replica, of: name)
  }

  private func merger(
    of peer: Peer, on name: String, _ brake: DeletionBrake?,
    ahead: ReadAhead.Findings? = nil
  ) throws -> PeerMerger {
    let isOnDemand = try isOnDemand()
    // Where versions are not fetched, a chain is at best an old one.
    let chain =
      try isOnDemand
      ? nil : git.reference(References.remoteVersions(name) + peer.replica.description)
    return PeerMerger(
      container: self, peer: try StateReader(peer.state, in: git), replica: peer.replica,
      chain: chain, brake: brake, isOnDemand: isOnDemand, isNew: peer.isNew,
      isFirstVisit: try met(name) == nil, ahead: ahead?.state == peer.state ? ahead : nil)
  }

  /// The documents that taking in what was fetched would put in conflict with a version of this replica.
  ///
  /// States with flaws are none: they are told when they are refused.
  func conflictsAhead(
    _ name: String, refusing flaws: [ObjectID: String]
  ) throws -> [RemoteConflict] {
    try goOnIfRestored(on: name, refusing: flaws)
    let own = try replica()
    var forecast = try ConflictForecast(self)
    for (reference, peer) in try peers(on: name) where flaws[peer] == nil {
      guard let replica = References.replica(reference, of: name), replica != own else { continue }
      do {
        try forecast.add(merger(of: .init(replica: replica, state: peer), on: name, nil))
      } catch  where PeerFault.isCause(of: error) {
        // Nothing of it would be taken in, and the next sync names it.
        continue
      }
    }
    return try forecast.conflicts()
  }

  private func goOnIfRestored(on name: String, refusing flaws: [ObjectID: String]) throws {
    // In the place of its own state nobody but this replica writes who is to be heard, signed or not.
    let place = References.remoteStates(name) + (try replica().description)
    try goOnIfRestored(
      seenBy: peers(on: name).filter { flaws[$0.state] == nil || $0.name == place })
  }

  /// Goes on as a new replica when somebody has seen acts of this one that it knows nothing of.
  ///
  /// So it is after a restore from a backup. The replica that it was is met like any other then.
  private func goOnIfRestored(seenBy peers: [(name: String, state: ObjectID)]) throws {
    let states = peers.map(\.state)
    do {
      guard let restored = try RestoredReplica(self, seenBy: states) else { return }
      _ = try restored.goOn()
      _ = try bringFolderInLine()
    } catch  where PeerFault.isCause(of: error) {
      // One of them is rubbish, and is named when it is taken in; the others may be right.
      guard peers.count > 1 else { return }
      for peer in peers { try goOnIfRestored(seenBy: [peer]) }
    }
  }

  /// This replica's references as they are at one moment: a state, and the versions that it names.
  package typealias OwnReferences = [(name: String, id: ObjectID)]

  /// The versions first: whoever sees the state on the other side finds what it names.
  package func ownReferences() throws -> OwnReferences {
    let own = try replica()
    return try [References.versions(own), References.state(own)].compactMap { name in
      try git.reference(name).map { (name, $0) }
    }
  }

  /// Those that the remote does not have.
  package func unsent(_ references: OwnReferences, to remote: String) throws -> OwnReferences {
    let sent = try git.references(matching: References.known("refs/docmerge/*", of: remote))
    return references.filter { sent[References.known($0.name, of: remote)] != $0.id }
  }
}
