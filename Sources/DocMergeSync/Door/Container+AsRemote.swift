import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

extension Container {
  /// Gives all documents the contents and names that they have on a remote; those that it lacks are deleted.
  ///
  /// What was saved here and not sent stays in the history of versions, and the operation can be undone.
  /// Costs a look at every document.
  ///
  /// - Parameter name: the remote, whose replicas were taken in.
  /// - Returns: the documents that were changed by it.
  /// - Throws: ``ContainerError/emptyRemote(_:)``, ``ContainerError/notDownloaded(_:)``, ``GitError``.
  func followRemote(_ name: String) throws -> [ResolvedDocument] {
    guard let present = try state() else { return [] }
    let remote = try RemoteView(self, name, takenIn: present.clock())
    guard !remote.isEmpty else { throw ContainerError.emptyRemote(name) }
    // What only a replica knows that was refused would count as missing there.
    guard remote.isWhole else { throw ContainerError.remoteNotTakenIn(name) }
    var change = try StateChange(git: git, identity: try identity(), base: present)
    var followed: [ResolvedDocument] = []
    for record in try present.allRecords() {
      guard let new = try following(remote, record, in: &change) else { continue }
      try change.put(new)
      guard let path = try index.entry(of: record.id)?.path ?? new.name else { continue }
      followed.append(ResolvedDocument(path: path, strategy: ResolvedDocument.asRemote))
    }
    guard !change.isEmpty else { return [] }
    let count = followed.count
    _ = try change.commit(
      .restore, "restore \(count) document\(count == 1 ? "" : "s") as \(name) has them")
    return followed.sorted { $0.path < $1.path }
  }

  /// A record as the remote has it; `nil` where it is so already.
  private func following(
    _ remote: RemoteView, _ record: Record, in change: inout StateChange
  ) throws -> Record? {
    var record = record
    let there = try remote.record(record.id)
    guard let there, !there.heads.dots.isEmpty else {
      guard !record.ranked.allSatisfy(\.isDeletion) else { return nil }
      try checkDownloaded(record)
      let deletion = try change.addDeletion(of: record, parents: record.ranked.map(\.id).sorted())
      record.replace(record.ranked, with: [deletion], change.dot())
      return record
    }
    // What is in conflict on the remote stays as it is here: nobody has decided it for others.
    guard there.heads.dots.count == 1 else { return nil }
    let isSame = record.heads.elements == there.heads.elements
    guard !isSame || record.names.elements != there.names.elements else { return nil }
    if !isSame { try follow(there, &record, in: &change) }
    for name in record.names.elements { record.names.remove(name) }
    for name in there.names.elements { record.names.add(name, change.dot()) }
    return record
  }

  /// Adds a version with what the remote has, made from it and from what is here.
  private func follow(_ there: Record, _ record: inout Record, in change: inout StateChange) throws
  {
    try checkDownloaded(record)
    try checkDownloaded(there)
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
  /// How a document was settled that became what a remote has.
  public static let asRemote = "as-remote"
}

/// What the replicas of a remote know together, this one's last visit included.
private struct RemoteView {
  private let states: [(state: StateReader, clock: Clock)]
  /// Whether all that is there was taken in.
  let isWhole: Bool

  /// Reads the states of a remote.
  init(_ container: Container, _ name: String, takenIn: Clock) throws {
    let own = References.remoteStates(name) + (try container.replica().description)
    let peers = try container.peers(on: name).filter { $0.name != own }
      .map { try StateReader($0.state, in: container.git) }
    let sent = try container.sentState(to: name).map { [$0] } ?? []
    states = try (sent + peers).map { ($0, try $0.clock()) }
    isWhole = states.allSatisfy { takenIn.covers($0.clock) }
  }

  /// Whether nobody has sent anything.
  var isEmpty: Bool { states.isEmpty }

  /// What they know of a document; `nil` for nothing.
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
