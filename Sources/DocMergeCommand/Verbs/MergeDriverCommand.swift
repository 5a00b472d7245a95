import ArgumentParser
import DocMergeFiles
import DocMergeLanguage

/// The verb `docmerge merge-driver`.
///
/// `FileVerb` runs it without this parser; here are its help, and the cases that `FileVerb` leaves.
struct MergeDriverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: tr("Merge a file for git, which calls this for each."),
    discussion: tr(
      """
      Takes the three files that git hands to a merge driver, and writes the merge into the second. \
      Layers and rules take part, as in docmerge merge; where they cannot be trusted, lines are merged \
      as git does. Exit status: 0 merged, 1 conflicts are left between markers (or ours is kept, of a \
      binary file), 129 the merge must stop. `docmerge git setup` sets it up in git.

      Example, in the settings of git:
        [merge "docmerge"]
          driver = docmerge merge-driver %O %A %B --marker-size %L --path %P
      """))

  @Option(help: ArgumentHelp(tr("Whose merge it is: docmerge or git-merge.")))
  var profile = "docmerge"
  @Option(
    help: ArgumentHelp(tr("How far --profile docmerge goes by itself: strict, balanced or eager.")))
  var policy = Merge.Policy.balanced
  @Option(
    parsing: .unconditional, help: ArgumentHelp(tr("How long markers are: %L."), valueName: "n"))
  var markerSize = 7
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(tr("What the file is called in the repository: %P."), valueName: "path"))
  var path: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(tr("What markers say of the base: %S."), valueName: "label"))
  var baseLabel: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(tr("What markers say of ours: %X."), valueName: "label"))
  var oursLabel: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(tr("What markers say of theirs: %Y."), valueName: "label"))
  var theirsLabel: String?
  @Argument(help: ArgumentHelp(tr("The file that both were made from: %O.")), completion: .file())
  var base: String
  @Argument(help: ArgumentHelp(tr("Our file, which takes the result: %A.")), completion: .file())
  var ours: String
  @Argument(help: ArgumentHelp(tr("Their file: %B.")), completion: .file()) var theirs: String

  func validate() throws {
    guard MergeDriver.Profile(rawValue: profile) != nil else {
      throw ValidationError(tr("--profile must be docmerge or git-merge."))
    }
  }

  func run() throws {
    func label(_ text: String?, _ placeholder: String) -> [UInt8]? {
      MergeDriver.known(text.map { Array($0.utf8) }, placeholder)
    }
    var driver = MergeDriver(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    driver.profile = MergeDriver.Profile(rawValue: profile) ?? .docmerge
    driver.policy = policy.policy
    driver.markerSize = markerSize
    driver.path = path.map { Array($0.utf8) }
    driver.baseLabel = label(baseLabel, "%S")
    driver.oursLabel = label(oursLabel, "%X")
    driver.theirsLabel = label(theirsLabel, "%Y")
    throw ExitCode(driver.run())
  }
}
