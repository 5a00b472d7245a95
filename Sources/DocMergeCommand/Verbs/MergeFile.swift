import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage

/// The verb `docmerge merge-file`.
///
/// `FileVerb` runs it without this parser; here are its help, and the cases that `FileVerb` leaves: wrong
/// arguments, and `-C` before the verb.
struct MergeFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-file",
    abstract: tr("Merge three files as `git merge-file` does."),
    discussion: tr(
      """
      Brings the changes that lead from the base to the other file into the current one. Options, \
      output and exit status are those of git merge-file(1): 0 merged, 1 to 127 that many conflicts, \
      255 an error, 129 wrong usage. With --profile docmerge, layers and rules take part, as in \
      docmerge merge.

      Examples:
        docmerge merge-file ours.md base.md theirs.md
        docmerge merge-file -p --zdiff3 -L mine -L base -L yours ours.md base.md theirs.md > merged.md
        docmerge merge-file --profile docmerge --report json ours.md base.md theirs.md
      """))

  /// The styles beyond the plain one.
  enum Style: String, EnumerableFlag {
    case diff3, zdiff3
    static func help(for value: Style) -> ArgumentHelp? {
      ArgumentHelp(
        value == .diff3
          ? tr("Show the base in conflicts.") : tr("As --diff3, with smaller conflicts."))
    }
  }

  /// The form of the report.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case json
  }

  /// The side that settles conflicts.
  enum Side: String, EnumerableFlag {
    case ours, theirs, union
    static func help(for value: Side) -> ArgumentHelp? {
      switch value {
      case .ours: ArgumentHelp(tr("Settle conflicts for the current file."))
      case .theirs: ArgumentHelp(tr("Settle conflicts for the other file."))
      case .union: ArgumentHelp(tr("Settle conflicts by taking both."))
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      tr("Whose merge it is: git-merge-file, git-merge or docmerge."), valueName: "profile"))
  var profile = "git-merge-file"
  @Option(
    help: ArgumentHelp(tr("How far --profile docmerge goes by itself: strict, balanced or eager.")))
  var policy = Merge.Policy.balanced
  @Flag(
    name: .customLong("object-id"),
    help: ArgumentHelp(tr("Take blobs of the repository, and make the result one.")))
  var usesObjects = false
  @Flag(
    name: [.customShort("p"), .customLong("stdout")], help: ArgumentHelp(tr("Print the result.")))
  var printsResult = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Say nothing about errors."))) var quiet = false
  @Option(
    name: .customShort("L"),
    help: ArgumentHelp(
      tr("What markers say of the current file, the base and the other file, in this order."),
      valueName: "label"))
  var labels: [String] = []
  @Flag(exclusivity: .chooseLast) var style: Style?
  @Flag(exclusivity: .chooseLast) var side: Side?
  @Option(help: ArgumentHelp(tr("How long markers are."), valueName: "n")) var markerSize = "7"
  @Option(
    help: ArgumentHelp(
      tr(
        "How lines are compared: myers, minimal, patience or histogram; else as the profile does."),
      valueName: "name"))
  var diffAlgorithm: String?
  @Option(help: ArgumentHelp(tr("Report what was done: json."), valueName: "form"))
  var report: Form?
  @Option(
    help: ArgumentHelp(tr("Write the report to <file>."), valueName: "file"), completion: .file())
  var reportFile: String?
  @Argument(help: ArgumentHelp(tr("Our file, which takes the result.")), completion: .file())
  var current: String
  @Argument(help: ArgumentHelp(tr("The file that both were made from.")), completion: .file())
  var base: String
  @Argument(help: ArgumentHelp(tr("Their file.")), completion: .file()) var other: String

  func validate() throws {
    guard labels.count <= 3 else {
      throw ValidationError(tr("-L may be given three times at most."))
    }
    guard FileMerge.markerSize(markerSize) != nil else {
      throw ValidationError(tr("--marker-size must be a number."))
    }
    guard diffAlgorithm.map({ FileMerge.algorithm(named: $0) != nil }) ?? true else {
      throw ValidationError(tr("--diff-algorithm must be myers, minimal, patience or histogram."))
    }
    guard FileMerge.Profile(rawValue: profile) != nil else {
      throw ValidationError(tr("--profile must be git-merge-file, git-merge or docmerge."))
    }
    guard reportFile == nil || report != nil else {
      throw ValidationError(tr("--report-file needs --report."))
    }
  }

  func run() throws {
    // Git is stricter than the parser of this program: each of two given values must be valid.
    var words = commandLineWords().dropFirst()
    while words.first == Array("-C".utf8) { words = words.dropFirst(2) }
    guard let merge = FileMerge(words: words.dropFirst()) else {
      throw ValidationError(tr("An option is wrong, as git merge-file sees it."))
    }
    // The status is git's, which has more numbers than `ExitStatus`.
    throw ExitCode(merge.run())
  }
}
