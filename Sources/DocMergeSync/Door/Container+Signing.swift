import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

extension Container {
  /// How often a state is signed again when saves overtake the signing.
  private static let signings = 8

  /// This replica's references, ready to be sent: signed where the settings ask for it.
  ///
  /// No lock is held meanwhile: a hardware key may wait for a touch.
  ///
  /// - Parameters:
  ///   - transport: where they are sent.
  ///   - complete: run under the lock, before they are read.
  /// - Returns: the references, all of one moment.
  /// - Throws: ``ContainerError/notSigned(_:)``, ``RemoteError`` when it was cancelled, ``GitError``.
  func signedReferences(
    _ transport: Transport, _ complete: () throws -> Void
  ) throws -> OwnReferences {
    let signer = try settings.signsStates() ? StateSigner(program: transport.signatures) : nil
    let name = References.state(try replica())
    let finishesClone = !transport.options.leavesRest
    for _ in 0..<Container.signings {
      let own = try operate(finishesClone: finishesClone) {
        try complete()
        return try ownReferences()
      }
      guard let signer, let state = own.first(where: { $0.name == name })?.id,
        let signed = try signer.sign(state)
      else { return own }
      try operate(finishesClone: finishesClone) {
        // A save in the meantime must be signed as well.
        guard try git.reference(name) == state else { return }
        try git.setReference(name, to: signed, from: state)
      }
    }
    throw ContainerError.busy(process: nil)
  }

  /// The states on a remote that must not be merged, because no allowed key has signed them.
  ///
  /// Only states that say something new are checked. Where they may be merged, they are only reported.
  func flawedStates(
    _ transport: Transport, _ report: inout SyncReport
  ) throws -> [ObjectID: String] {
    let policy = try settings.signaturePolicy()
    guard policy != .never else { return [:] }
    let check = SignatureCheck(program: transport.signatures)
    let prefix = References.remoteStates(transport.remote.name)
    var flaws: [ObjectID: String] = [:]
    // The state in the place of this replica's own is merged, too, after a restore from a backup.
    for (name, state) in try remotes.peers(on: transport.remote.name) {
      // A state that cannot be read counts as unknown.
      guard (try? isKnown(state)) != true, let flaw = try check.flaw(of: state) else { continue }
      flaws[state] = flaw
      if policy == .warn {
        let replica = PrintableText.escape(String(name.dropFirst(prefix.count)))
        report.warnings.append(tr("replica \(replica) \(flaw)"))
      }
    }
    return policy == .warn ? [:] : flaws
  }

  /// Whether this replica knows everything that a state says.
  private func isKnown(_ state: ObjectID) throws -> Bool {
    let theirs = try StateReader(state, in: git).clock()
    guard let ours = try self.state()?.clock(towards: state), ours.covers(theirs) else {
      return false
    }
    return try RestoredReplica(self, seenBy: [state]) == nil
  }
}

extension Transport {
  /// The program that makes and checks signatures during this sync.
  package var signatures: SignatureProgram {
    SignatureProgram(container: container, options: options, isCancelled: isCancelled)
  }
}
