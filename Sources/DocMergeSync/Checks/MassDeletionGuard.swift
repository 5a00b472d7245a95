import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

/// Stops a sync that looks like a mistake, such as an emptied folder or an unmounted disk, before it empties every
/// replica.
package struct MassDeletionGuard {
  /// The key of git's configuration for ``limit``.
  package static let key = "docmerge.maxdelete"
  /// This many documents may always be deleted at once, even if they are all there are.
  private static let least = 10

  private let container: Container
  /// The share of the documents that one sync may delete, in percent.
  private let limit: Int

  init(_ container: Container) throws {
    self.container = container
    let text = try container.git.configuration(MassDeletionGuard.key)
    // A sync refuses other values before.
    limit = text.flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil } ?? 50
  }

  /// Stops a send that would delete too much.
  ///
  /// - Parameter old: the state of this replica that the remote has.
  /// - Throws: ``ContainerError/massDeletion(_:of:)`` when too many of its documents are deleted now.
  func checkOutgoing(since old: StateReader?) throws {
    guard let old, let state = try container.state(), state.id != old.id else { return }
    let own = try container.settings.focus() == nil ? nil : container.replica()
    let gone = try state.changes(since: old).count { try isLost($0.old, $0.new, by: own) }
    let left = try container.index.count()
    if stops(gone, of: left + gone) { throw ContainerError.massDeletion(gone, of: left + gone) }
  }

  /// Stops changes of another replica that would delete too much.
  ///
  /// - Parameter changes: records as they are and as they would be.
  /// - Throws: ``PeerFault`` when too many documents would be deleted.
  func checkIncoming(_ changes: [StateReader.Change]) throws {
    guard changes.count >= MassDeletionGuard.least else { return }
    // In a large list, most documents were not known before.
    let known = changes.indices.filter { changes[$0].old?.heads.dots.isEmpty == false }
    let lost = try known.filter { try isLost(changes[$0].old, changes[$0].new) }
    let total = try container.index.countAll()
    let here = try lost.count { try container.index.entry(of: changes[$0].id) != nil }
    let gone = lost.count
    guard try stops(gone, of: total) || stops(here, of: container.index.count()) else { return }
    throw PeerFault(
      description: tr("deletes \(gone) of \(total) documents"), isMassDeletion: true)
  }

  private func stops(_ gone: Int, of total: Int) -> Bool {
    gone >= MassDeletionGuard.least && gone * 100 > total * limit
  }

  /// Whether a document that existed is gone, and not because an equal one stays.
  ///
  /// With a replica, only if that replica deleted it.
  private func isLost(
    _ old: Record?, _ new: Record?, by replica: ReplicaID? = nil
  ) throws -> Bool {
    guard let old, try head(of: old)?.isDeletion == false else { return false }
    guard let new else { return true }
    guard let now = try head(of: new), now.isDeletion else { return false }
    if let replica, now.replica != replica { return false }
    // A version that is not here cannot be checked.
    guard try container.git.contains(now.id) else { return true }
    return try container.entry(now.id).operation != .join
  }

  private func head(of record: Record) throws -> Version? {
    try container.graph.heads(of: record).first
  }
}
