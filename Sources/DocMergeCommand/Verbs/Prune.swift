import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge prune`.
struct Prune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: tr("Remove versions that are no longer in use, and free their space."),
    discussion: tr(
      """
      These are versions that an operation took back, and documents that were deleted. The versions in \
      a document's history stay for ever. A version is removed once it has been out of use for the \
      given time and every other copy has seen that; a copy that has not synced for long delays it, \
      and is named. Ages are a number and d, w, m or y, for days, weeks, months and years.

      Removed versions stay in a recycle bin for the given time, until a later prune, or until \
      --empty-bin. Until then, docmerge undo brings them back. Other copies keep what \
      they have until they prune.

      Examples:
        docmerge prune --older-than 90d --dry-run
        docmerge prune --older-than 1y
        docmerge prune --older-than 6m --without old-laptop
        docmerge prune --empty-bin
      """))

  @Option(
    help: ArgumentHelp(tr("How long a version must have been out of use."), valueName: "age"))
  var olderThan: Age?
  @Option(
    help: ArgumentHelp(
      tr("Do not wait for this copy, which will not come back."), valueName: "replica"))
  var without: [String] = []
  @Flag(
    name: [.customShort("n"), .long],
    help: ArgumentHelp(tr("Say what would be removed, and do nothing.")))
  var dryRun = false
  @Flag(help: ArgumentHelp(tr("Empty the recycle bin; this cannot be undone.")))
  var emptyBin = false
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func validate() throws {
    guard olderThan != nil || emptyBin else {
      throw ValidationError(tr("Say how old: --older-than 90d, 12w, 6m or 2y."))
    }
    guard olderThan != nil || without.isEmpty else {
      throw ValidationError(tr("--without goes with --older-than."))
    }
    guard !(dryRun && emptyBin) else {
      throw ValidationError(tr("--dry-run goes with --older-than alone."))
    }
  }

  func run() throws {
    let container = try Container.find(from: ".")
    var report = PruneReport()
    if let age = olderThan?.duration {
      let progress = ProgressLine(tr("Reading versions"))
      report = try Progress.show(progress) {
        let look = { (count: Int) in progress.say(tr("Read \(counted(count, "version"))")) }
        return dryRun
          ? try container.upkeep.prunable(olderThan: age, withoutReplicas: without, progress: look)
          : try container.upkeep.prune(olderThan: age, withoutReplicas: without, progress: look)
      }
    }
    if emptyBin { report.emptied += try container.upkeep.emptyRecycleBin() }
    if json {
      Console.print(try JSONText.prune(report))
    } else {
      for line in lines(report) { Console.print(line) }
    }
    for holdup in report.holdups { Console.message(Self.line(holdup)) }
  }

  private func lines(_ report: PruneReport) -> [String] {
    var lines = report.documents.map { document in
      let why =
        switch document.reason {
        case .undone: tr("taken back")
        case .deleted: tr("deleted")
        }
      return "\(document.path.display)  \(counted(document.versions, "version"))  "
        + "\(Words.size(document.bytes))  \(why)"
    }
    if olderThan != nil {
      let what =
        report.documents.isEmpty
        ? tr("nothing") : "\(counted(report.versions, "version")), \(Words.size(report.bytes))"
      lines.append(dryRun ? tr("Would prune \(what).") : tr("Pruned \(what)."))
    }
    if report.stillKept > 0 {
      lines.append(
        tr(
          """
          \(counted(report.stillKept, "pruned version")) still kept by other copies: sync, prune \
          there, and prune here again.
          """))
    }
    if report.emptied > 0 || emptyBin {
      lines.append(tr("The recycle bin gave back \(Words.size(report.emptied))."))
    }
    return lines
  }

  private static func line(_ holdup: PruneHoldup) -> String {
    let name = "\(PrintableText.escape(holdup.computer)) (\(holdup.id))"
    guard let heard = holdup.heard else {
      return tr(
        """
        More waits for \(name), which never synced. If it will not come back: --without \(holdup.id)
        """)
    }
    return tr(
      """
      More waits for \(name), which last synced on \(Words.date(heard)). If it will not come back: \
      --without \(holdup.id)
      """)
  }
}
