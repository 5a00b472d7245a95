import ArgumentParser
import DocMerge

/// The verb `docmerge sync`.
struct Sync: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Meet the other replicas: save, take in what they did, and send.",
    discussion: """
      Documents that were changed in two places are in conflict afterwards, with all their versions. \
      Exits with 1 while documents are in conflict.

      Examples:
        docmerge sync
        docmerge sync home
      """)

  @Argument(help: "The remote; can be left out when there is only one.") var name: String?

  func run() throws {
    let container = try Container.find(from: ".")
    let name = try name ?? only(container.remotes())
    let report = try Progress.show("Syncing") { try container.sync(with: name) }
    Report.saved(report.saved)
    Report.notInPlace(report.saved.notInPlace)
    for problem in report.problems { Console.message("Left out: \(problem)") }
    let received = Words.count(report.received, "change")
    let others = Words.count(report.replicas, "other replica")
    Console.message("Received \(received) of \(others)\(report.isSent ? ", sent ours" : "").")
    Report.conflicts(report.conflicts.count)
    let isIncomplete =
      !report.problems.isEmpty || !report.saved.skipped.isEmpty || !report.saved.notInPlace.isEmpty
    if !report.conflicts.isEmpty || isIncomplete { throw ExitStatus.conflictsRemain }
  }

  private func only(_ remotes: [Remote]) throws -> String {
    guard let first = remotes.first else {
      throw CommandError(description: "no remote yet: add one with `docmerge remote add NAME URL`")
    }
    guard remotes.count == 1 else {
      let names = remotes.map { PrintableText.escape($0.name) }.joined(separator: ", ")
      throw CommandError(description: "several remotes, say which: \(names)")
    }
    return first.name
  }
}
