import DocMerge
import DocMergeSystem

/// The state of the process that syncs a container continuously.
struct WatchStatus {
  /// The number of the process; `nil` when there is none.
  let process: Int32?
  /// The time since which it is paused.
  let pause: Timestamp?
  /// The last state that such a process wrote.
  let note: WatchNote?
  let remotes: [RemoteStatus]

  init(_ container: Container) throws {
    process = try container.watcher()
    pause = try container.syncPause()
    note = try WatchNote.last(of: container)
    remotes = try container.remoteStatuses()
  }

  /// Prints it.
  func show(asJSON: Bool) throws {
    if asJSON {
      Console.print(try JSONText.watchStatus(self))
      return
    }
    Console.print(first)
    if let pause {
      Console.print("Paused since \(Words.date(pause)); `docmerge sync --resume` lets it go on.")
    }
    for remote in remotes {
      let name = PrintableText.escape(remote.remote.name)
      Console.print("\(name): \(Words.lastSync(remote))")
      for line in troubles(of: remote.remote.name) { Console.print("  \(line)") }
    }
  }

  private var first: String {
    guard let process else {
      return "No process syncs this container all the time: `docmerge sync --watch` does."
    }
    guard let note else { return "Process \(process) syncs this container." }
    let how =
      note.noticesChanges ? "and after changes" : "without notice of changes (too many folders)"
    let now = note.meeting.map { ", and syncs with \(PrintableText.escape($0)) now" } ?? ""
    return "Process \(process) syncs this container every "
      + "\(Words.count(note.interval, "second")), \(how)\(now)."
  }

  private func troubles(of remote: String) -> [String] {
    guard let visit = note?.remotes[remote] else { return [] }
    let since = "since \(visit.since.prefix(19).replacing("T", with: " ")) UTC"
    let message = PrintableText.words(visit.message ?? "")
    let state: [String] =
      switch visit.state {
      case .done: []
      case .offline: ["\(Style.yellow("offline")) \(since): \(message)"]
      case .failed: ["\(Style.red("failing")) \(since): \(message)"]
      case .stopped: ["\(Style.red("stopped")) \(since): \(message)"]
      }
    return state + visit.problems.map { "left out: \(PrintableText.words($0))" }
  }
}
