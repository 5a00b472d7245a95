import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: tr("Make a container of a folder and save every document in it."),
    discussion: tr(
      """
      The documents stay where they are. Their versions are kept in .docmerge. Files that .gitignore \
      names are left out.

      Examples:
        docmerge init
        docmerge init ~/Notes --replica-name laptop
      """))

  @Argument(help: ArgumentHelp(tr("The folder; made if it is missing.")), completion: .directory)
  var dir = "."

  @Option(
    help: ArgumentHelp(
      tr("The name of this copy, shown with its versions; by default, the computer's.")))
  var replicaName: String?

  func run() throws {
    let (container, saved) = try Progress.show(tr("Saving the documents")) {
      try Container.create(at: dir, computer: replicaName)
    }
    Report.skipped(saved.skipped)
    let count = counted(saved.added.count, "document")
    Console.message(
      tr("Made a container of \(PrintableText.escape(container.path)) with \(count)."))
    if !saved.skipped.isEmpty { throw ExitStatus.conflictsRemain }
  }
}
