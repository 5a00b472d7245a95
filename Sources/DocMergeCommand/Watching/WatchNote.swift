import DocMerge
import FoundationEssentials

/// What a process that syncs all the time is doing: written for `docmerge sync --status`.
struct WatchNote: Codable {
  /// How it stands with a remote.
  struct Visit: Codable, Equatable {
    /// How the last meeting ended.
    enum State: String, Codable {
      case done, offline, failed
      /// Too many documents were deleted, or the remote holds another container; a person has to say
      /// whether that is wanted.
      case stopped
    }

    var state: State
    /// Since when it is so.
    var since: String
    /// When it was met, or tried, last.
    var last: String
    /// Why it is not done: a word as in `docmerge sync --json`, and for people.
    var reason: String?
    var message: String?
    /// What was left out.
    var problems: [String] = []
  }

  /// The number of the process.
  var process: Int32
  /// When it started.
  var started: String
  /// The seconds between two syncs.
  var interval: Int
  /// Whether it is told of changes in the folder.
  var noticesChanges = true
  /// The remote that is being met.
  var meeting: String?
  /// The remotes that were met or tried, by name.
  var remotes: [String: Visit] = [:]

  /// Reads what such a process wrote last; `nil` if there was none, or another version wrote it.
  static func last(of container: Container) throws -> WatchNote? {
    guard let bytes = try container.watchNote() else { return nil }
    return try? JSONDecoder().decode(WatchNote.self, from: Data(bytes))
  }

  /// Writes it for others.
  func write(to container: Container) {
    // A disk that is full keeps nobody from syncing: it only says less.
    guard let bytes = try? JSONEncoder().encode(self) else { return }
    try? container.setWatchNote([UInt8](bytes))
  }

  /// Notes how a meeting ended, and returns whether that is news.
  mutating func note(
    _ state: Visit.State, of remote: String, at date: Timestamp, reason: String? = nil,
    message: String? = nil, problems: [String] = []
  ) -> Bool {
    let old = remotes[remote]
    let now = Words.json(date)
    // Of a server that is out of reach, the words differ from time to time.
    let isSame = old?.state == state && (state == .offline || old?.message == message)
    remotes[remote] = Visit(
      state: state, since: isSame ? old?.since ?? now : now, last: now, reason: reason,
      message: message, problems: problems)
    return !isSame || old?.problems != problems
  }
}
