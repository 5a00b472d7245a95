import DocMerge

extension JSONText {
  /// What `docmerge sync --json` prints.
  static func sync(_ results: [SyncResult]) throws -> String {
    try text(Syncing(results))
  }

  private struct Syncing: Encodable {
    var format = "docmerge-sync"
    var version = 1
    var remotes: [Visit]
    var modified: [String]
    var added: [String]
    var deleted: [String]
    var moved: [Moved]
    var unsaved: [Problem]
    var notInPlace: [Problem]
    var conflicts: [Document]

    init(_ results: [SyncResult]) {
      let saved = results.compactMap(\.report?.saved)
      remotes = results.map(Visit.init)
      modified = saved.flatMap(\.modified).map(JSONText.path)
      added = saved.flatMap(\.added).map(JSONText.path)
      deleted = saved.flatMap(\.removed).map(JSONText.path)
      moved = saved.flatMap(\.moved).map {
        Moved(from: JSONText.path($0.from), to: JSONText.path($0.to))
      }
      // What cannot be saved is found again at each remote.
      let last = saved.last
      unsaved = (last?.skipped ?? []).map {
        Problem(path: JSONText.path($0.path), reason: $0.reason)
      }
      notInPlace = (last?.notInPlace ?? []).map {
        Problem(path: JSONText.path($0.path), reason: $0.reason)
      }
      conflicts = (results.last?.conflicts ?? []).map(Document.init)
    }
  }

  private struct Visit: Encodable {
    var name: String
    var url: String
    var state: String
    var reason: String?
    var message: String?
    var received: Int?
    var replicas: Int?
    var isSent: Bool?
    var waiting: Int?
    var problems: [String]

    init(_ result: SyncResult) {
      name = result.remote.name
      url = result.remote.display
      state = result.word
      let failure = result.error ?? result.report?.offline
      reason = (failure as? RemoteError)?.reason.rawValue
      message = failure.map { "\($0)" }
      received = result.report?.received
      replicas = result.report?.replicas
      isSent = result.report?.isSent
      waiting = result.report?.waiting
      problems = result.report?.problems ?? []
    }
  }

  /// A remote in `docmerge status --json`.
  struct Acquaintance: Encodable {
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
