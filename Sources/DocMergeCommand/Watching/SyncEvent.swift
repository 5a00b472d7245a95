import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// An event of a continuous sync of a container.
struct SyncEvent {
  /// The kind of the event.
  enum Kind: String {
    case watching, unwatched, synced, saved, offline, failed, stopped, paused, resumed, woke, ended
  }

  var kind: Kind
  /// The remote, if the event is about one.
  var remote: String?
  /// The reason for a sync with the remote, or for the end.
  var reason: String?
  /// The problem, for people.
  var message: String?
  /// The report of a sync.
  var report: SyncReport?
  /// The report of a save without a sync.
  var saved: SaveReport?
  /// The interval of syncs, in seconds.
  var interval: Int?

  init(_ kind: Kind, remote: String? = nil, reason: String? = nil, message: String? = nil) {
    self.kind = kind
    self.remote = remote
    self.reason = reason
    self.message = message
  }

  /// Whether it is shown to a person who only wants to see problems.
  var isTrouble: Bool {
    switch kind {
    case .unwatched, .failed, .stopped: true
    case .synced: report.map { !$0.isComplete || !Report.warningWords($0).isEmpty } ?? false
    default: false
    }
  }

  /// Whether nothing changed.
  var isIdle: Bool {
    guard kind == .synced, let report else { return false }
    return report.saved.isEmpty && report.received == 0 && !report.isSent && report.isComplete
  }
}

extension SyncReport {
  /// Whether nothing was left out.
  var isComplete: Bool { problems.isEmpty && saved.skipped.isEmpty && saved.notInPlace.isEmpty }
}

/// Prints events, one line each, and each problem only once.
struct SyncEventPrinter {
  let isJSON: Bool
  let isQuiet: Bool
  /// Shows events on the desktop that need a person, if requested.
  var notifier: DesktopNotifier?
  /// The problems of the last sync with each remote: they are not repeated while they persist.
  private var told: [String: [String]] = [:]

  init(isJSON: Bool, isQuiet: Bool) {
    self.isJSON = isJSON
    self.isQuiet = isQuiet
  }

  /// Prints an event, and shows it on the desktop.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - isNews: whether it differs from the last one.
  /// - Throws: the errors of encoding JSON.
  mutating func show(_ event: SyncEvent, isNews: Bool = true) throws {
    notifier?.notice(event, isNews: isNews)
    guard !isQuiet || event.isTrouble else { return }
    if isJSON {
      if isNews || event.kind == .synced {
        Console.print(try JSONText.syncEvent(event, at: .now))
      }
      return
    }
    if isNews && !event.isIdle && !(isQuiet && event.kind == .synced) { say(Self.words(event)) }
    guard let remote = event.remote, let report = event.report else { return }
    let troubles = Self.troubles(report)
    for trouble in troubles where !told.values.joined().contains(trouble) { say(trouble) }
    told[remote] = troubles
  }

  private func say(_ words: String) { Console.print("\(Words.date(.now))  \(words)") }

  private static func troubles(_ report: SyncReport) -> [String] {
    Report.problems(report)
      + Report.warningWords(report).map { tr("Warning: \(PrintableText.words($0))") }
      + Report.followed(report.followed) + report.renamedTwice.map(Report.renamedTwice)
      + report.nameClashes.map(Report.nameClash)
      + report.saved.skipped.map { tr("Not saved: \($0.path.display): \($0.reason)") }
      + report.saved.later.map { tr("Saved later: \($0.path.display): \($0.reason)") }
      + report.saved.notInPlace.map {
        tr("Not in the folder yet: \($0.path.display): \($0.reason)")
      }
  }

  private static func words(_ event: SyncEvent) -> String {
    let name = event.remote.map { PrintableText.escape($0) } ?? ""
    let message = PrintableText.words(event.message ?? "")
    switch event.kind {
    case .watching:
      let names = PrintableText.words(event.message ?? "")
      let time = counted(event.interval ?? 0, "second")
      return tr("Syncing with \(names) every \(time), and after changes; Control-C ends.")
    case .unwatched: return tr("Changes are noticed at intervals only: \(message)")
    case .synced: return event.report.map { "\(name): \(words($0))" } ?? name
    case .saved:
      return tr("saved \(counted(event.saved?.count ?? 0, "change")), to be sent later")
    case .offline: return tr("\(name): offline, will be tried again: \(message)")
    case .failed:
      let failed = Style.red(tr("failed"))
      guard let report = event.report else {
        return tr("\(name): \(failed), will be tried again: \(message)")
      }
      return tr("\(name): \(words(report)), sending \(failed), will be tried again: \(message)")
    case .stopped: return "\(name): \(Style.red(tr("stopped"))): \(message)"
    case .paused: return tr("Paused, until `docmerge sync --resume`.")
    case .resumed: return tr("Resumed.")
    case .woke: return tr("The computer was asleep.")
    case .ended: return tr("Ended by \(event.reason ?? tr("a signal")).")
    }
  }

  private static func words(_ report: SyncReport) -> String {
    let (changes, replicas) = (
      counted(report.received, "change"), counted(report.replicas, "other replica")
    )
    var words = [tr("received \(changes) of \(replicas)")]
    if !report.saved.isEmpty { words.insert(tr("saved \(report.saved.count)"), at: 0) }
    words[words.count - 1] += Report.resolved(report)
    if report.isSent { words.append(tr("sent ours")) }
    let count = report.conflicts.count
    if count > 0 { words.append(Style.yellow(tr("\(counted(count, "document")) in conflict"))) }
    return words.joined(separator: ", ")
  }
}

extension SaveReport {
  /// How many documents were saved.
  var count: Int { modified.count + added.count + removed.count + moved.count }
}
