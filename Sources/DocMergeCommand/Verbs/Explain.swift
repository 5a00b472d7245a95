import ArgumentParser
import DocMerge
import DocMergeGit
import DocMergeLanguage

/// The verb `docmerge explain`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: tr("Say why conflicts are left, rule by rule."),
    discussion: tr(
      """
      Merges each document in conflict as `docmerge resolve` does, and says of each conflict that is left \
      what both versions did there, what a guard objects to, which rules would settle it if they were \
      allowed to, and what the others need that is not so here. Nothing is changed.

      Works on the documents in conflict of a container, and on the paths that git has in conflict; by \
      default on all of them.

      Examples:
        docmerge explain
        docmerge explain README.md
        docmerge explain --policy strict README.md
        docmerge explain --json README.md
      """))

  @Argument(help: ArgumentHelp(tr("Documents in conflict; by default all.")), completion: .file())
  var documents: [String] = []
  @Option(help: ArgumentHelp(tr("How far merges go by themselves: strict, balanced or eager.")))
  var policy = Merge.Policy.balanced
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func run() throws {
    let explanations = try conflicts().map { try Explanation($0, policy: policy.policy) }
    guard !json else {
      return Console.print(try JSONText.text(Report(documents: explanations)))
    }
    guard !explanations.isEmpty else { return Console.message(tr("Nothing is in conflict.")) }
    try Pager.start()
    for (index, explanation) in explanations.enumerated() {
      if index > 0 { Console.print("") }
      explanation.print()
    }
    Explanation.printNeeds(of: explanations)
  }

  private struct Report: Encodable {
    var format = "docmerge-explain"
    var version = 1
    var documents: [Explanation]
  }

  /// The named conflicts, or all.
  private func conflicts() throws -> [Conflict] {
    guard let git = try GitSource.current() else {
      let container = try DocumentFinder().container
      let found = try documents.isEmpty ? container.conflicts() : named(in: DocumentFinder())
      // Versions that turn out to be ancestors of others, or equal, are not in conflict any more.
      return try Download(container: container).bring(found)
        .filter { $0.isInConflict || !documents.isEmpty }.map(container.conflict)
    }
    let found = try documents.isEmpty ? git.conflicts([]) : documents.map(git.conflict)
    return try found.map { conflict in
      var value = try git.repository.conflict(of: conflict)
      value.path = conflict.display
      return value
    }
  }

  private func named(in finder: DocumentFinder) throws -> [DocumentSummary] {
    try documents.map { name in
      let document = try finder.document(name)
      guard document.isInConflict else {
        throw ContainerError.notInConflict(document.path.display)
      }
      return document
    }
  }
}
