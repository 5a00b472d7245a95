import ArgumentParser
import DocMerge

/// The verb `docmerge mergetool`.
struct Mergetool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mergetool",
    abstract: "Merge the files that `git mergetool` hands over.",
    discussion: """
      Line endings and encodings are merged apart from the lines, and rules settle what both sides \
      changed, as far as the policy allows. Writes the result and exits with 0 only when nothing is left in conflict; otherwise the file is \
      left as git made it and the status is 1.

      Examples: to set it up:
        git config mergetool.docmerge.cmd "docmerge mergetool --base \\"\\$BASE\\" \\
          --local \\"\\$LOCAL\\" --remote \\"\\$REMOTE\\" --merged \\"\\$MERGED\\""
        git config mergetool.docmerge.trustExitCode true

      Then, in a repository with conflicts:
        git mergetool -t docmerge

      To take no risk, add --policy strict to the command.
      """)

  @Option(help: "The common ancestor; empty when both sides added the file.", completion: .file())
  var base: String
  @Option(help: "Our version.", completion: .file()) var local: String
  @Option(help: "Their version.", completion: .file()) var remote: String
  @Option(help: "Where the result goes.", completion: .file()) var merged: String

  @Option(help: "How far the merge goes by itself: strict, balanced or eager.")
  var policy = Merge.Policy.balanced

  func run() throws {
    let name = PrintableText.escape(merged)
    switch try ThreeWayMerge(policy: policy.policy).attempt(conflict()) {
    case .clean(let resolution):
      guard case .contents(let bytes, _) = resolution.outcome else { break }
      try WholeFile.replace(merged, with: bytes)
      Console.message("docmerge: \(name) is merged")
      return
    case .refused(let reason):
      Console.message("docmerge: \(name) is not merged, \(MergeWords.reason(reason))")
    case .conflicts(let merge):
      Console.message(
        "docmerge: \(name): \(MergeWords.regions(merge, of: "our version")); "
          + "the file is left as it was")
    }
    throw ExitStatus.conflictsRemain
  }

  /// The three files; ours counts as the older side, so that the merge has it first.
  private func conflict() throws -> Conflict {
    func side(_ path: String, second: Int64) throws -> Conflict.Side {
      let bytes = try InputFile.read(path)
      let date = Timestamp(seconds: second, nanoseconds: 0)
      return Conflict.Side(id: path, kind: .file(isExecutable: false), date: date) { bytes }
    }
    let base = try side(base, second: 0)
    return Conflict(
      path: merged, base: try base.bytes().isEmpty ? nil : base,
      sides: [try side(local, second: 1), try side(remote, second: 2)])
  }
}
