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
    /// What versions that it names say of themselves, as far as it came.
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

  /// Starts to read a state in a repository.
  init(of state: ObjectID, in git: GitStore) {
    DispatchQueue.global().async(group: group) { [self] in read(state, git) }
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

  private func read(_ state: ObjectID, _ git: GitStore) {
    guard let records = try? StateReader(state, in: git).changes(since: nil) else { return }
    var found = Findings(state: state, records: records)
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
