import Dispatch
package import DocMergeHistory
package import DocMergeObjects
import Synchronization

/// Reads a state, and the versions that it names, while git still checks the packs that hold them; or only a state
/// whose versions are still to be fetched.
///
/// git checks a pack, or counts the objects to send, on one core for most of the time. Everything that is read here
/// is compared with its id, so it is the same in any pack. It only counts once git has found the packs whole;
/// whether the versions arrived, and what their contents are, is checked then.
package final class ReadAhead: Sendable {
  /// The objects that were read.
  package struct Findings: Sendable {
    /// The state.
    package var state: ObjectID
    /// Its records, as changes from an empty state.
    package var records: StateReader.Changes
    /// The chain of its replica; `nil` for none, one that cannot be read, or one that was not fetched yet.
    package var chain: ObjectID?
    /// The versions that the links of the chain name, sorted.
    package var listed: [ObjectID] = []
    /// Files that were found to be as the state says, as far as the reading got.
    package fileprivate(set) var sound: [ObjectID: Sound] = [:]

    /// The parents of a version that was found to be the `head` of `document`.
    package func parents(of head: Version, in document: DocumentID?) -> [ObjectID]? {
      sound[head.id].flatMap { sound in
        sound.head == head && sound.document == document ? sound.parents : nil
      }
    }

    /// What `peer` changes, if that was read.
    package func changes(to peer: StateReader, since base: StateReader?) -> StateReader.Changes? {
      peer.id == state && base?.isEmpty != false ? records : nil
    }
  }

  /// A version that was found to be as the state says.
  package struct Sound: Sendable {
    package fileprivate(set) var head: Version
    package fileprivate(set) var document: DocumentID
    package fileprivate(set) var parents: [ObjectID]
  }

  private let group = DispatchGroup()
  private let isEnough = Atomic(false)
  private let findings = Mutex<Findings?>(nil)

  /// How many versions are read between two checks for an early end.
  private static let stretch = 64

  /// Starts to read a state in a repository, and the chain of its replica's versions, if there is one.
  package init(of state: ObjectID, _ chain: ObjectID? = nil, in git: GitStore) {
    DispatchQueue.global().async(group: group) { [self] in read(state, chain, git) }
  }

  /// Starts to read a state in a repository whose versions are still to be fetched.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - git: the repository of the state.
  ///   - body: called with its records once they are known; ``end(isWaitedFor:)`` waits for it.
  package init(
    onlyOf state: ObjectID, in git: GitStore,
    then body: @escaping @Sendable ([StateReader.Change]) -> Void
  ) {
    DispatchQueue.global().async(group: group) { [self] in
      guard let records = records(of: state, git) else { return }
      findings.withLock { $0 = Findings(state: state, records: records) }
      body(records.documents)
    }
  }

  /// Ends the reading.
  ///
  /// - Parameter isWaitedFor: whether to wait until everything is read.
  /// - Returns: the objects that were read; `nil` where the state was not. A fault in it is found again, and reported,
  ///   when the state is merged.
  package func end(isWaitedFor: Bool = false) -> Findings? {
    isEnough.store(!isWaitedFor, ordering: .relaxed)
    group.wait()
    return findings.withLock { found in
      defer { found = nil }
      return found
    }
  }

  private func read(_ state: ObjectID, _ chain: ObjectID?, _ git: GitStore) {
    let isStopped = { @Sendable [self] in isEnough.load(ordering: .relaxed) }
    guard let records = records(of: state, git) else { return }
    var found = Findings(state: state, records: records)
    if let chain,
      let listed = try? PeerCheck.versions(linkedBy: chain, in: git, isStopped: isStopped)
    {
      (found.chain, found.listed) = (chain, listed)
    }
    found.sound.reserveCapacity(records.documents.count)
    for (number, record) in records.documents.lazy.compactMap(\.new).enumerated() {
      if number % ReadAhead.stretch == 0, isStopped() { break }
      for head in record.heads.dots.keys where head.content.kind.isFile {
        // A fault is reported when the state is merged.
        guard let parents = try? parents(of: head, record, git) else { continue }
        found.sound[head.id] = Sound(head: head, document: record.id, parents: parents)
      }
    }
    findings.withLock { $0 = found }
  }

  private func records(of state: ObjectID, _ git: GitStore) -> StateReader.Changes? {
    let reader = try? StateReader(state, in: git)
    return try? reader?.differences(since: nil) { [self] in isEnough.load(ordering: .relaxed) }
  }

  /// The parents of a head, once it is found to be as its record says.
  private func parents(
    of head: Version, _ record: Record, _ git: GitStore
  ) throws -> [ObjectID]? {
    let match = record.name.map { VersionMatch(version: head, document: record.id, path: $0) }
    if let match, let parents = try PeerCheck.parents(match, in: git, isConnected: true) {
      return parents
    }
    let entry = try PeerCheck.description(
      of: head.id, supposed: head.content, in: git, isConnected: true)
    return entry.version == head && entry.document == record.id ? entry.parents : nil
  }
}
