import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge evict`.
struct Evict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evict",
    abstract: tr("Replace documents that a remote has by placeholders."),
    discussion: tr(
      """
      A document stays as it is while it has edits that are not saved, while no remote has its last \
      version, and while a program writes to it. In a container that was cloned with --on-demand, the \
      versions that were downloaded leave the disk at the next `git gc --prune=now` in .docmerge.

      Exits with 1 when some documents stay.

      Examples:
        docmerge evict Photos
        docmerge evict --all
        docmerge download Photos    (brings them back)
      """))

  @Argument(help: ArgumentHelp(tr("Documents, folders or patterns.")), completion: .file())
  var documents: [String] = []
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("All documents."))) var all = false

  func validate() throws {
    guard all != !documents.isEmpty else {
      throw ValidationError(tr("Name documents, or give --all."))
    }
  }

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    let found = try DocumentPattern(finder: finder).documents(all ? [] : documents)
      .filter { $0.availability != .remote }
    var report = EvictReport()
    try CoordinatedChanges.evict(found.map(\.path), in: container) {
      report = try container.local.evict(found.map(\.id))
    }
    for item in report.kept {
      Console.message(tr("Stays: \(item.path.display): \(PrintableText.words(item.reason))"))
    }
    if report.waitsForSync {
      Console.message(tr("`docmerge sync` sends the versions that no remote has."))
    }
    Console.message(tr("Evicted \(counted(report.evicted.count, "document"))."))
    if !report.kept.isEmpty { throw ExitStatus.conflictsRemain }
  }
}
