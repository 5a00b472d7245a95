import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Messages of several verbs.
enum Report {
  /// Lists the items that could not be saved.
  static func skipped(_ items: [SkippedItem]) {
    for item in items { Console.message(tr("Not saved: \(item.path.display): \(item.reason)")) }
  }

  /// Reports the result of a save, one line per document.
  static func saved(_ report: SaveReport) {
    for path in report.added { Console.message(tr("Added    \(path.display)")) }
    for path in report.modified { Console.message(tr("Saved    \(path.display)")) }
    for move in report.moved {
      Console.message(tr("Moved    \(move.from.display) to \(move.to.display)"))
    }
    for path in report.removed { Console.message(tr("Deleted  \(path.display)")) }
    for item in report.later {
      Console.message(tr("Later    \(item.path.display): \(item.reason)"))
    }
    skipped(report.skipped)
  }

  /// For example `Refused: film.mp4. Nothing else is sent either; to go on without it: docmerge forget film.mp4`.
  static func refusedDocument(_ path: DocumentPath) -> String {
    let shown = Shell.quoted(path.display)
    return tr(
      """
      Refused: \(path.display). Nothing else is sent either; to go on without it: docmerge forget \
      \(shown)
      """)
  }

  /// Names a document that has another name here, and what that name should be.
  static func nameClash(_ clash: NameClash) -> String {
    tr(
      "\(clash.path.display) has another name here: something else is at \(clash.wanted.display).")
  }

  /// Facts about a successful sync that a person should know.
  static func warningWords(_ report: SyncReport) -> [String] {
    report.warnings
      + report.tooManyCopies.map {
        tr(
          """
          \($0.display) stays in conflict: keep-both makes no more than docmerge.maxcopies copies \
          of it without a person
          """)
      }
  }

  /// A line for each replica that was left out, and one with the remedy.
  static func problems(_ report: SyncReport) -> [String] {
    let words = report.problems.map { tr("Left out: \(PrintableText.words($0))") }
    guard report.hasMassDeletion else { return words }
    return words + [tr("If that many documents are to go: `docmerge sync --force`.")]
  }

  /// Reports documents that another replica's rename of a folder moved.
  static func followed(_ moves: [SaveReport.Move]) -> [String] {
    let most = 10
    let rest = moves.count - most
    let words = moves.prefix(most).map(followed)
    guard rest > 0 else { return words }
    return words + [
      tr(
        rest, one: "\(rest) more document followed folders that were renamed.",
        other: "\(rest) more documents followed folders that were renamed.")
    ]
  }

  /// Reports a document that another replica's rename of a folder moved.
  static func followed(_ move: SaveReport.Move) -> String {
    tr("\(move.from.display) followed its folder, which was renamed, to \(move.to.display).")
  }

  /// Reports a document that two replicas renamed at the same time.
  static func renamedTwice(_ move: SaveReport.Move) -> String {
    tr(
      """
      \(move.to.display) was named \(move.from.display) by another replica at the same time; \
      `docmerge mv` changes the name.
      """)
  }

  /// Reports how many documents are not in the folder.
  static func outside(_ count: Int) -> String {
    count == 0
      ? tr("Nothing is outside of the focus.")
      : tr(
        count, one: "\(count) document is outside of the focus.",
        other: "\(count) documents are outside of the focus.")
  }

  /// Names folders that some file systems do not distinguish.
  static func folderClash(_ clash: FolderClash) -> String {
    let names = clash.folders.map(\.display)
    let list = tr("\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")")
    return tr("\(list) are one folder where case and the form of letters do not count.")
  }

  /// Names the documents that are saved and are not in the folder yet.
  static func notInPlace(_ items: [SkippedItem]) {
    for item in items { Console.message(notInPlace(item)) }
  }

  /// Reports a document that is saved, but not in the folder as it should be.
  static func notInPlace(_ item: SkippedItem) -> String {
    tr("Not in the folder yet: \(item.path.display): \(item.reason)")
  }

  /// Lists documents that were accepted despite a fault.
  static func warnings(_ report: SyncReport, _ name: String = "") {
    for warning in warningWords(report) {
      Console.message(name + tr("Warning: \(PrintableText.words(warning))"))
    }
  }

  /// The number of documents that a sync resolved, as a part of a sentence; empty for none.
  static func resolved(_ report: SyncReport) -> String {
    let count = report.resolved.count { $0.strategy != ResolvedDocument.asRemote }
    return count == 0 ? "" : tr(", resolved \(counted(count, "conflict")) automatically")
  }

  /// Reports that nothing can be sent to a remote, when nothing needs to be sent.
  static func readOnly(_ name: String) {
    Console.message(name + tr("This remote can only be read: changes made here are not sent."))
  }

  /// Reports how many documents are in conflict, and what to do.
  static func conflicts(_ count: Int) {
    if let words = conflictWords(count) { Console.message(words) }
  }

  /// The same as a sentence; `nil` for none.
  static func conflictWords(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    let documents = counted(count, "document")
    return tr("\(documents) in conflict: see `docmerge list`, decide with `docmerge resolve`.")
  }

  /// One version of a document in conflict, as a line of a list.
  static func line(_ version: Version, number: Int, widths: (author: Int, computer: Int)) -> String
  {
    let what = version.isDeletion ? tr("deleted") : Words.size(version.size)
    return [
      "  \(Style.cyan("@\(number)"))", Style.dim(version.id.short),
      Words.pad(PrintableText.escape(version.author.name), widths.author),
      Words.pad(PrintableText.escape(version.computer), widths.computer), Words.date(version.date),
      number == 1 ? "\(Words.pad(what, 9)) \(tr("current"))" : what,
    ].joined(separator: "  ")
  }

  /// The versions of a document in conflict, numbered, the current one first.
  static func versions(of document: DocumentSummary) -> [String] {
    let widths = (
      author: document.heads.map { PrintableText.escape($0.author.name).count }.max() ?? 0,
      computer: document.heads.map { PrintableText.escape($0.computer).count }.max() ?? 0
    )
    return document.heads.enumerated().map { index, version in
      line(version, number: index + 1, widths: widths)
    }
  }
}
