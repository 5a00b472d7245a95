import ArgumentParser
import DocMerge

/// The verb `docmerge mergetool`.
struct Mergetool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mergetool",
    abstract: "Merge the files that `git mergetool` hands over.",
    discussion: """
      Writes the result and exits with 0 only when nothing is left in conflict; otherwise the file is \
      left as git made it and the status is 1.

      Examples: to set it up:
        git config mergetool.docmerge.cmd "docmerge mergetool --base \\"\\$BASE\\" \\
          --local \\"\\$LOCAL\\" --remote \\"\\$REMOTE\\" --merged \\"\\$MERGED\\""
        git config mergetool.docmerge.trustExitCode true

      Then, in a repository with conflicts:
        git mergetool -t docmerge
      """)

  @Option(help: "The common ancestor; empty when both sides added the file.", completion: .file())
  var base: String
  @Option(help: "Our version.", completion: .file()) var local: String
  @Option(help: "Their version.", completion: .file()) var remote: String
  @Option(help: "Where the result goes.", completion: .file()) var merged: String

  func run() throws {
    let texts = try (
      base: InputFile.read(base), ours: InputFile.read(local), theirs: InputFile.read(remote)
    )
    let name = PrintableText.escape(merged)
    guard ![texts.base, texts.ours, texts.theirs].contains(where: isBinary) else {
      Console.message("docmerge: \(name) is not text; take one version whole")
      throw ExitStatus.conflictsRemain
    }
    let result = merge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs,
      options: MergeOptions(profile: .gitMerge))
    guard let clean = result.clean else {
      let regions = ConflictRegions(result)
      Console.message(
        "docmerge: \(name): \(Words.count(regions.lines.count, "region")) changed on both sides: "
          + "\(regions.description) of our version; the file is left as it was")
      throw ExitStatus.conflictsRemain
    }
    try WholeFile.replace(merged, with: clean)
    Console.message("docmerge: \(name) is merged")
  }
}
