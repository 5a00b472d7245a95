import DocMerge
import DocMergeCoordination
import DocMergeLanguage
import DocMergeSystem

/// Changes documents in coordination with the programs that have them open.
enum CoordinatedChanges {
  /// How long other programs may keep a document, in nanoseconds.
  private static let timeout: UInt64 = 60_000_000_000

  /// Runs `body` once programs have closed the documents.
  static func delete(
    _ documents: [DocumentPath], in container: Container, _ body: () throws -> Void
  ) throws {
    try run("rm", documents.map { AccessItem(place($0, container), .deleting) }) { _ in
      try body()
    }
  }

  /// Runs `body` once no program writes to the documents, and programs that have them open agree.
  static func evict(
    _ documents: [DocumentPath], in container: Container, _ body: () throws -> Void
  ) throws {
    let items = documents.map { AccessItem(place($0, container), .evicting) }
    try run("evict", items) { _ in try body() }
  }

  /// Runs `body` once programs have released a document, and tells them its new place.
  static func move(
    _ document: DocumentPath, to target: DocumentPath, in container: Container,
    _ body: () throws -> Void
  ) throws {
    let (old, new) = (place(document, container), place(target, container))
    try run("mv", [AccessItem(old, .moving), AccessItem(new, .replacing)]) { access in
      try body()
      // The move has happened even if other programs cannot be notified.
      _ = try? access?.noteMove(from: old, to: new)
    }
  }

  /// Has programs save open documents of a container, so that their edits are versions before others are merged.
  ///
  /// A program that cannot save, or does not answer for half a minute, keeps its edits: they become a version beside
  /// the others when it saves them.
  static func saveOpenDocuments(in container: Container) {
    guard
      let preparation = try? Preparation.saving(
        in: ItemPath(container.path), purpose: "docmerge \(CurrentProcess.number)",
        patience: 30_000_000_000)
    else { return }
    try? preparation.wait { false }
    preparation.finish()
  }

  private static func place(_ document: DocumentPath, _ container: Container) -> ItemPath {
    ItemPath(bytes: (container.path == "/" ? "/" : "\(container.path)/").utf8 + document.bytes)
  }

  private static func run(
    _ verb: String, _ items: [AccessItem], _ body: (Access?) throws -> Void
  ) throws {
    var request = AccessRequest(items: items, purpose: "docmerge \(verb) \(CurrentProcess.number)")
    request.timeout = timeout
    let access: Access
    do {
      access = try Access(request)
    } catch {
      // Without a place for coordination there is no program to wait for.
      return try body(nil)
    }
    do {
      try access.run { _ in try body(access) }
    } catch AccessError.timedOut(let holder) {
      let words = holder.map { tr("process \($0) is using it") } ?? tr("it is in use")
      throw CommandError(description: tr("gave up after 60 seconds: \(words)"))
    } catch AccessError.refused(let error) {
      throw CommandError(description: tr("a program that has it open says: \(error.text)"))
    } catch AccessError.claimLost {
      // It is done; the process was only suspended for a while.
    }
  }
}
