import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: tr("Check everything: objects, states, versions, and the files of the folder."),
    discussion: tr(
      """
      Reads all that the container holds and says what is wrong and how to repair it; with --repair, \
      repairs it: damaged objects are copied from remotes on this computer or from the \
      folder, and nothing is thrown away. Exits with 1 when something is wrong and was not repaired.

      Examples:
        docmerge verify
        docmerge verify --repair
        docmerge verify --json
      """))

  @Flag(help: ArgumentHelp(tr("Repair what can be repaired."))) var `repair` = false
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func run() throws {
    let container = try Container.find(from: ".")
    let progress = ProgressLine(tr("Reading everything"))
    let report = try Progress.show(progress) {
      try container.upkeep.verify(repairs: `repair`) {
        progress.say(tr("Read \(counted($0, "object"))"))
      }
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
    let mark = fault.isMended ? Style.green(tr("repaired")) : Style.red(tr("wrong"))
    let remedy: String =
      switch (fault.isMended, fault.remedy) {
      case (true, _): ""
      case (false, nil): ". " + tr("It cannot be repaired from here.")
      case (false, let remedy?) where `repair`: ". " + tr("Not repaired: \(remedy).")
      case (false, let remedy?): ". " + tr("With --repair: \(remedy).")
      }
    return "\(mark)  \(Self.noun(fault.part)) \(PrintableText.escape(fault.place)): "
      + PrintableText.words(fault.reason) + remedy
  }

  private static func noun(_ part: Fault.Part) -> String {
    switch part {
    case .object: tr("object")
    case .reference: tr("reference")
    case .state: tr("state")
    case .signature: tr("signature")
    case .version: tr("version")
    case .document: tr("document")
    case .index: tr("index")
    }
  }

  private func summary(_ report: VerifyReport) -> String {
    let what = [
      counted(report.objects, "object"), counted(report.versions, "version"),
      counted(report.documents, "document"), counted(report.files, "file"),
    ].joined(separator: ", ")
    let left = report.faults.count { !$0.isMended }
    let mended = report.faults.count - left
    let repaired = mended == 0 ? "" : tr(", \(mended) repaired")
    return "\(what): " + (left == 0 ? tr("all is well") : counted(left, "fault")) + repaired
  }
}
