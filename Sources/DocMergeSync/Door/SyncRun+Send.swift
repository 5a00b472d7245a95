import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

extension SyncRun {
  /// How often a state is signed again when saves overtake the signing.
  private static let signings = 8

  /// Sends the state of this replica, and the versions that it names.
  ///
  /// Where contents are on demand, some versions may be in neither place, such as after the remote was emptied. Then
  /// the others are sent without the state: a replica that has the missing ones may lack these.
  func sendOwn(
    _ outgoing: OutgoingVersions?, _ report: inout SyncReport
  ) throws {
    // Versions that others sent without their state are fetched, and sent with the rest.
    if let missing = try outgoing?.missing(), !missing.isEmpty {
      do {
        _ = try transport.fetch(missing.sorted())
      } catch let error as RemoteError where error.reason == .notOffered {
        // They count as lacking, which is reported.
      }
    }
    var lacking = 0
    var own = try signedReferences { lacking = try outgoing?.complete() ?? 0 }
    if lacking > 0 {
      let versions = try References.versions(container.replica())
      own.removeAll { $0.name != versions }
    }
    let isShown = try isShownByRemote()
    try send(try container.remotes.unsent(own, to: name), &report)
    if !isShown, report.isSent { try transport.checkShowsOwn() }
    guard lacking == 0 else { throw ContainerError.contentsElsewhere(lacking) }
  }

  /// Whether the last fetch found the state of this replica.
  private func isShownByRemote() throws -> Bool {
    let state = References.state(try container.replica())
    return try git.reference(References.known(state, of: name)) != nil
  }

  /// This replica's references, ready to be sent: signed where the settings ask for it.
  ///
  /// No lock is held meanwhile: a hardware key may wait for a touch.
  ///
  /// - Parameter complete: run under the lock, before they are read.
  /// - Returns: the references, all of one moment.
  /// - Throws: ``ContainerError/notSigned(_:)``, ``RemoteError`` when it was cancelled, ``GitError``.
  private func signedReferences(
    _ complete: () throws -> Void
  ) throws -> Remotes.OwnReferences {
    let signer =
      try container.settings.signsStates() ? StateSigner(program: transport.signatures) : nil
    let stateName = References.state(try container.replica())
    let finishesClone = !transport.options.leavesRest
    for _ in 0..<Self.signings {
      let own = try container.operate(finishesClone: finishesClone) {
        try complete()
        return try container.remotes.ownReferences()
      }
      guard let signer, let state = own.first(where: { $0.name == stateName })?.id,
        let signed = try signer.sign(state)
      else { return own }
      try container.operate(finishesClone: finishesClone) {
        // A save in the meantime must be signed as well.
        guard try git.reference(stateName) == state else { return }
        try git.setReference(stateName, to: signed, from: state)
      }
    }
    throw ContainerError.busy(process: nil)
  }

  private func send(
    _ unsent: Remotes.OwnReferences, _ report: inout SyncReport
  ) throws {
    let documents = RefusedDocuments(container: container, transport: transport)
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
}
