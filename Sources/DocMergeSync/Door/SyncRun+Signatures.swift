import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

extension SyncRun {
  /// The states on a remote that must not be merged, because no allowed key has signed them.
  ///
  /// Only states that say something new are checked. Where they may be merged, they are only reported.
  func flawedStates(_ report: inout SyncReport) throws -> [ObjectID: String] {
    let policy = try container.settings.signaturePolicy()
    guard policy != .never else { return [:] }
    let check = SignatureCheck(program: transport.signatures)
    let prefix = References.remoteStates(name)
    var flaws: [ObjectID: String] = [:]
    // The state in the place of this replica's own is merged, too, after a restore from a backup.
    for (reference, state) in try container.remotes.peers(on: name) {
      // A state that cannot be read counts as unknown.
      guard (try? isKnown(state)) != true, let flaw = try check.flaw(of: state) else { continue }
      flaws[state] = flaw
      if policy == .warn {
        let replica = PrintableText.escape(String(reference.dropFirst(prefix.count)))
        report.warnings.append(tr("replica \(replica) \(flaw)"))
      }
    }
    return policy == .warn ? [:] : flaws
  }

  /// Whether this replica knows everything that a state says.
  private func isKnown(_ state: ObjectID) throws -> Bool {
    let theirs = try StateReader(state, in: git).clock()
    guard let ours = try container.state()?.clock(towards: state), ours.covers(theirs) else {
      return false
    }
    return try RestoredReplica(container, seenBy: [state]) == nil
  }
}

extension Transport {
  /// The program that makes and checks signatures during this sync.
  package var signatures: SignatureProgram {
    SignatureProgram(container: container, options: options, isCancelled: isCancelled)
  }
}
