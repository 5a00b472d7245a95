import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Syncs a container continuously: after changes in its folder, and at intervals.
///
/// Events do not show whether there is something to do, since a sync causes events itself; this is found by
/// examining the folder, and the versions of remotes.
struct SyncWatcher: ~Copyable {
  private let container: Container
  private let options: SyncOptions
  /// The list of remotes; called repeatedly, since remotes may be added.
  private let remotes: () throws -> [Remote]
  private var printer: SyncEventPrinter
  private var schedule: SyncSchedule
  private var clock = SleepClock()
  private var note: WatchNote
  private var marks = WatchFiles.Marks()
  private var isPaused = false

  /// How often a clock change, or a mark without an event, is looked for, in milliseconds.
  private static let tick: Int32 = 10_000

  init(
    _ container: Container, interval: Int, options: SyncOptions, printer: SyncEventPrinter,
    remotes: @escaping () throws -> [Remote]
  ) {
    // What it notes is read by other processes, and printed as JSON.
    Language.use(.english)
    self.container = container
    self.options = options
    self.remotes = remotes
    self.printer = printer
    schedule = SyncSchedule(interval: .seconds(interval))
    note = WatchNote(process: CurrentProcess.number, started: Words.json(.now), interval: interval)
  }

  /// Syncs until a signal ends it.
  ///
  /// - Throws: `ContainerError.watched` when another process already does so; `CommandError` when the
  ///   container is deleted.
  mutating func run() throws {
    let container = container
    try container.watch.alone { try watch() }
  }

  private mutating func watch() throws {
    note.remotes = try WatchNote.last(of: container)?.remotes ?? [:]
    let events: FolderEvents
    do {
      events = try FolderEvents(top: container.path)
    } catch {
      note.noticesChanges = false
      try begin(ErrorWords.words(of: error))
      while try !isOver() {
        try step()
        _ = FolderEvents.wait(for: [Interruption.file], waitingTime(atMost: Self.tick / 5))
      }
      return try end()
    }
    try begin(nil)
    while try !isOver() {
      try step()
      let places = try events.wait(
        milliseconds: waitingTime(atMost: Self.tick), signal: Interruption.file)
      if !places.isEmpty { try look(inFolder: places.documents) }
    }
    try end()
  }

  private mutating func begin(_ obstacle: String?) throws {
    let names = try remotes().map(\.name)
    schedule.know(names, at: SleepClock.Reading.now.all)
    note.write(to: container)
    var event = SyncEvent(.watching, message: names.joined(separator: ", "))
    event.interval = note.interval
    try printer.show(event)
    if let obstacle { try printer.show(SyncEvent(.unwatched, message: obstacle)) }
    ServiceManager.tell("READY=1\nSTATUS=\(state)")
  }

  private mutating func end() throws {
    ServiceManager.tell("STOPPING=1")
    note.meeting = nil
    note.write(to: container)
    try printer.show(SyncEvent(.ended, reason: Interruption.name))
  }

  private func isOver() throws -> Bool {
    guard Place("\(container.path)/.docmerge/docmerge").exists else {
      throw CommandError(description: tr("\(container.path) is no container any more"))
    }
    return Interruption.isRequested
  }

  /// The time without work, in milliseconds.
  private func waitingTime(atMost limit: Int32) -> Int32 {
    guard !isPaused, let next = schedule.next else { return limit }
    let left = next.moment - SleepClock.Reading.now.all
    guard left > .zero else { return 0 }
    guard left < .milliseconds(Int(limit)) else { return limit }
    return Int32(left / .milliseconds(1)) + 1
  }

  // MARK: What happens

  /// Does the next due step.
  private mutating func step() throws {
    try noticePause()
    let now = SleepClock.Reading.now
    if clock.hasSlept(now) {
      schedule.startAnew(.wake, at: now.all)
      try printer.show(SyncEvent(.woke))
    }
    guard !isPaused else { return }
    let names = try remotes().map(\.name)
    schedule.know(names, at: now.all)
    note.remotes = note.remotes.filter { names.contains($0.key) }
    guard let next = schedule.next, next.moment <= now.all else { return }
    if let remote = next.remote { try sync(remote, next.reason) } else { try save() }
    BackgroundWork.packWhereDue()
  }

  private mutating func noticePause() throws {
    let isPaused = try container.watch.pausedSince() != nil
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    if !isPaused { schedule.startAnew(.resume, at: SleepClock.Reading.now.all) }
    try printer.show(SyncEvent(isPaused ? .paused : .resumed))
    ServiceManager.tell("STATUS=\(state)")
  }

  /// What it does, for the service manager to show.
  private var state: String {
    isPaused ? tr("Paused") : tr("Syncing every \(note.interval) seconds")
  }

  /// Checks whether an event leaves something to sync.
  private mutating func look(inFolder: Bool) throws {
    guard !isPaused else { return }
    let now = SleepClock.Reading.now.all
    let marks = try container.watch.marks()
    if marks.sent != self.marks.sent {
      // Another process synced with a remote: it can be reached, and the deletion guard may be off.
      schedule.startAnew(.change, at: now)
    } else if marks.state != self.marks.state || inFolder && hasChanges {
      schedule.noteChange(at: now)
    }
    self.marks = marks
  }

  /// Whether something in the folder is not saved; errors are left for a sync to report.
  private var hasChanges: Bool {
    (try? container.hasUnsavedChanges()) ?? true
  }

  /// Saves changes that cannot be sent now.
  private mutating func save() throws {
    schedule.noteSaved()
    var event = SyncEvent(.saved)
    do {
      let report = try container.save()
      guard !report.isEmpty else { return }
      event.saved = report
      try printer.show(event)
    } catch {
      // The next sync reports it.
    }
    marks = try container.watch.marks()
  }

  // MARK: Syncing

  private mutating func sync(_ remote: String, _ reason: SyncSchedule.Reason) throws {
    note.meeting = remote
    note.write(to: container)
    let container = container
    CoordinatedChanges.saveOpenDocuments(in: container)
    do {
      let report = try container.sync(
        with: remote, options: options, settling: { try $0.resolveAutomatically() },
        isCancelled: { Interruption.isRequested || (try? container.watch.pausedSince()) != nil })
      try took(report, remote, reason)
    } catch let error as RemoteError where error.reason == .cancelled {
      // A signal or a pause ended it: both are reported elsewhere.
      schedule.noteFailure(of: remote, at: SleepClock.Reading.now.all)
    } catch let error as ContainerError {
      guard case .noSuchRemote = error else {
        try failed(remote, error)
        return
      }
    } catch {
      try failed(remote, error)
    }
  }

  private mutating func took(
    _ report: SyncReport, _ remote: String, _ reason: SyncSchedule.Reason
  ) throws {
    let now = SleepClock.Reading.now.all
    note.meeting = nil
    try BackgroundWork.monitorIfUseful(container)
    let refused = report.waiting > 0 ? report.refused : nil
    if let offline = report.offline {
      schedule.noteFailure(of: remote, at: now)
      try tell(offline, as: .offline, .offline, report, remote)
    } else if let refused {
      // Documents that a server rejects are found by sending parts of the changes: not at each interval.
      if refused.reason == .refused {
        schedule.noteFailure(of: remote, at: now)
      } else {
        schedule.noteMet(remote, at: now)
      }
      try tell(refused, as: .failed, .failed, report, remote)
    } else {
      schedule.noteMet(remote, at: now)
      let isNews = note.note(.done, of: remote, at: .now, problems: report.problems)
      note.write(to: container)
      var event = SyncEvent(.synced, remote: remote, reason: reason.rawValue)
      event.report = report
      try printer.show(event, isNews: isNews || !event.isIdle)
    }
    try noteWaiting(at: now)
  }

  /// Records and prints why a sync did not do everything.
  private mutating func tell(
    _ error: RemoteError, as state: WatchNote.Visit.State, _ kind: SyncEvent.Kind,
    _ report: SyncReport, _ remote: String
  ) throws {
    let (word, message) = (error.reason.rawValue, ErrorWords.words(of: error))
    let isNews = note.note(state, of: remote, at: .now, reason: word, message: message)
    note.write(to: container)
    var event = SyncEvent(kind, remote: remote, reason: word, message: message)
    event.report = report
    try printer.show(event, isNews: isNews || report.received > 0)
  }

  /// Plans to send versions that were received, or saved meanwhile, to the remotes that lack them.
  private mutating func noteWaiting(at now: Duration) throws {
    marks = try container.watch.marks()
    for remote in try remotes() where note.remotes[remote.name]?.state == .done {
      guard try container.remotes.status(of: remote).waiting > 0 else { continue }
      schedule.noteWaiting(for: remote.name, at: now)
    }
  }

  private mutating func failed(_ remote: String, _ error: any Error) throws {
    note.meeting = nil
    schedule.noteFailure(of: remote, at: SleepClock.Reading.now.all)
    let isStopped =
      switch error {
      case ContainerError.massDeletion, ContainerError.otherContainer: true
      default: false
      }
    let reason = (error as? RemoteError)?.reason.rawValue
    let isNews = note.note(
      isStopped ? .stopped : .failed, of: remote, at: .now, reason: reason,
      message: ErrorWords.words(of: error))
    note.write(to: container)
    try printer.show(
      SyncEvent(
        isStopped ? .stopped : .failed, remote: remote, reason: reason,
        message: ErrorWords.words(of: error)),
      isNews: isNews)
    marks = try container.watch.marks()
  }
}
