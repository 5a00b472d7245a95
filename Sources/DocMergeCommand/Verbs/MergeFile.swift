import ArgumentParser
import DocMergeCore
import DocMergeFiles
import Glibc

/// The verb `docmerge merge-file`.
///
/// The launcher runs it without this program; here are its help, and what the launcher leaves: wrong
/// arguments, and `-C` before the verb.
struct MergeFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-file",
    abstract: "Merge three files as `git merge-file` does.",
    discussion: """
      Brings the changes that lead from the base to the other file into the current one. Options, \
      output and exit status are those of git merge-file(1): 0 merged, 1 to 127 that many conflicts, \
      255 an error, 129 wrong usage.

      Examples:
        docmerge merge-file ours.md base.md theirs.md
        docmerge merge-file -p --zdiff3 -L mine -L base -L yours ours.md base.md theirs.md > merged.md
      """)

  /// The styles beyond the plain one.
  enum Style: String, EnumerableFlag {
    case diff3, zdiff3
    static func help(for value: Style) -> ArgumentHelp? {
      value == .diff3 ? "Show the base in conflicts." : "As --diff3, with smaller conflicts."
    }
  }

  /// Who settles conflicts.
  enum Side: String, EnumerableFlag {
    case ours, theirs, union
    static func help(for value: Side) -> ArgumentHelp? {
      switch value {
      case .ours: "Settle conflicts for the current file."
      case .theirs: "Settle conflicts for the other file."
      case .union: "Settle conflicts by taking both."
      }
    }
  }

  @Flag(name: [.customShort("p"), .customLong("stdout")], help: "Print the result.")
  var printsResult = false
  @Flag(name: .shortAndLong, help: "Say nothing about errors.") var quiet = false
  @Option(
    name: .customShort("L"),
    help: ArgumentHelp(
      "What markers say of the current file, the base and the other file, in this order.",
      valueName: "label"))
  var labels: [String] = []
  @Flag(exclusivity: .chooseLast) var style: Style?
  @Flag(exclusivity: .chooseLast) var side: Side?
  @Option(help: ArgumentHelp("How long markers are.", valueName: "n")) var markerSize = "7"
  @Option(
    help: ArgumentHelp(
      "How lines are compared: myers, minimal, patience or histogram.", valueName: "name"))
  var diffAlgorithm = "myers"
  @Argument(help: "Our file, which takes the result.", completion: .file()) var current: String
  @Argument(help: "The file that both were made from.", completion: .file()) var base: String
  @Argument(help: "Their file.", completion: .file()) var other: String

  func validate() throws {
    guard labels.count <= 3 else { throw ValidationError("-L may be given three times at most.") }
    guard FileMerge.markerSize(markerSize) != nil else {
      throw ValidationError("--marker-size must be a number.")
    }
    guard FileMerge.algorithm(named: diffAlgorithm) != nil else {
      throw ValidationError("--diff-algorithm must be myers, minimal, patience or histogram.")
    }
  }

  func run() {
    var merge = FileMerge(
      current: Array(current.utf8), base: Array(base.utf8), other: Array(other.utf8))
    merge.printsResult = printsResult
    merge.isQuiet = quiet
    merge.labels = labels.map { Array($0.utf8) }
    merge.style = style.map { $0 == .diff3 ? .diff3 : .zdiff3 } ?? .merge
    merge.favour = side.map { [.ours: .ours, .theirs: .theirs, .union: .union][$0] ?? .union }
    merge.markerSize = FileMerge.markerSize(markerSize) ?? 7
    merge.algorithm = FileMerge.algorithm(named: diffAlgorithm) ?? .myers
    // The status is git's, which knows more numbers than `ExitStatus` does.
    Glibc.exit(merge.run())
  }
}
