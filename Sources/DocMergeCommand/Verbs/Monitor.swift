import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge monitor`.
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: tr("Watch the folder, so that save and sync need not look at every file."),
    discussion: tr(
      """
      Records where files change in the folder, until Control-C. While it runs, save and sync look \
      only there: in large containers they take as long as in small ones. Nothing depends on it: where it \
      does not run, or does not answer, they look at everything, as they do once an hour in any case.

      A sync starts one in the background in containers of 10000 documents or more; it ends an \
      hour after the last request. The setting docmerge.monitor can be true (in small ones, too) or false.

      Examples:
        docmerge monitor --background
        docmerge monitor --stop
        git config --global docmerge.monitor false
      """))

  @Flag(
    help: ArgumentHelp(
      tr("Return at once, and leave it running until an hour passes without a request.")))
  var background = false
  @Flag(help: ArgumentHelp(tr("End the one that runs."))) var stop = false
  @Option(help: ArgumentHelp(tr("End after so many seconds without a request."))) var idle: Int?

  func validate() throws {
    if stop, background || idle != nil {
      throw ValidationError(tr("--stop ends the one that runs; it takes no other option."))
    }
    if let idle, idle < 1 { throw ValidationError(tr("--idle takes a number from 1.")) }
  }

  func run() throws {
    let container = try Container.find(from: ".")
    if stop {
      guard let process = try container.upkeep.monitorProcess() else {
        return Console.message(tr("No monitor runs."))
      }
      do throws(Errno) {
        try RunningProcess.end(process)
      } catch {
        throw CommandError(description: tr("process \(process) cannot be ended: \(error)"))
      }
    } else if background {
      let process = try container.upkeep.monitorProcess()
      if let process { throw ContainerError.monitored(process: process) }
      try BackgroundWork.monitor(container, idle: idle)
    } else {
      try container.upkeep.monitor(until: { false }, idle: idle)
    }
  }
}
