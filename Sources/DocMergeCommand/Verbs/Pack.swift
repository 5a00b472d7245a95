import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge pack`.
struct Pack: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: tr("Put the objects of many versions into few files."),
    discussion: tr(
      """
      Nothing is removed, and others may save and sync meanwhile. Commands that write start one in the \
      background when it is due: after about 6700 objects, 50 packs, or 16 MiB of large ones (docmerge.pack \
      sets another number of objects, or false), and with --small after 24 packs of less than 1 MiB, as \
      saves and syncs leave them. It ends after ten minutes at the latest.

      Examples:
        docmerge pack
        docmerge pack --background
        git config --global docmerge.pack false
      """))

  @Flag(help: ArgumentHelp(tr("Return at once, and work in the background.")))
  var background = false
  @Flag(help: ArgumentHelp(tr("Leave packs of 1 MiB or more alone."))) var small = false
  @Option(
    help: ArgumentHelp(tr("End after so many seconds, done or not."), valueName: "seconds"))
  var budget: Int?

  func validate() throws {
    if let budget, budget < 1 { throw ValidationError(tr("--budget takes a number from 1.")) }
  }

  func run() throws {
    let container = try Container.find(from: ".")
    if background { return try BackgroundWork.pack(container.path, scope, budget: budget) }
    // A process for which no one waits gives way to others.
    if budget != nil { CurrentProcess.yieldToOthers() }
    Interruption.listen()
    let start = ContinuousClock.now
    let isOver = {
      Interruption.isRequested || budget.map { start.duration(to: .now) > .seconds($0) } ?? false
    }
    let report = try Progress.show(tr("Packing")) {
      try container.upkeep.pack(scope, isCancelled: isOver)
    }
    guard report.isDone else {
      Console.message(tr("docmerge: stopped before the end; no version was lost"))
      throw ExitCode(Interruption.isRequested ? Interruption.status : ExitStatus.failed.rawValue)
    }
    Console.message(tr("\(words(report.before)) before, \(words(report.after)) now."))
  }

  private var scope: PackScope { small ? .small : .all }

  private func words(_ count: PackReport.Count) -> String {
    tr("\(counted(count.loose, "loose object")) and \(counted(count.packs, "pack"))")
  }
}
