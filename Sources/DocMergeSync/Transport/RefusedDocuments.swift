package import DocMergeContainer
import DocMergeCore
import DocMergeFolder
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

/// Finds the documents that a server refuses, by sending parts of a refused push.
///
/// Versions may be on a remote before the state that names them, so nothing is sent in vain.
package struct RefusedDocuments {
  package let container: Container
  package let transport: Transport

  /// Above this number of documents there is no search.
  private static let most = 4_096
  /// After this number of parts the search gives up.
  private static let tries = 48
  /// The largest file, in bytes, for hosts that publish a limit.
  private static let limits: [String: Int64] = ["github.com": 100 << 20]

  /// A document that waits to be sent, and its versions that the remote does not have.
  private struct Waiting {
    var path: DocumentPath
    var versions: [ObjectID]
  }

  /// Searches for the documents that the server refuses.
  ///
  /// - Parameter remote: the name of the remote.
  /// - Returns: their paths; none where it refuses everything, or too much to find out.
  /// - Throws: ``RemoteError`` when the remote cannot be reached any more, ``GitError``.
  package func paths(on remote: String) throws -> [DocumentPath] {
    let waiting = try waiting(for: remote)
    guard waiting.count <= Self.most, try isTaken([]) else { return [] }
    let refused = try search(waiting)
    try continueChain()
    return refused.sorted()
  }

  private func search(_ waiting: [Waiting]) throws -> [DocumentPath] {
    var tries = Self.tries
    var refused: [DocumentPath] = []
    var groups = [waiting]
    while let group = groups.popLast(), !group.isEmpty {
      guard tries > 0 else { break }
      tries -= 1
      if try isTaken(group) { continue }
      guard group.count > 1 else {
        refused.append(group[0].path)
        continue
      }
      let half = group.count / 2
      groups += [Array(group[..<half]), Array(group[half...])]
    }
    return refused
  }

  /// Makes this replica's chain of versions continue from the accepted part: a server may accept nothing else.
  private func continueChain() throws {
    try container.operate {
      let (git, own) = (container.git, try container.replica())
      let name = References.versions(own)
      let known = References.known(name, of: transport.remote.name)
      guard let sent = try git.reference(known), let local = try git.reference(name),
        try !git.isAncestor(sent, of: local)
      else { return }
      var batch = ObjectBatch()
      let link = try link(from: [local, sent], in: &batch)
      try batch.flush(into: git)
      try git.setReference(name, to: link, from: local)
    }
  }

  private func link(from parents: [ObjectID], in batch: inout ObjectBatch) throws -> ObjectID {
    let identity = try container.identity()
    let signature = Commit.Signature(
      person: identity.person, seconds: container.environment.now.seconds)
    return try batch.add(
      Commit(
        tree: batch.add(Tree().object), parents: parents, author: signature, committer: signature,
        message: StateChange.keepMessage(of: identity.replica)
      ).object)
  }

  /// The documents that are larger than the server's published limit.
  func knownToBeTooLarge(on remote: String) throws -> (limit: Int64, paths: [DocumentPath])? {
    guard let limit = Self.limit(of: transport.address.host) else { return nil }
    guard let state = try container.state() else { return nil }
    let paths = try state.changes(since: container.remotes.sentState(to: remote)).compactMap {
      change in
      let isTooLarge = change.new?.heads.elements.contains { version in
        // A package is many files, and the server accepted what it has.
        version.content.kind.isFile && version.size > limit
          && change.old?.heads.elements.contains { $0.content == version.content } != true
      }
      return isTooLarge == true ? try change.new.flatMap(path) : nil
    }
    return paths.isEmpty ? nil : (limit, paths.sorted())
  }

  /// The largest file that a host accepts, in bytes; `nil` where that is not known.
  package static func limit(of host: String) -> Int64? { limits[host.lowercased()] }

  private func path(of record: Record) throws -> DocumentPath? {
    try container.index.entry(of: record.id)?.path ?? record.name
  }

  private func waiting(for remote: String) throws -> [Waiting] {
    guard let state = try container.state() else { return [] }
    return try state.changes(since: container.remotes.sentState(to: remote)).compactMap(\.new)
      .compactMap { record in
        let here = try record.heads.elements.map(\.id).filter { try container.git.contains($0) }
        return try path(of: record).map { Waiting(path: $0, versions: here) }
      }
  }

  /// Sends versions without the state that names them; `false` when the server refuses that.
  private func isTaken(_ group: [Waiting]) throws -> Bool {
    let own = try container.replica()
    let name = References.versions(own)
    let known = References.known(name, of: transport.remote.name)
    let (git, identity) = (container.git, try container.identity())
    var batch = ObjectBatch()
    let signature = Commit.Signature(
      person: identity.person, seconds: container.environment.now.seconds)
    let message = StateChange.keepMessage(of: own)
    let start = try link(from: git.reference(known).map { [$0] } ?? [], in: &batch)
    let end = try VersionChain(message: message, signature: signature)
      .extend(start, keeping: group.flatMap(\.versions).sorted(), in: &batch)
    try batch.flush(into: git)
    do {
      try transport.send([(name, end ?? start)])
      return true
    } catch let error as RemoteError where error.isRefusal {
      return false
    }
  }
}
