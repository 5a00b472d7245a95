import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge sync`.
struct Sync: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: tr("Sync with the other replicas: save, fetch their changes, and send yours."),
    discussion: tr(
      """
      Documents that were changed in two places are in conflict afterwards, with all their versions. \
      Exits with 1 while documents are in conflict.

      A remote that cannot be reached is no failure: everything is saved here and sent at the next sync. \
      The exit status is 75 then.

      Where more than half of the documents were deleted, here or elsewhere, that may be a slip, and \
      waits for --force (docmerge.maxdelete sets another share than 50 percent).

      A remote that holds other documents and was never synced with stops the sync: its address may be wrong. \
      With --join, both become one container, and documents of the same name one document. Where one of them \
      has, or once had, the same contents, as after the loss of .docmerge, that needs no option.

      With --as-remote, your own changes are given up: all documents get the contents that they have on the \
      remote, and documents that it lacks are deleted. Their versions stay, and docmerge undo takes it back.

      Where docmerge.autoresolve, or the attribute docmerge-autoresolve of a path, allows it, conflicts are \
      resolved by themselves; see docmerge-config(5).

      With docmerge.sign, your changes are signed with an ssh key; with docmerge.verifysignatures, changes of \
      others must be signed (require), or are named if they are not (warn). SIGNATURES in docmerge(1) shows how.

      With --fail-on-conflict, a sync that would put documents in conflict fetches and sends nothing: it says which versions the remote has, and exits with 3.

      With --watch, runs until Control-C or SIGTERM (exit status 0): syncs after changes in the folder, \
      and at intervals. There can be one such process for a container; another one ends with 69. \
      --pause stops it, and later ones, until --resume; --status shows its state. \
      Samples/systemd has a service that starts it. With --notify, notify-send shows on the desktop what waits \
      for a person: a new conflict, a document that the server refuses, a sync that stopped.

      Examples:
        docmerge sync
        docmerge sync home
        docmerge sync --all --quiet
        docmerge sync home --as-remote
        docmerge sync --fail-on-conflict || echo 'another copy was faster'
        docmerge sync --json | jq -r '.remotes[] | "\\(.name) \\(.state)"'
        docmerge sync --watch --all --interval 300
        docmerge sync --watch --notify
        docmerge sync --pause
        docmerge sync --status
      """))

  @Argument(
    help: ArgumentHelp(tr("The remote; can be left out when there is only one.")),
    completion: .remotes)
  var name: String?
  @Flag(help: ArgumentHelp(tr("Sync with all remotes, one after the other."))) var all = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Say nothing but what went wrong.")))
  var quiet = false
  @Flag(help: ArgumentHelp(tr("Print JSON."))) var json = false
  @Flag(
    help: ArgumentHelp(tr("Accept and send deletions of more than half of the documents, too.")))
  var force = false
  @Flag(
    help: ArgumentHelp(
      tr("Join this container with the one on the remote, which has other documents.")))
  var join = false
  @Flag(
    help: ArgumentHelp(
      tr("Make all documents what they are on the remote; what it lacks is deleted, until an undo.")
    )
  )
  var asRemote = false
  @Flag(help: ArgumentHelp(tr("Fetch and send nothing if documents would be in conflict then.")))
  var failOnConflict = false
  @Option(
    help: ArgumentHelp(
      tr(
        "Give up a server that says nothing for so many seconds; 0: never. Default: docmerge.timeout, or 60."
      ),
      valueName: "seconds"))
  var timeout: Int?
  @Flag(help: ArgumentHelp(tr("Keep running: sync after changes, and at intervals.")))
  var watch = false
  @Option(
    help: ArgumentHelp(
      tr("With --watch: sync every so many seconds, too. Default: docmerge.interval, or 60."),
      valueName: "seconds"))
  var interval: Int?
  @Flag(
    help: ArgumentHelp(
      tr("With --watch: show a notification on the desktop when something waits for a person.")))
  var notify = false
  @Flag(help: ArgumentHelp(tr("Pause --watch until --resume."))) var pause = false
  @Flag(help: ArgumentHelp(tr("Resume --watch."))) var resume = false
  @Flag(help: ArgumentHelp(tr("Show the state of --watch."))) var status = false

  func validate() throws {
    if all, name != nil { throw ValidationError(tr("Either name a remote, or say --all.")) }
    if let timeout, timeout < 0 { throw ValidationError(tr("--timeout takes a number from 0.")) }
    if let interval, interval < 1 { throw ValidationError(tr("--interval takes a number from 1.")) }
    guard interval == nil || watch else {
      throw ValidationError(tr("--interval goes with --watch."))
    }
    guard !notify || watch else { throw ValidationError(tr("--notify goes with --watch.")) }
    let acts = [watch, pause, resume, status].count { $0 }
    guard acts <= 1 else {
      throw ValidationError(tr("Give one of --watch, --pause, --resume and --status."))
    }
    guard acts == 0 || !force else { throw ValidationError(tr("--force is for a single sync.")) }
    guard acts == 0 || !join else { throw ValidationError(tr("--join is for a single sync.")) }
    guard acts == 0 || !asRemote else {
      throw ValidationError(tr("--as-remote is for a single sync."))
    }
    guard !asRemote || !all && !failOnConflict else {
      throw ValidationError(tr("--as-remote goes with one remote, and without --fail-on-conflict."))
    }
    guard acts == 0 || !failOnConflict else {
      throw ValidationError(tr("--fail-on-conflict is for a single sync."))
    }
    guard acts == 0 || watch || !all && name == nil && timeout == nil else {
      throw ValidationError(tr("--pause, --resume and --status are about all remotes."))
    }
  }

  func run() throws {
    let container = try Container.find(from: ".")
    if pause { return try container.watch.pause() }
    if resume { return try container.watch.resume() }
    if status { return try WatchStatus(container).show(asJSON: json) }
    let remotes = try remotes(of: container)
    Interruption.listen()
    if watch { return try go(on: container) }
    var results: [SyncResult] = []
    for remote in remotes { results.append(try sync(remote, container)) }
    try BackgroundWork.monitorIfUseful(container)
    // Versions from a later remote are sent to the earlier ones as well.
    for index in results.indices.dropLast() where results[index].isMet {
      let remote = results[index].remote
      guard try container.remotes.status(of: remote).waiting > 0 else { continue }
      results[index].add(try sync(remote, container))
    }
    if json {
      Console.print(try JSONText.sync(results))
    } else {
      let printer = SyncPrinter(isQuiet: quiet, namesRemotes: all)
      for result in results { printer.show(result) }
      if !quiet { Report.conflicts(results.last?.conflicts.count ?? 0) }
    }
    if let status = SyncResult.status(results) { throw status }
  }

  /// Syncs until a signal arrives.
  private func go(on container: Container) throws {
    var printer = SyncEventPrinter(isJSON: json, isQuiet: quiet)
    if notify { printer.notifier = try DesktopNotifier(container) }
    var watcher = SyncWatcher(
      container, interval: try interval ?? container.watch.interval(), options: options,
      printer: printer,
      remotes: {
        let remotes = try container.remotes.all()
        return name.map { name in remotes.filter { $0.name == name } } ?? remotes
      })
    try watcher.run()
  }

  private var options: SyncOptions {
    var options = SyncOptions()
    options.timeout = timeout.map { .seconds($0) }
    options.mayDeleteMany = force
    options.joinsContainers = join
    options.followsRemote = asRemote
    options.failsOnConflict = failOnConflict
    // A command that runs for hours cannot ask.
    options.mayAsk = Console.isInteractive && !quiet && !watch
    return options
  }

  private func sync(_ remote: Remote, _ container: Container) throws -> SyncResult {
    let words = SyncWords(remote: remote.name)
    let line = ProgressLine(
      words.text(SyncProgress(remote: remote.name, phase: .saving)), isQuiet: quiet)
    var result = SyncResult(remote: remote)
    CoordinatedChanges.saveOpenDocuments(in: container)
    do {
      result.report = try Progress.show(line) {
        try container.sync(
          with: remote.name, options: options, settling: { try $0.resolveAutomatically() },
          isCancelled: { Interruption.isRequested },
          progress: { words.show($0, on: line) })
      }
    } catch let error as RemoteError where error.reason == .cancelled {
      if !quiet {
        Console.message(tr("docmerge: cancelled; saved changes are sent at the next sync"))
      }
      throw ExitCode(Interruption.status)
    } catch {
      // With several remotes, a failure of one must not prevent syncs with the others.
      guard all || json else { throw error }
      result.error = error
    }
    return result
  }

  private func remotes(of container: Container) throws -> [Remote] {
    let remotes = try container.remotes.all()
    if let name {
      guard let remote = remotes.first(where: { $0.name == name }) else {
        throw ContainerError.noSuchRemote(name)
      }
      return [remote]
    }
    guard !remotes.isEmpty else {
      throw CommandError(
        description: tr("no remote yet: add one with `docmerge remote add NAME URL`"))
    }
    guard all || remotes.count == 1 else {
      let names = remotes.map { PrintableText.escape($0.name) }.joined(separator: ", ")
      throw CommandError(description: tr("several remotes, say which: \(names); or say --all"))
    }
    return remotes
  }
}
