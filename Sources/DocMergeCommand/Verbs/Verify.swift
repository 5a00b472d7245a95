import ArgumentParser
import DocMerge
import DocMergeSystem

/// The verb `docmerge verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check everything: objects, states, versions, and the files of the folder.",
    discussion: """
      Reads all that the container holds and says what is wrong and how to repair it; with --repair, \
      repairs it: damaged objects are copied from remotes on this computer or from the \
      folder, and nothing is thrown away. Exits with 1 when something is wrong and was not repaired.

      Examples:
        docmerge verify
        docmerge verify --repair
        docmerge verify --json
      """)

  @Flag(help: "Repair what can be repaired.") var `repair` = false
  @Flag(help: "Print JSON (see docmerge(1)).") var json = false

  func run() throws {
    let container = try Container.find(from: ".")
    let progress = ProgressLine("Reading everything")
    let report = try Progress.show(progress) {
      try container.verify(repairs: `repair`) { progress.say("Read \(Words.count($0, "object"))") }
    }
    if json {
      Console.print(try JSONText.verify(report))
    } else {
      for fault in report.faults { Console.print(line(fault)) }
      Console.print(summary(report))
    }
    if !report.isSound { throw ExitStatus.conflictsRemain }
  }

  private func line(_ fault: Fault) -> String {
    let mark = fault.isMended ? Style.green("repaired") : Style.red("wrong")
    let remedy: String =
      switch (fault.isMended, fault.remedy) {
      case (true, _): ""
      case (false, nil): ". It cannot be repaired from here."
      case (false, let remedy?) where `repair`: ". Not repaired: \(remedy)."
      case (false, let remedy?): ". With --repair: \(remedy)."
      }
    return "\(mark)  \(fault.part.rawValue) \(PrintableText.escape(fault.place)): "
      + PrintableText.words(fault.reason) + remedy
  }

  private func summary(_ report: VerifyReport) -> String {
    let what = [
      Words.count(report.objects, "object"), Words.count(report.versions, "version"),
      Words.count(report.documents, "document"), Words.count(report.files, "file"),
    ].joined(separator: ", ")
    let left = report.faults.count { !$0.isMended }
    let mended = report.faults.count - left
    let repaired = mended == 0 ? "" : ", \(mended) repaired"
    return "\(what): " + (left == 0 ? "all is well" : Words.count(left, "fault")) + repaired
  }
}
