import DocMerge

extension JSONText {
  /// The output of `docmerge undo --json` in a container.
  static func undone(_ operation: DocMerge.Operation, _ conflicts: [DocumentSummary]) throws
    -> String
  {
    try text(Undone(operation: Act(operation), conflicts: conflicts.map(Document.init)))
  }

  /// The output of `docmerge remote list --json`.
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
