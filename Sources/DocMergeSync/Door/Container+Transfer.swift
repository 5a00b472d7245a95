public import DocMergeContainer
import DocMergeCore
import DocMergeHistory
import DocMergeLanguage
public import DocMergeObjects
import DocMergeSystem
import Glibc

extension Container {
  /// Syncs with other replicas: saves, merges their changes, updates the folder, and sends.
  ///
  /// If the remote is a path where nothing is yet, in a folder that exists, an empty bare repository is made there. A
  /// remote that cannot be reached now is no error: the report says so, and a later sync sends the saved versions.
  ///
  ///     let report = try container.sync(with: "server", progress: { step in print(step.phase) })
  ///     if let why = report.offline { print("offline: \(why)") }
  ///
  /// - Parameters:
  ///   - name: the remote.
  ///   - options: how long to wait, and how often to try.
  ///   - settling: resolves documents in conflict, as far as it may, once everything is merged.
  ///   - isCancelled: asked several times a second; `true` ends the sync in good order.
  ///   - progress: called with each step, on the calling thread.
  /// - Returns: a report of all that was saved, merged and sent; or why nothing could be sent.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``ContainerError/massDeletion(_:of:)``,
  ///   ``ContainerError/otherContainer(remote:documents:)``, ``ContainerError/wouldConflict(_:)``,
  ///   ``ContainerError/emptyRemote(_:)``, ``ContainerError/damagedClone(_:)``,
  ///   ``ContainerError/notSigned(_:)``, ``ContainerError/notVerified(_:)``, ``RemoteError`` when the remote
  ///   refuses or it was cancelled, ``GitError``; versions that were saved before stay saved.
  public func sync(
    with name: String, options: SyncOptions = SyncOptions(),
    settling: (Container) throws -> [ResolvedDocument] = { _ in [] },
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> SyncReport {
    try syncLock.hold { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: self).runAfterSync() }
      let remote = try remotes.named(name)
      progress(SyncProgress(remote: name, phase: .saving))
      var report = SyncReport(saved: try save())
      let clashes = Set(try nameClashes())
      let transport = try Transport(
        container: self, remote: remote, options: options, isCancelled: isCancelled,
        progress: progress)
      do {
        try syncWithPeers(transport, settling, &report)
        try remotes.noteMet(name)
        if report.refused == nil { try publish(transport, &report) }
      } catch let error as RemoteError where error.mayPass {
        report.offline = error
      }
      report.nameClashes = try nameClashes().filter { !clashes.contains($0) }
      report.waiting = try remotes.waiting(for: name)
      report.conflicts = try conflicts()
      return report
    }
  }

  /// Shows the documents on a branch of the remote, if the settings ask for it.
  ///
  /// A failure is reported, and does not fail the sync: the documents themselves are sent.
  private func publish(_ transport: Transport, _ report: inout SyncReport) throws {
    do {
      guard let branch = try Publisher.branch(of: self) else { return }
      try Publisher(container: self, transport: transport, branch: branch).publish()
    } catch let error as RemoteError where error.reason == .cancelled {
      throw error
    } catch {
      report.warnings.append(tr("not published: \(String(describing: error))"))
    }
  }

  private func syncWithPeers(
    _ transport: Transport, _ settling: (Container) throws -> [ResolvedDocument],
    _ report: inout SyncReport
  ) throws {
    let name = transport.remote.name
    try prepare(transport)
    var fetched = try fetchAnew(transport)
    defer { fetched.writing?.end() }
    report.problems += fetched.problems
    let kept = try fetchVersions(transport, &report)
    let outgoing =
      try transport.isOnDemand
      ? OutgoingVersions(container: self, name: name, replicas: replicasToAsk(transport)) : nil
    transport.progress(SyncProgress(remote: name, phase: .joining))
    let flaws = try flawedStates(transport, &report)
    let deletionGuard = transport.options.mayDeleteMany ? nil : try MassDeletionGuard(self)
    try deletionGuard?.checkOutgoing(since: try remotes.sentState(to: name))
    let (_, left) = try operateAsking(
      finishesClone: !transport.options.leavesRest, asksAgain: true
    ) {
      if !transport.options.joinsContainers { try checkIsSameContainer(name, refusing: flaws) }
      if transport.options.failsOnConflict {
        let conflicts = try conflictsAhead(name, refusing: flaws)
        guard conflicts.isEmpty else { throw ContainerError.wouldConflict(conflicts) }
      }
      try keep(kept)
      let rest = transport.options.leavesRest ? DeferredCloneWork(container: self) : nil
      try mergePeers(
        of: name, deletionGuard, refusing: flaws, ahead: &fetched.ahead, leaving: rest,
        into: fetched.files,
        &report)
      if transport.options.followsRemote {
        report.resolved = try followRemote(name)
        report.saved.notInPlace = try bringFolderInLine()
      }
      // Files that were not used go with it.
      fetched.files = nil
      try fetched.writing?.wait(transport.checkCancelled)
    }
    report.saved.notInPlace += left
    try noteKept(kept)
    // A fault of one replica is no reason to refuse the others, but damage here is.
    if !report.problems.isEmpty { try finishClone() }
    if !transport.options.followsRemote { settle(by: settling, &report) }
    try sendOwn(transport, outgoing, &report)
  }

  /// Sends the state of this replica, and the versions that it names.
  ///
  /// Where contents are on demand, some versions may be in neither place, such as after the remote was emptied. Then
  /// the others are sent without the state: a replica that has the missing ones may lack these.
  private func sendOwn(
    _ transport: Transport, _ outgoing: OutgoingVersions?, _ report: inout SyncReport
  ) throws {
    let name = transport.remote.name
    // Versions that others sent without their state are fetched, and sent with the rest.
    if let missing = try outgoing?.missing(), !missing.isEmpty {
      do {
        _ = try transport.fetch(missing.sorted())
      } catch let error as RemoteError where error.reason == .notOffered {
        // They count as lacking, which is reported.
      }
    }
    var lacking = 0
    var own = try signedReferences(transport) { lacking = try outgoing?.complete() ?? 0 }
    if lacking > 0 {
      let versions = try References.versions(replica())
      own.removeAll { $0.name != versions }
    }
    try send(try unsent(own, to: name), transport, &report)
    guard lacking == 0 else { throw ContainerError.contentsElsewhere(lacking) }
  }

  private func send(
    _ unsent: [(name: String, id: ObjectID)], _ transport: Transport, _ report: inout SyncReport
  ) throws {
    let name = transport.remote.name
    let documents = RefusedDocuments(container: self, transport: transport)
    if !unsent.isEmpty, let (limit, paths) = try documents.knownToBeTooLarge(on: name) {
      report.refused = RemoteError(
        .refused, address: transport.address.display,
        message: tr("\(transport.address.host) takes no file of more than \(limit >> 20) MiB"))
      report.refusedDocuments = paths
      return
    }
    do {
      try transport.send(unsent)
      report.isSent = !unsent.isEmpty
    } catch let error as RemoteError where error.isRefusal {
      report.refused = error
      guard error.reason == .refused else { return }
      report.refusedDocuments = try documents.paths(on: name)
    }
  }

  private func settle(
    by settling: (Container) throws -> [ResolvedDocument], _ report: inout SyncReport
  ) {
    do {
      report.resolved = try settling(self)
      report.tooManyCopies = try documentsWithTooManyCopies()
    } catch {
      // Nothing is lost: a person can still decide, and the merged changes must be reported.
      report.problems.append(tr("could not resolve by itself: \(String(describing: error))"))
    }
  }

  private func prepare(_ transport: Transport) throws {
    do {
      try RemoteRepository.makeIfMissing(transport.address)
      try RemoteRepository.removeDeadLocks(transport.address, of: replica())
    } catch let error as FileError where error.code == ENOENT {
      // A disk that was there once is not mounted now; a path that never existed is mistyped.
      guard try remotes.met(transport.remote.name) != nil else { throw error }
      throw RemoteError(
        .unreachable, address: transport.address.display, message: tr("the folder is not there"))
    }
  }

  /// Fetches, and finds out what the remote has of this replica.
  ///
  /// A remote that was made anew has nothing of ours, even if the old one had. A remote that is not reached still has
  /// what it had.
  private func fetchAnew(_ transport: Transport) throws -> Transport.Fetched {
    let (name, own) = (transport.remote.name, try replica())
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
}
