import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The result of a sync with one remote.
struct SyncResult {
  let remote: Remote
  /// `nil` if it failed.
  var report: SyncReport?
  var error: (any Error)?

  init(remote: Remote) {
    self.remote = remote
  }

  /// The documents in conflict afterwards.
  var conflicts: [DocumentSummary] { report?.conflicts ?? [] }

  /// Whether the remote was reached, and accepts changes.
  var isMet: Bool { report.map { $0.offline == nil && $0.refused == nil } ?? false }

  /// Adds the result of a second visit.
  mutating func add(_ later: SyncResult) {
    error = later.error
    guard let new = later.report, var old = report else {
      report = later.report ?? report
      return
    }
    old.saved.modified += new.saved.modified
    old.saved.added += new.saved.added
    old.saved.removed += new.saved.removed
    old.saved.moved += new.saved.moved
    (old.saved.skipped, old.saved.notInPlace) = (new.saved.skipped, new.saved.notInPlace)
    old.saved.later = new.saved.later
    old.received += new.received
    old.replicas = new.replicas
    old.resolved += new.resolved
    old.isSent = old.isSent || new.isSent
    old.problems += new.problems.filter { !old.problems.contains($0) }
    old.hasMassDeletion = old.hasMassDeletion || new.hasMassDeletion
    old.warnings += new.warnings.filter { !old.warnings.contains($0) }
    (old.conflicts, old.offline, old.refused) = (new.conflicts, new.offline, new.refused)
    old.refusedDocuments = new.refusedDocuments
    old.tooManyCopies = new.tooManyCopies
    old.followed += new.followed.filter { !old.followed.contains($0) }
    old.renamedTwice += new.renamedTwice.filter { !old.renamedTwice.contains($0) }
    old.nameClashes += new.nameClashes.filter { !old.nameClashes.contains($0) }
    old.waiting = new.waiting
    report = old
  }

  /// A failure that keeps changes of this replica from being sent until a person acts.
  var failure: (any Error)? {
    error ?? report.flatMap { $0.waiting > 0 ? $0.refused : nil }
  }

  /// In one word, for `--json`.
  var word: String {
    guard let report, failure == nil else { return "failed" }
    return report.offline == nil ? "done" : "offline"
  }

  /// The exit status: a failure takes precedence over a temporary problem, and that over conflicts.
  static func status(_ results: [SyncResult]) -> ExitStatus? {
    let errors = results.compactMap(\.failure)
    if errors.contains(where: { ($0 as? ContainerError)?.remoteConflicts == nil }) {
      return .failed
    }
    if !errors.isEmpty { return .wouldConflict }
    let reports = results.compactMap(\.report)
    if reports.contains(where: { $0.offline != nil }) { return .offline }
    let isComplete = reports.allSatisfy {
      $0.problems.isEmpty && $0.saved.skipped.isEmpty && $0.saved.notInPlace.isEmpty
    }
    let hasConflicts = results.last?.conflicts.isEmpty == false
    return isComplete && !hasConflicts ? nil : .conflictsRemain
  }
}

extension ContainerError {
  /// The documents that a sync would have put in conflict, if it ended for that.
  var remoteConflicts: [RemoteConflict]? {
    if case .wouldConflict(let conflicts) = self { conflicts } else { nil }
  }
}

/// Reports the result of a sync to a person.
struct SyncPrinter {
  let isQuiet: Bool
  /// Whether there are several, so that each line names its remote.
  let namesRemotes: Bool

  func show(_ result: SyncResult) {
    let name = namesRemotes ? "\(PrintableText.escape(result.remote.name)): " : ""
    if let report = result.report { show(report, name) }
    if let error = result.failure {
      Console.message("docmerge: \(name)\(PrintableText.words(ErrorWords.words(of: error)))")
    }
    for path in result.report?.refusedDocuments ?? [] {
      Console.message("\(name)\(Report.refusedDocument(path))")
    }
  }

  private func show(_ report: SyncReport, _ name: String) {
    if isQuiet { Report.skipped(report.saved.skipped) } else { Report.saved(report.saved) }
    Report.notInPlace(report.saved.notInPlace)
    for words in Report.problems(report) { Console.message("\(name)\(words)") }
    Report.warnings(report, name)
    guard !isQuiet else { return }
    if let offline = report.offline {
      let waiting =
        report.waiting == 0
        ? tr("there is nothing to send.")
        : tr(
          report.waiting, one: "\(report.waiting) change will be sent at the next sync.",
          other: "\(report.waiting) changes will be sent at the next sync.")
      let reason = PrintableText.words(ErrorWords.words(of: offline))
      Console.message(name + tr("offline: \(reason); \(waiting)"))
      return
    }
    for document in report.resolved {
      if document.strategy == ResolvedDocument.asRemote {
        Console.message(name + tr("As on the remote: \(document.path.display)"))
        continue
      }
      Console.message(
        name + tr("Resolved \(document.path.display) automatically (\(document.strategy))."))
    }
    for words in Report.followed(report.followed) { Console.message("\(name)\(words)") }
    for move in report.renamedTwice { Console.message("\(name)\(Report.renamedTwice(move))") }
    for clash in report.nameClashes { Console.message("\(name)\(Report.nameClash(clash))") }
    Console.message(name + summary(report))
    if report.refused != nil, report.waiting == 0 { Report.readOnly(name) }
  }

  private func summary(_ report: SyncReport) -> String {
    let received = counted(report.received, "change")
    let others = report.replicas
    let rest = Report.resolved(report) + (report.isSent ? tr(", sent ours") : "")
    return tr(
      others, one: "Received \(received) of \(others) other replica\(rest).",
      other: "Received \(received) of \(others) other replicas\(rest).")
  }
}

/// The text of the progress line during a sync.
struct SyncWords {
  /// The remote.
  let remote: String

  /// Shows a step on the line.
  func show(_ step: SyncProgress, on line: ProgressLine) {
    // While a connection is made, ssh or git may ask something on the same line.
    if step.phase == .connecting {
      line.sayAndHold(text(step))
    } else {
      line.say(text(step))
    }
  }

  /// For example `home: receiving 45 % of 1000 objects, 1.2 MB`.
  func text(_ step: SyncProgress) -> String {
    var words = "\(PrintableText.escape(remote)): \(word(step.phase))"
    if let fraction = step.fraction, let total = step.total {
      let percent = Int(fraction * 100)
      words += tr(
        total, one: " \(percent) % of \(total) object", other: " \(percent) % of \(total) objects")
    } else if step.completed > 0 {
      words += " \(counted(step.completed, "object"))"
    }
    if step.bytes > 0 { words += ", \(Words.size(step.bytes))" }
    return words
  }

  private func word(_ phase: SyncProgress.Phase) -> String {
    switch phase {
    case .saving: tr("saving")
    case .connecting: tr("connecting")
    case .preparing: tr("preparing")
    case .receiving: tr("receiving")
    case .checking: tr("checking")
    case .joining: tr("joining")
    case .sending: tr("sending")
    case .pausing: tr("cannot be reached, waiting to try again")
    }
  }
}
