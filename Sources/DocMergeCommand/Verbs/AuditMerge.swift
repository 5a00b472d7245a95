import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage

/// The verb `docmerge audit-merge`.
///
/// `FileVerb` runs it without this parser; here are its help, and the cases that `FileVerb` leaves.
struct AuditMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit-merge",
    abstract: tr("Check that a merge has lost nothing."),
    discussion: tr(
      """
      Looks in the result for every change that ours and theirs made to the base. A change is kept, the same \
      on both sides, left between markers, dropped by a rule of docmerge, or unaccounted for. Any program \
      or person can have made the result. Text that no input has, text that stands twice, is gone or stands \
      in another place, and faults of the format, such as a key that stands twice, are named. The status is \
      0 if every change is accounted for and no conflict is left, otherwise 1.

      Examples:
        docmerge audit-merge base.md ours.md theirs.md merged.md
        git show :1:plan.md > base; git show :2:plan.md > ours; git show :3:plan.md > theirs
        docmerge audit-merge base ours theirs plan.md
      """))

  /// The form of the audit.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: ArgumentHelp(tr("The form of the receipt: text or json."), valueName: "form"))
  var report = Form.text
  @Option(
    help: ArgumentHelp(
      tr("Treat the texts as this format, such as json or none; their names do not count."),
      valueName: "name"), completion: .list(DocumentStructure.formatNames))
  var format: String?
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Print nothing; the status says it.")))
  var quiet = false
  @Argument(help: ArgumentHelp(tr("The file that both were made from.")), completion: .file())
  var base: String
  @Argument(help: ArgumentHelp(tr("Our file.")), completion: .file()) var ours: String
  @Argument(help: ArgumentHelp(tr("Their file.")), completion: .file()) var theirs: String
  @Argument(help: ArgumentHelp(tr("The merged file.")), completion: .file())
  var result: String

  func validate() throws {
    try Merge.checkFormat(format)
    guard [base, ours, theirs, result].filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError(tr("Only one file can be standard input."))
    }
  }

  func run() throws {
    var audit = MergeAuditing(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
      result: Array(result.utf8))
    audit.printsJSON = report == .json
    audit.format = format
    audit.isQuiet = quiet
    throw ExitCode(audit.run())
  }
}
