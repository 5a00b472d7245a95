import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

extension SyncRun {
  /// Gives all documents the contents and names that they have on a remote; those that it lacks are deleted.
  ///
  /// Versions that were saved here and not sent stay in the history, and the operation can be undone. Costs a look
  /// at every document.
  ///
  /// - Returns: the documents that the operation changed.
  /// - Throws: ``ContainerError/emptyRemote(_:)``, ``ContainerError/notDownloaded(_:)``, ``GitError``.
  func followRemote() throws -> [ResolvedDocument] {
    guard let present = try container.state() else { return [] }
    let remote = try RemoteView(container, name, merged: present.clock())
    guard !remote.isEmpty else { throw ContainerError.emptyRemote(name) }
    // A document that only a refused replica knows would count as missing on the remote.
    guard remote.isWhole else { throw ContainerError.remoteNotMerged(name) }
    var change = try StateChange(git: git, identity: try container.identity(), base: present)
    var followed: [ResolvedDocument] = []
    for record in try present.allRecords() {
      guard let new = try following(remote, record, in: &change) else { continue }
      try change.put(new)
      guard let path = try container.index.entry(of: record.id)?.path ?? new.name else { continue }
      followed.append(ResolvedDocument(path: path, strategy: ResolvedDocument.asRemote))
    }
    guard !change.isEmpty else { return [] }
    let count = followed.count
    _ = try change.commit(
      .restore, "restore \(count) document\(count == 1 ? "" : "s") as \(name) has them")
    return followed.sorted { $0.path < $1.path }
  }

  /// The record as the remote has it; `nil` where it is the same already.
  private func following(
    _ remote: RemoteView, _ record: Record, in change: inout StateChange
  ) throws -> Record? {
    var record = record
    let there = try remote.record(record.id)
    guard let there, !there.heads.dots.isEmpty else {
      guard !record.ranked.allSatisfy(\.isDeletion) else { return nil }
      try container.checkDownloaded(record)
      let deletion = try change.addDeletion(of: record, parents: record.ranked.map(\.id).sorted())
      record.replace(record.ranked, with: [deletion], change.dot())
      return record
    }
    // A document in conflict on the remote stays as it is here: it was not decided for others.
    guard there.heads.dots.count == 1 else { return nil }
    let isSame = record.heads.elements == there.heads.elements
    guard !isSame || record.names.elements != there.names.elements else { return nil }
    if !isSame { try follow(there, &record, in: &change) }
    for name in record.names.elements { record.names.remove(name) }
    for name in there.names.elements { record.names.add(name, change.dot()) }
    return record
  }

  /// Adds a version with the contents of the remote's version; its parents are that version and ours.
  private func follow(_ there: Record, _ record: inout Record, in change: inout StateChange) throws
  {
    try container.checkDownloaded(record)
    try container.checkDownloaded(there)
    let ours = record.ranked.filter { there.heads.dots[$0] == nil }
    guard let winner = there.ranked.first, !ours.isEmpty else { return }
    let heads = [winner] + ours
    let identity = change.identity
    let version = try change.add(
      StateChange.NewVersion(
        document: record.id, path: there.name ?? record.name ?? DocumentPath(unchecked: []),
        content: winner.content, size: winner.size, parents: heads.map(\.id).sorted(),
        author: identity.person, date: winner.date, replica: identity.replica,
        computer: identity.computer, operation: winner.isDeletion ? .delete : .restore,
        subject: "As on the remote",
        committer: .init(person: identity.person, seconds: change.date.seconds)))
    record.replace(heads, with: [version], change.dot())
  }
}

extension ResolvedDocument {
  /// The strategy of a document that was made the same as on a remote.
  public static let asRemote = "as-remote"
}

/// The joined knowledge of the replicas of a remote, including this one at its last sync.
private struct RemoteView {
  private let states: [(state: StateReader, clock: Clock)]
  /// Whether everything on the remote was merged.
  let isWhole: Bool

  /// Reads the states of a remote.
  init(_ container: Container, _ name: String, merged: Clock) throws {
    let own = References.remoteStates(name) + (try container.replica().description)
    let peers = try container.remotes.peers(on: name).filter { $0.name != own }
      .map { try StateReader($0.state, in: container.git) }
    let sent = try container.remotes.sentState(to: name).map { [$0] } ?? []
    states = try (sent + peers).map { ($0, try $0.clock()) }
    isWhole = states.allSatisfy { merged.covers($0.clock) }
  }

  /// Whether no replica has sent anything.
  var isEmpty: Bool { states.isEmpty }

  /// What the replicas know about a document; `nil` for nothing.
  func record(_ id: DocumentID) throws -> Record? {
    var known: (record: Record, clock: Clock)?
    for (state, clock) in states {
      let record = try state.record(id) ?? Record(id: id)
      guard let (old, oldClock) = known else {
        known = (record, clock)
        continue
      }
      known = (
        Record.joined(old, record, clock: oldClock, otherClock: clock, isSame: oldClock == clock),
        oldClock.joined(clock)
      )
    }
    return known?.record
  }
}
