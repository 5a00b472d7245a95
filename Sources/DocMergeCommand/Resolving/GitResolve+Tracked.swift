import DocMerge
import DocMergeDecisions
import DocMergeGit
import DocMergeLanguage

/// Conflicts of office documents as tracked changes.
extension GitResolve {
  /// Writes a conflict as tracked changes, and reports it; `false` where it is no office document.
  func track(_ conflict: GitConflict, during operation: GitOperation) throws -> Bool {
    guard case .policy(let policy) = merging.method else { return false }
    let value = try source.repository.conflict(of: conflict, during: operation)
    do {
      guard let tracked = try TrackedConflict(value, policy: policy) else { return false }
      try write(tracked, conflict)
    } catch let error as CommandError {
      let words = tr("left in conflict, since \(error.description)")
      Console.message("\(conflict.display): \(words).")
      log?.reason(conflict.path, words)
    }
    return true
  }

  /// Writes what a person left open in a session, unless the file was edited by hand.
  func write(
    _ document: SessionDocument, _ conflict: GitConflict, _ edit: GitEdit?, isFilled: Bool
  ) throws {
    guard edit == nil else { return try refuse(conflict, isFilled: isFilled) }
    let value = try source.repository.conflict(of: conflict, during: source.operation)
    do {
      try write(TrackedConflict(document, of: value), conflict)
    } catch let error as CommandError {
      let words = tr("left in conflict, since \(error.description)")
      Console.message("\(conflict.display): \(words).")
    }
  }

  /// Writes the file of a conflict, which stays in conflict.
  func write(_ tracked: TrackedConflict, _ conflict: GitConflict) throws {
    if !isDryRun { try source.repository.write(tracked.bytes, toFileOf: conflict) }
    let shown = GivenName.typed(try source.name(of: conflict))
    let words = tracked.words(conflict.display, shown, isDryRun: isDryRun)
    for line in words { Console.message(line) }
    log?.reason(conflict.path, "as tracked changes, still in conflict")
  }

  /// Whether a document that a person edited still has tracked changes of its conflict; reports it.
  func hasLeftChanges(_ bytes: [UInt8], _ conflict: GitConflict) throws -> Bool {
    let words = try RemainingChanges.words(
      in: bytes, base: conflict.base.map(source.repository.bytes) ?? [], path: conflict.display,
      name: conflict.display,
      shown: GivenName.typed(try source.name(of: conflict)))
    guard let words else { return false }
    for line in words { Console.message(line) }
    log?.reason(conflict.path, "tracked changes are left")
    return true
  }
}
