import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge clone`.
struct Clone: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: tr("Make a replica of a container that others sync with a remote."),
    discussion: tr(
      """
      The remote is called origin from then on. With --on-demand, only names, sizes, dates, authors \
      and conflicts are fetched; a placeholder, a link that leads nowhere, stands for each document. \
      `docmerge download` fetches contents, and so do verbs that need them. A clone that fails leaves \
      the folder as it was. One that was killed can be started again; where a part has arrived, \
      `docmerge sync` in the folder continues it.

      With --only, the folder has only these documents: neither the contents nor the names of others are in it. \
      `docmerge focus` changes that later.

      Where there are many documents, old versions may be checked only after all of them are in the \
      folder (see `docmerge finish`). With --check they are checked first, and replicas that sent \
      damaged versions are left out.

      A remote that git-remote-gcrypt encrypts, with gcrypt:: before its URL, wants a --participant for \
      each key that may read it (see `docmerge help remote add`).

      Exits with 1 when documents are in conflict, and with 75 when the remote cannot be reached.

      Examples:
        docmerge clone ssh://anna@example.org/srv/notes.git
        docmerge clone --on-demand https://example.org/anna/photos.git Photos
        docmerge clone --only 'Work/**' anna@example.org:notes.git
        docmerge clone --check /media/backup/notes.git
      """))

  @Argument(help: ArgumentHelp(tr("The path or address of the remote.")), completion: .directory)
  var url: String
  @Argument(
    help: ArgumentHelp(tr("The folder, new or empty; by default, named after the remote.")),
    completion: .directory)
  var dir: String?
  @Flag(help: ArgumentHelp(tr("Fetch contents only when they are asked for."))) var onDemand = false
  @Option(
    help: ArgumentHelp(
      tr("Only these documents in the folder, as for docmerge focus; may be repeated."),
      valueName: "pattern"))
  var only: [String] = []
  @Flag(help: ArgumentHelp(tr("Check all contents before any of them are written to the folder.")))
  var check = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Say nothing but what went wrong.")))
  var quiet = false
  @Option(
    help: ArgumentHelp(
      tr("The name of this copy, shown with its versions; by default, the computer's.")))
  var replicaName: String?
  @Option(
    help: ArgumentHelp(
      tr(
        "With gcrypt::, a key that may read and write: its id, or its mail address. Can be repeated."
      ),
      valueName: "key"))
  var participant: [String] = []
  @Option(
    help: ArgumentHelp(
      tr(
        "Give up a server that says nothing for so many seconds; 0: never. Default: docmerge.timeout, or 60."
      ),
      valueName: "seconds"))
  var timeout: Int?

  func validate() throws {
    if let timeout, timeout < 0 { throw ValidationError(tr("--timeout takes a number from 0.")) }
  }

  func run() throws {
    let url = try RemoteCommand.address(url)
    Interruption.listen()
    let (container, report) = try sync(url)
    try Finish.startIfNeeded(container)
    for words in Report.problems(report) { Console.message(words) }
    Report.warnings(report)
    Report.notInPlace(report.saved.notInPlace)
    if !quiet {
      let outside = try container.local.countOutside()
      let here = try only.isEmpty ? report.received : container.documents().count
      let count = counted(here, "document")
      Console.message(
        onDemand
          ? tr("Cloned \(count); docmerge download brings contents.") : tr("Cloned \(count)."))
      if !only.isEmpty { Console.message(Report.outside(outside)) }
      if report.refused != nil { Report.readOnly("") }
      Report.conflicts(report.conflicts.count)
    }
    let isWhole = report.problems.isEmpty && report.saved.notInPlace.isEmpty
    if !isWhole || !report.conflicts.isEmpty { throw ExitStatus.conflictsRemain }
  }

  private func sync(_ url: String) throws -> (container: Container, report: SyncReport) {
    var options = SyncOptions()
    options.leavesRest = !check
    options.timeout = timeout.map { .seconds($0) }
    options.mayAsk = Console.isInteractive && !quiet
    let words = SyncWords(remote: "origin")
    let line = ProgressLine(tr("Cloning"), isQuiet: quiet)
    do {
      return try Progress.show(line) {
        try Container.clone(
          from: url, to: dir ?? Clone.folder(for: url), isOnDemand: onDemand,
          focus: only.isEmpty ? nil : Focus(only), computer: replicaName,
          participants: participant, options: options,
          isCancelled: { Interruption.isRequested },
          progress: { words.show($0, on: line) }
        )
      }
    } catch let error as RemoteError where error.reason == .cancelled {
      if !quiet { Console.message(tr("docmerge: cancelled; nothing was received")) }
      throw ExitCode(Interruption.status)
    } catch let error as RemoteError where error.reason == .noSuchRepository {
      throw CommandError(description: Self.words(missing: url))
    }
  }

  /// A message that there is nothing to clone from, with a suggestion.
  private static func words(missing url: String) -> String {
    let address = PrintableText.escape(url)
    guard Place("\(url)/.docmerge").exists else {
      return tr("there is no repository at \(address), or you may not read it: check the address")
    }
    return tr(
      """
      \(address) is a container, and containers meet in a repository: there, \
      `docmerge remote add NAME REPOSITORY` and `docmerge sync`; then clone that repository
      """)
  }

  /// `notes` for `ssh://anna@example.org/srv/notes.git`, as in git.
  private static func folder(for url: String) throws -> String {
    let parts = url.split(whereSeparator: { $0 == "/" || $0 == ":" })
    var name = parts.last.map(String.init) ?? ""
    if name.hasSuffix(".git") { name.removeLast(4) }
    guard !name.isEmpty, name != ".." else {
      throw CommandError(description: tr("say which folder the documents go to"))
    }
    return name
  }
}
