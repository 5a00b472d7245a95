import DocMerge

extension JSONText {
  /// The output of `docmerge sync --json`.
  static func sync(_ results: [SyncResult]) throws -> String {
    try text(Syncing(results))
  }

  /// One line of `docmerge sync --watch --json`.
  static func syncEvent(_ event: SyncEvent, at date: Timestamp) throws -> String {
    try text(SyncHappening(event, at: date), onOneLine: true)
  }

  /// The output of `docmerge sync --status --json`.
  static func watchStatus(_ status: WatchStatus) throws -> String {
    try text(Watching(status))
  }

  private struct SyncHappening: Encodable {
    var format = "docmerge-sync-event"
    var version = 1
    var date: String
    var event: String
    var remote: String?
    var reason: String?
    var message: String?
    var interval: Int?
    var saved: Int?
    var received: Int?
    var replicas: Int?
    var resolved: Int?
    var isSent: Bool?
    var waiting: Int?
    var conflicts: Int?
    var problems: [String]?
    var warnings: [String]?
    var unsaved: [Problem]?
    var notInPlace: [Problem]?

    init(_ event: SyncEvent, at date: Timestamp) {
      self.date = Words.json(date)
      self.event = event.kind.rawValue
      (remote, reason, message) = (event.remote, event.reason, event.message)
      interval = event.interval
      let report = event.report
      let saved = event.saved ?? report?.saved
      self.saved = saved?.count
      received = report?.received
      replicas = report?.replicas
      resolved = report?.resolved.count
      isSent = report?.isSent
      waiting = report?.waiting
      conflicts = report?.conflicts.count
      problems = report?.problems
      warnings = report.map(Report.warningWords)
      unsaved = saved.map { JSONText.problems($0.skipped + $0.later) }
      notInPlace = saved.map { JSONText.problems($0.notInPlace) }
    }
  }

  static func problems(_ items: [SkippedItem]) -> [Problem] {
    items.map { Problem(path: path($0.path), reason: $0.reason) }
  }

  private struct Watching: Encodable {
    var format = "docmerge-sync-status"
    var version = 1
    var isRunning: Bool
    var process: Int32?
    var started: String?
    var interval: Int?
    var noticesChanges: Bool?
    var isPaused: Bool
    var pausedSince: String?
    var meeting: String?
    var remotes: [WatchedRemote]

    init(_ status: WatchStatus) {
      isRunning = status.process != nil
      process = status.process
      isPaused = status.pause != nil
      pausedSince = status.pause.map(Words.json)
      if isRunning, let note = status.note {
        (started, interval, meeting) = (note.started, note.interval, note.meeting)
        noticesChanges = note.noticesChanges
      }
      remotes = status.remotes.map { WatchedRemote($0, status.note?.remotes[$0.remote.name]) }
    }
  }

  private struct WatchedRemote: Encodable {
    var name: String
    var url: String
    var met: String?
    var waiting: Int
    var state: String?
    var since: String?
    var tried: String?
    var reason: String?
    var message: String?
    var problems: [String]

    init(_ status: RemoteStatus, _ visit: WatchNote.Visit?) {
      let remote = KnownRemote(status)
      (name, url, met, waiting) = (remote.name, remote.url, remote.met, remote.waiting)
      (state, since, tried) = (visit?.state.rawValue, visit?.since, visit?.last)
      (reason, message) = (visit?.reason, visit?.message)
      problems = visit?.problems ?? []
    }
  }

  private struct Syncing: Encodable {
    var format = "docmerge-sync"
    var version = 1
    var remotes: [Visit]
    var modified: [String]
    var added: [String]
    var deleted: [String]
    var moved: [Moved]
    var followed: [Moved]
    var renamedTwice: [Moved]
    var unsaved: [Problem]
    var notInPlace: [Problem]
    var nameClashes: [Clash]
    var conflicts: [Document]

    init(_ results: [SyncResult]) {
      let saved = results.compactMap(\.report?.saved)
      remotes = results.map(Visit.init)
      modified = saved.flatMap(\.modified).map(JSONText.path)
      added = saved.flatMap(\.added).map(JSONText.path)
      deleted = saved.flatMap(\.removed).map(JSONText.path)
      moved = saved.flatMap(\.moved).map(Moved.init)
      followed = results.flatMap { $0.report?.followed ?? [] }.map(Moved.init)
      renamedTwice = results.flatMap { $0.report?.renamedTwice ?? [] }.map(Moved.init)
      // Items that cannot be saved are found again at each remote.
      let last = saved.last
      unsaved = JSONText.problems((last?.skipped ?? []) + (last?.later ?? []))
      notInPlace = JSONText.problems(last?.notInPlace ?? [])
      nameClashes = results.flatMap { $0.report?.nameClashes ?? [] }.map(Clash.init)
      conflicts = (results.last?.conflicts ?? []).map(Document.init)
    }
  }

  private struct Visit: Encodable {
    var name: String
    var url: String
    var state: String
    var reason: String?
    var message: String?
    var wouldConflict: [Diverged]?
    var received: Int?
    var replicas: Int?
    var resolved: [Settled]?
    var isSent: Bool?
    var waiting: Int?
    var refusedDocuments: [String]?
    var problems: [String]
    var warnings: [String]

    init(_ result: SyncResult) {
      name = result.remote.name
      url = result.remote.display
      state = result.word
      let failure = result.failure ?? result.report?.offline ?? result.report?.refused
      reason = (failure as? RemoteError)?.reason.rawValue
      message = failure.map { "\($0)" }
      wouldConflict = (failure as? ContainerError)?.remoteConflicts?.map {
        Diverged(path: JSONText.path($0.path), versions: $0.versions.map(\.description))
      }
      received = result.report?.received
      replicas = result.report?.replicas
      resolved = result.report?.resolved.map {
        Settled(path: JSONText.path($0.path), strategy: $0.strategy)
      }
      isSent = result.report?.isSent
      waiting = result.report?.waiting
      refusedDocuments = result.report?.refusedDocuments.map(JSONText.path)
      problems = result.report?.problems ?? []
      warnings = result.report.map(Report.warningWords) ?? []
    }
  }

  /// A document of which the remote has other versions.
  private struct Diverged: Encodable {
    var path: String
    var versions: [String]
  }

  /// A document that was resolved without a person.
  private struct Settled: Encodable {
    var path: String
    var strategy: String
  }

  /// A remote in `docmerge status --json`.
  struct KnownRemote: Encodable {
    var name: String
    var url: String
    var met: String?
    var waiting: Int

    init(_ status: RemoteStatus) {
      name = status.remote.name
      url = status.remote.display
      met = status.met.map(Words.json)
      waiting = status.waiting
    }
  }
}
