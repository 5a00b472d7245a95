package import DocMergeCoordination
package import DocMergeFolder
import DocMergeLanguage
import DocMergeObjects
import Glibc

extension Container {
  /// How long programs may keep a document from others, in nanoseconds.
  private static let openTimeout: UInt64 = 60_000_000_000

  /// Asks the programs that have documents open to give way, and puts the documents in their places.
  ///
  /// Called without any lock on the documents: a program that is asked may save before it answers.
  ///
  /// - Parameter open: the waiting documents.
  /// - Returns: the documents that stay as they are, and why: their program refused, or others use them.
  /// - Throws: ``FileError``, ``GitError``; a later operation puts the waiting documents in place then.
  func placeOpenDocuments(_ open: OpenDocuments) throws -> [SkippedItem] {
    var left: [SkippedItem] = []
    // Documents that are opened during the questions are asked about as well, once.
    for _ in 0..<2 {
      let waiting = open.take()
      guard !waiting.isEmpty else { break }
      left += try place(waiting, open)
    }
    return left
  }

  private func place(
    _ waiting: [OpenDocuments.Waiting], _ open: OpenDocuments
  ) throws -> [SkippedItem] {
    try asking(about: waiting) { asked, access in
      var left: [SkippedItem] = []
      try OpenDocuments.$current.withValue(open) {
        try writeLock.hold(mends: false) { _ in
          try git.refresh()
          left = try bringFolderInLine()
        }
      }
      try noteMoves(asked, open, access)
      let places = Set(asked.flatMap { [$0.path, $0.target] }.compactMap(\.self))
      return left.filter { places.contains($0.path) }
    }
  }

  /// Asks once for all documents, and changes them while no other process uses them.
  ///
  /// Called without any lock on the documents.
  ///
  /// - Parameters:
  ///   - waiting: the documents to ask about; where some refuse, each of them by itself.
  ///   - body: the change of those whose programs gave way; returns the documents that stay as they are.
  /// - Returns: the documents that stay as they are, and why.
  /// - Throws: what `body` throws, except `AccessError`.
  package func asking(
    about waiting: [OpenDocuments.Waiting],
    _ body: ([OpenDocuments.Waiting], Access) throws -> [SkippedItem]
  ) throws -> [SkippedItem] {
    do {
      return try ask(waiting, body)
    } catch let error as AccessError {
      guard waiting.count > 1 else {
        return waiting.map { SkippedItem(path: $0.path, reason: Self.reason(error)) }
      }
      // A refusal must not affect the other documents.
      return try waiting.flatMap { try asking(about: [$0], body) }
    }
  }

  private func ask(
    _ waiting: [OpenDocuments.Waiting],
    _ body: ([OpenDocuments.Waiting], Access) throws -> [SkippedItem]
  ) throws -> [SkippedItem] {
    var request = AccessRequest(
      items: waiting.map(\.item), purpose: "docmerge \(getpid())", chain: AccessWindow.chain)
    request.timeout = Container.openTimeout
    let access = try Access(request)
    var left: [SkippedItem] = []
    do {
      try access.run { _ in left = try body(waiting, access) }
    } catch AccessError.claimLost {
      // The change is done; the process was only stopped for a while.
    }
    return left
  }

  /// Announces the new places of documents.
  private func noteMoves(
    _ waiting: [OpenDocuments.Waiting], _ open: OpenDocuments, _ access: Access
  ) throws {
    for one in waiting {
      guard let target = try index.entry(of: one.id)?.path, target != one.path else { continue }
      // The move has happened even if it cannot be announced.
      _ = try? access.noteMove(
        from: one.item.path, to: open.place(of: target))
    }
  }

  private static func reason(_ error: AccessError) -> String {
    switch error {
    case .refused(let error): tr("a program that has it open says: \(error.text)")
    case .timedOut(let holder):
      holder.map { tr("process \($0) is using it") } ?? tr("a program is using it")
    default: tr("a program has it open")
    }
  }
}
