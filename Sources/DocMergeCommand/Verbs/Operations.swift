import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge operations`.
struct Operations: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations",
    abstract: tr("Show the operations of this copy, newest first."),
    discussion: tr(
      """
      `docmerge undo OPERATION` takes one back; `docmerge review OPERATION` shows what rules decided in \
      one that resolved conflicts.

      Examples:
        docmerge operations
        docmerge operations --limit 5
        docmerge operations --json
      """))

  @Option(
    name: [.customShort("n"), .long], help: ArgumentHelp(tr("How many to show at the most.")))
  var limit: Int?
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(tr("--limit takes a number from 1.")) }
  }

  func run() throws {
    let operations = try Container.find(from: ".").operations(limit: limit ?? .max)
    if json {
      Console.print(try JSONText.operations(operations))
      return
    }
    try Pager.start()
    for operation in operations {
      let automatic =
        operation.automatic.map { "  " + tr("(automatic: \(PrintableText.words($0)))") } ?? ""
      let note =
        automatic + (operation.isUndone ? "  " + tr("(undone)") : "")
        + (operation.isSigned ? "  " + tr("(signed)") : "")
      Console.print(
        "\(Style.dim(operation.id.short))  \(PrintableText.escape(operation.person.name))  "
          + "\(PrintableText.escape(operation.computer))  \(Words.date(operation.date))  "
          + PrintableText.words(operation.summary) + note)
    }
    Pager.finish()
    if operations.contains(where: { $0.kind == .resolve }) {
      Console.message(tr("What rules decided in one of them: docmerge review OPERATION"))
    }
  }
}
