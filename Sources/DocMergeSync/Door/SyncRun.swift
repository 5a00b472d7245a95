import DocMergeContainer
import DocMergeCore
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem
import Glibc

/// One sync with one remote, while the sync lock of the container is held.
struct SyncRun {
  let transport: Transport

  var container: Container { transport.container }
  var git: GitStore { container.git }
  /// The name of the remote.
  var name: String { transport.remote.name }

  /// Fetches, merges what the other replicas did, has conflicts settled, and sends.
  ///
  /// - Throws: as `Container.sync`.
  func syncWithPeers(
    _ settling: (Container) throws -> [ResolvedDocument], _ report: inout SyncReport
  ) throws {
    try prepare()
    var fetched = try fetchAnew()
    defer { fetched.writing?.end() }
    report.problems += fetched.problems
    let kept = try fetchVersions(&report)
    let outgoing =
      try transport.isOnDemand
      ? OutgoingVersions(container: container, name: name, replicas: replicasToAsk()) : nil
    transport.progress(SyncProgress(remote: name, phase: .joining))
    let flaws = try flawedStates(&report)
    let deletionGuard = transport.options.mayDeleteMany ? nil : try MassDeletionGuard(container)
    try deletionGuard?.checkOutgoing(since: try container.remotes.sentState(to: name))
    let (_, left) = try container.operateAsking(
      finishesClone: !transport.options.leavesRest, asksAgain: true
    ) {
      try checkFetched(refusing: flaws)
      try keep(kept)
      try merge(&fetched, deletionGuard, refusing: flaws, &report)
    }
    report.saved.notInPlace += left
    try noteKept(kept)
    // A fault of one replica is no reason to refuse the others, but damage here is.
    if !report.problems.isEmpty { try container.finishClone() }
    if !transport.options.followsRemote { settle(by: settling, &report) }
    try sendOwn(outgoing, &report)
  }

  /// Stops a sync, before it changes anything, that the options or the remote's documents forbid.
  private func checkFetched(refusing flaws: [ObjectID: String]) throws {
    if !transport.options.joinsContainers { try checkIsSameContainer(refusing: flaws) }
    guard transport.options.failsOnConflict else { return }
    let conflicts = try conflictsAhead(refusing: flaws)
    guard conflicts.isEmpty else { throw ContainerError.wouldConflict(conflicts) }
  }

  /// Merges the fetched states, and brings the folder in line with the result.
  private func merge(
    _ fetched: inout Transport.Fetched, _ deletionGuard: MassDeletionGuard?,
    refusing flaws: [ObjectID: String], _ report: inout SyncReport
  ) throws {
    let rest = transport.options.leavesRest ? DeferredCloneWork(container: container) : nil
    try mergePeers(
      deletionGuard, refusing: flaws, ahead: &fetched.ahead, leaving: rest, into: fetched.files,
      &report)
    if transport.options.followsRemote {
      report.resolved = try followRemote()
      report.saved.notInPlace = try container.bringFolderInLine()
    }
    // Files that were not used go with it.
    fetched.files = nil
    try fetched.writing?.wait(transport.checkCancelled)
  }

  /// Stops a sync with a remote that holds another container; does nothing after the first sync with it.
  ///
  /// - Throws: ``ContainerError/otherContainer(remote:documents:)``, ``GitError``, `DatabaseError`.
  private func checkIsSameContainer(refusing flaws: [ObjectID: String]) throws {
    guard try container.remotes.met(name) == nil else { return }
    let own = References.remoteStates(name) + (try container.replica().description)
    let peers = try container.remotes.peers(on: name).filter {
      flaws[$0.state] == nil && $0.name != own
    }
    let documents = try SameContainerCheck(container: container, peers: peers.map(\.state))
      .strangers()
    guard let documents else { return }
    throw ContainerError.otherContainer(remote: name, documents: documents)
  }

  private func settle(
    by settling: (Container) throws -> [ResolvedDocument], _ report: inout SyncReport
  ) {
    do {
      report.resolved = try settling(container)
      report.tooManyCopies = try container.documentsWithTooManyCopies()
      report.warnings += try container.conflicts().compactMap {
        try container.settings.faultOfDecision(for: $0.path)
      }
    } catch {
      // Nothing is lost: a person can still decide, and the merged changes must be reported.
      report.problems.append(tr("could not resolve by itself: \(String(describing: error))"))
    }
  }

  private func prepare() throws {
    do {
      try RemoteRepository.makeIfMissing(transport.address)
      try RemoteRepository.removeDeadLocks(
        transport.address, of: container.replica(), on: container.disk)
    } catch let error as FileError where error.code == ENOENT {
      // A disk that was there once is not mounted now; a path that never existed is mistyped.
      guard try container.remotes.met(transport.remote.name) != nil else { throw error }
      throw RemoteError(
        .unreachable, address: transport.address.display, message: tr("the folder is not there"))
    }
  }

  /// Fetches, and finds out what the remote has of this replica.
  ///
  /// A remote that was made anew has nothing of ours, even if the old one had. A remote that is not reached still has
  /// what it had.
  private func fetchAnew() throws -> Transport.Fetched {
    let own = try container.replica()
    let before = try [References.state(own), References.versions(own)].compactMap { reference in
      let known = References.known(reference, of: name)
      return try git.reference(known).map { (known, $0) }
    }
    try git.forget(own, of: name)
    do {
      return try transport.fetch()
    } catch {
      for (known, id) in before where try git.reference(known) == nil {
        try git.setReference(known, to: id, from: nil)
      }
      throw error
    }
  }

  /// Shows the documents on a branch of the remote, if the settings ask for it.
  ///
  /// A failure is reported, and does not fail the sync: the documents themselves are sent.
  func publish(_ report: inout SyncReport) throws {
    do {
      guard let branch = try Publisher.branch(of: container) else { return }
      try Publisher(container: container, transport: transport, branch: branch).publish()
    } catch let error as RemoteError where error.reason == .cancelled {
      throw error
    } catch {
      report.warnings.append(tr("not published: \(String(describing: error))"))
    }
  }
}
