import DocMerge
import DocMergeGit

extension JSONText {
  /// What `docmerge undo --json` prints in a container.
  static func undone(_ operation: DocMerge.Operation, _ conflicts: [DocumentSummary]) throws
    -> String
  {
    try text(Undone(operation: Act(operation), conflicts: conflicts.map(Document.init)))
  }

  /// What `docmerge remote list --json` prints.
  static func remotes(_ remotes: [Remote]) throws -> String {
    try text(
      Remotes(
        remotes: remotes.map { Place(name: $0.name, url: $0.display) }))
  }

  private struct Undone: Encodable {
    var format = "docmerge-undo"
    var version = 1
    var operation: Act
    var conflicts: [Document]
  }

  private struct Remotes: Encodable {
    var format = "docmerge-remotes"
    var version = 1
    var remotes: [Place]
  }

  private struct Place: Encodable {
    var name: String
    var url: String
  }
}

extension GitJSON {
  /// What `docmerge undo --json` prints in a git repository.
  static func undone(_ entry: GitJournalEntry, _ left: [GitConflict]) throws -> String {
    try JSONText.text(
      Undone(
        summary: entry.summary, paths: entry.paths.map { String(decoding: $0, as: UTF8.self) },
        edited: entry.edits.map {
          Edited(path: String(decoding: $0.path, as: UTF8.self), object: $0.object)
        }, conflicts: left.map { String(decoding: $0.path, as: UTF8.self) }))
  }

  private struct Undone: Encodable {
    var format = "docmerge-git-undo"
    var version = 1
    var summary: String
    var paths: [String]
    var edited: [Edited]
    var conflicts: [String]
  }

  private struct Edited: Encodable {
    var path: String
    var object: String
  }
}
