import Dispatch
import Synchronization

/// Reads a state, and the versions that it names, where git is still checking the packs that they lie in.
///
/// git checks a pack on one core for most of the time. All that is read here is compared with its id, and so
/// is the same wherever it lies; whether it came is looked at by whoever uses it.
final class ReadAhead: Sendable {
  /// What was read.
  struct Findings: Sendable {
    /// The state.
    var state: ObjectID
    /// Its records, as changes of a state without any.
    var records: [StateReader.Change]
    /// The chain of its replica; `nil` for none, or one that cannot be read.
    var chain: ObjectID?
    /// The versions that the links of the chain name.
    var listed: Set<ObjectID> = []
    /// What versions that the state names say of themselves, as far as it came.
    var versions: [ObjectID: HistoryEntry] = [:]

    /// What `peer` changes, if that was read.
    func changes(to peer: StateReader, since base: StateReader?) -> [StateReader.Change]? {
      peer.id == state && base?.isEmpty != false ? records : nil
    }
  }

  private let group = DispatchGroup()
  private let isEnough = Atomic(false)
  private let findings = Mutex<Findings?>(nil)

  /// How many versions are read before it is asked whether that is enough.
  private static let stretch = 64

  /// Starts to read a state in a repository, and the chain of its replica's versions, if there is one.
  init(of state: ObjectID, _ chain: ObjectID? = nil, in git: GitStore) {
    DispatchQueue.global().async(group: group) { [self] in read(state, chain, git) }
  }

  /// Ends the reading.
  ///
  /// - Returns: what was read; `nil` where the state cannot be. What is wrong there is found once more when
  ///   it is taken in, and told then.
  func end() -> Findings? {
    isEnough.store(true, ordering: .relaxed)
    wait()
    return findings.withLock { found in
      defer { found = nil }
      return found
    }
  }

  /// Waits until all is read.
  func wait() { group.wait() }

  private func read(_ state: ObjectID, _ chain: ObjectID?, _ git: GitStore) {
    guard let records = try? StateReader(state, in: git).changes(since: nil) else { return }
    var found = Findings(state: state, records: records)
    if let chain, let listed = try? PeerCheck.versions(linkedBy: chain, in: git) {
      (found.chain, found.listed) = (chain, listed)
    }
    let heads = records.lazy.compactMap(\.new).flatMap(\.heads.elements)
    found.versions.reserveCapacity(records.count)
    for (number, head) in heads.enumerated() {
      if number % ReadAhead.stretch == 0, isEnough.load(ordering: .relaxed) { break }
      found.versions[head.id] = try? PeerCheck.description(
        of: head.id, supposed: head.content, in: git)
    }
    findings.withLock { $0 = found }
  }
}
