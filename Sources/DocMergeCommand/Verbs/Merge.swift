import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage

/// The verb `docmerge merge`.
///
/// `FileVerb` runs it without this parser; here are its help, and the cases that `FileVerb` leaves.
struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: tr("Merge three files, as far as a policy goes by itself."),
    discussion: tr(
      """
      Brings the changes that both sides made to the base together. Rules settle places that \
      both sides changed, as far as the policy allows; other conflicts are left between markers, and the \
      status is 1. \
      The report says which rule settled what, and accounts for every change of both sides. No \
      container is needed. A file called - is standard input; an empty name, or /dev/null, stands for \
      no base.

      An office document with conflicts is not written, since it has no place for markers. With \
      --tracked it is, if it is a text (docx, odt): with both sides of each conflict as tracked changes \
      of an author each, which a word processor accepts or rejects one by one; what both did alike is \
      by a third one, called Both. The status is 1 then, too.

      Examples:
        docmerge merge base.md ours.md theirs.md -o merged.md --report text
        docmerge merge --policy strict --style zdiff3 base.md ours.md theirs.md > merged.md
        docmerge merge base.md ours.md theirs.md -o ours.md --report html --report-file report.html
        docmerge merge --tracked base.docx ours.docx theirs.docx -o merged.docx
      """))

  /// How far the merge goes.
  enum Policy: String, ExpressibleByArgument, CaseIterable {
    case strict, balanced, eager

    var policy: MergePolicy {
      switch self {
      case .strict: .strict
      case .balanced: .balanced
      case .eager: .eager
      }
    }

    static var defaultCompletionKind: CompletionKind { .policies }
  }

  /// How conflicts are shown.
  enum Style: String, ExpressibleByArgument, CaseIterable {
    case merge, diff3, zdiff3
  }

  /// How conflicts of a notebook are written.
  enum NotebookForm: String, ExpressibleByArgument, CaseIterable {
    case cells, markers, lines
  }

  /// The form of the report.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case text, json, html
  }

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      tr("Write the result to <file>; - is standard output, as without it."), valueName: "file"),
    completion: .file())
  var output: String?
  @Option(help: ArgumentHelp(tr("How far the merge goes by itself: strict, balanced or eager.")))
  var policy = Policy.balanced
  @Option(help: ArgumentHelp(tr("How conflicts are shown: merge, diff3 or zdiff3.")))
  var style = Style.merge
  @Option(
    help: ArgumentHelp(
      tr("How conflicts of a notebook are written: cells, markers within cells, or lines.")))
  var notebookConflicts: NotebookForm?
  @Option(
    help: ArgumentHelp(
      tr("How long markers are; by default longer than anything in the texts that looks like one."),
      valueName: "n"))
  var markerSize: Int?
  @Option(
    name: [.customShort("L"), .customLong("label")],
    help: ArgumentHelp(
      tr("What markers say of ours, base and theirs, in this order."), valueName: "label"))
  var labels: [String] = []
  @Option(help: ArgumentHelp(tr("Report what was done: text, json or html."), valueName: "form"))
  var report: Form?
  @Option(
    help: ArgumentHelp(tr("Write the report to <file>; - is standard output."), valueName: "file"),
    completion: .file())
  var reportFile: String?
  @Flag(
    help: ArgumentHelp(tr("Write conflicts of office documents as tracked changes of two authors."))
  )
  var tracked = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Say nothing about conflicts.")))
  var quiet = false
  @Option(help: ArgumentHelp(tr("What the report calls the file."), valueName: "name"))
  var path: String?
  @Option(
    help: ArgumentHelp(
      tr("Treat the texts as this format, such as json or none; their names do not count."),
      valueName: "name"), completion: .list(DocumentStructure.formatNames))
  var format: String?
  @Argument(help: ArgumentHelp(tr("The file that both were made from.")), completion: .file())
  var base: String
  @Argument(help: ArgumentHelp(tr("Our file.")), completion: .file()) var ours: String
  @Argument(help: ArgumentHelp(tr("Their file.")), completion: .file()) var theirs: String

  /// Rejects an unknown name of a format.
  static func checkFormat(_ name: String?) throws {
    guard let name, !DocumentStructure.isFormat(name) else { return }
    let names = DocumentStructure.formatNames.joined(separator: ", ")
    throw ValidationError(
      tr(
        """
        --format must be one of \(names), \
        or one whose program is set: git config --global docmerge.format.\(name).command …
        """))
  }

  func validate() throws {
    try Self.checkFormat(format)
    guard labels.count <= 3 else {
      throw ValidationError(tr("-L may be given three times at most."))
    }
    guard TextMerge.markerSizes.contains(markerSize ?? 7) else {
      throw ValidationError(tr("--marker-size must be 1 to \(TextMerge.markerSizes.upperBound)."))
    }
    guard reportFile == nil || report != nil else {
      throw ValidationError(tr("--report-file needs --report."))
    }
    guard [base, ours, theirs].filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError(tr("Only one file can be standard input."))
    }
  }

  func run() throws {
    var merge = TextMerge(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    merge.output = output.map { Array($0.utf8) }
    merge.policy = policy.policy
    merge.style = TextMerge.style(named: style.rawValue) ?? .merge
    merge.markerSize = markerSize
    merge.notebookConflicts = notebookConflicts.flatMap {
      TextMerge.NotebookForm(rawValue: $0.rawValue)
    }
    merge.labels = labels.map { Array($0.utf8) }
    merge.report = report.flatMap { TextMerge.Report(rawValue: $0.rawValue) }
    merge.reportFile = reportFile.map { Array($0.utf8) }
    merge.isQuiet = quiet
    merge.isTracked = tracked
    merge.name = path.map { Array($0.utf8) }
    merge.format = format
    throw ExitCode(merge.run())
  }
}
