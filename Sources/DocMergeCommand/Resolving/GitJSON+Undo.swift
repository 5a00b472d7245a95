import DocMergeGit

extension GitJSON {
  /// The output of `docmerge undo --json` in a git repository.
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
