import DocMerge
import DocMergeLanguage
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
    process = try container.watch.process()
    pause = try container.watch.pausedSince()
    note = try WatchNote.last(of: container)
    remotes = try container.remotes.statuses()
  }

  /// Prints it.
  func show(asJSON: Bool) throws {
    if asJSON {
      Console.print(try JSONText.watchStatus(self))
      return
    }
    Console.print(first)
    if let pause {
      Console.print(
        tr("Paused since \(Words.date(pause)); `docmerge sync --resume` lets it go on."))
    }
    for remote in remotes {
      let name = PrintableText.escape(remote.remote.name)
      Console.print("\(name): \(Words.lastSync(remote))")
      for line in troubles(of: remote.remote.name) { Console.print("  \(line)") }
    }
  }

  private var first: String {
    guard let process else {
      return tr("No process syncs this container all the time: `docmerge sync --watch` does.")
    }
    guard let note else { return tr("Process \(process) syncs this container.") }
    let time = counted(note.interval, "second")
    let how =
      note.noticesChanges
      ? tr("Process \(process) syncs this container every \(time), and after changes")
      : tr(
        """
        Process \(process) syncs this container every \(time), without notice of changes (too many \
        folders)
        """)
    let now = note.meeting.map { tr(", and syncs with \(PrintableText.escape($0)) now") } ?? ""
    return "\(how)\(now)."
  }

  private func troubles(of remote: String) -> [String] {
    guard let visit = note?.remotes[remote] else { return [] }
    let date = visit.since.prefix(19).replacing("T", with: " ")
    let message = PrintableText.words(visit.message ?? "")
    let state: String? =
      switch visit.state {
      case .done: nil
      case .offline: Style.yellow(tr("offline"))
      case .failed: Style.red(tr("failing"))
      case .stopped: Style.red(tr("stopped"))
      }
    return [state].compactMap { $0 }.map { tr("\($0) since \(date) UTC: \(message)") }
      + visit.problems.map { tr("left out: \(PrintableText.words($0))") }
  }
}
