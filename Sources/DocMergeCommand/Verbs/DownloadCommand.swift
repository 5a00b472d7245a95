import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge download`.
struct DownloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    abstract: tr("Fetch the contents of documents that are placeholders."),
    discussion: tr(
      """
      One transfer brings all missing contents, with the whole history of each document. Contents that are \
      here already stay as they are. Patterns match names in one folder; quote them, so that the shell does not \
      take them for its own.

      Exits with 75 when no remote can be reached, and with 1 when some documents could not be had.

      Examples:
        docmerge download todo.md
        docmerge download Photos '*.md'
        docmerge download --all
      """))

  @Argument(help: ArgumentHelp(tr("Documents, folders or patterns.")), completion: .file())
  var documents: [String] = []
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("All documents."))) var all = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Say nothing but what went wrong.")))
  var quiet = false
  @Option(
    help: ArgumentHelp(
      tr(
        "Give up a server that says nothing for so many seconds; 0: never. Default: docmerge.timeout, or 60."
      ),
      valueName: "seconds"))
  var timeout: Int?

  func validate() throws {
    guard all != !documents.isEmpty else {
      throw ValidationError(tr("Name documents, or give --all."))
    }
    if let timeout, timeout < 0 { throw ValidationError(tr("--timeout takes a number from 0.")) }
  }

  func run() throws {
    let finder = try DocumentFinder()
    let found = try DocumentPattern(finder: finder).documents(all ? [] : documents)
    let wanted = found.filter(finder.container.needsDownload)
    guard !wanted.isEmpty else {
      if !quiet { Console.message(tr("All is here already.")) }
      return
    }
    let report = try Download(
      container: finder.container, timeout: timeout.map { .seconds($0) }, isQuiet: quiet
    ).run(wanted)
    for item in report.missing {
      Console.message(tr("Not downloaded: \(item.path.display): \(item.reason)"))
    }
    Report.notInPlace(report.notInPlace)
    if !quiet {
      for path in report.deleted { Console.message(tr("Deleted by others: \(path.display)")) }
      Console.message(tr("Downloaded \(counted(report.downloaded.count, "document"))."))
    }
    if !report.isComplete { throw ExitStatus.conflictsRemain }
  }
}
