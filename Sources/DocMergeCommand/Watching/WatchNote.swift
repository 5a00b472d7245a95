import DocMerge
import FoundationEssentials

/// The state of a continuous sync process: written for `docmerge sync --status`.
struct WatchNote: Codable {
  /// The state of a remote.
  struct Visit: Codable, Equatable {
    /// How the last sync ended.
    enum State: String, Codable {
      case done, offline, failed
      /// Too many documents were deleted, or the remote holds another container; a person has to
      /// confirm.
      case stopped
    }

    var state: State
    /// The time since which it is so.
    var since: String
    /// The time of the last sync or attempt.
    var last: String
    /// The reason for a failure: a word as in `docmerge sync --json`, and for people.
    var reason: String?
    var message: String?
    /// The items that were left out.
    var problems: [String] = []
  }

  /// The number of the process.
  var process: Int32
  /// When it started.
  var started: String
  /// The seconds between two syncs.
  var interval: Int
  /// Whether it gets events for changes in the folder.
  var noticesChanges = true
  /// The remote of the current sync.
  var meeting: String?
  /// The remotes of syncs or attempts, by name.
  var remotes: [String: Visit] = [:]

  /// Reads the last state of such a process; `nil` if there was none, or another version wrote it.
  static func last(of container: Container) throws -> WatchNote? {
    guard let bytes = try container.watch.note() else { return nil }
    return try? JSONDecoder().decode(WatchNote.self, from: Data(bytes))
  }

  /// Writes it for other processes.
  func write(to container: Container) {
    // A full disk must not block the sync: only the state is missing.
    guard let bytes = try? JSONEncoder().encode(self) else { return }
    try? container.watch.setNote([UInt8](bytes))
  }

  /// Records how a sync ended, and returns whether that is news.
  mutating func note(
    _ state: Visit.State, of remote: String, at date: Timestamp, reason: String? = nil,
    message: String? = nil, problems: [String] = []
  ) -> Bool {
    let old = remotes[remote]
    let now = Words.json(date)
    // For an unreachable server, the message varies.
    let isSame = old?.state == state && (state == .offline || old?.message == message)
    remotes[remote] = Visit(
      state: state, since: isSame ? old?.since ?? now : now, last: now, reason: reason,
      message: message, problems: problems)
    return !isSame || old?.problems != problems
  }
}
