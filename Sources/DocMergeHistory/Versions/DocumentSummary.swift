/// A document as lists show it.
public struct DocumentSummary: Sendable, Hashable, Identifiable {
  /// The id, which survives all renames.
  public var id: DocumentID
  /// Its path in the folder, or the name that it had when it was deleted.
  public var path: DocumentPath
  /// The versions that no other supersedes, the current one first: more than one is a conflict.
  public var heads: [Version]
  /// Other names that replicas gave it at the same time.
  public var aliases: [DocumentPath]
  /// Where its contents are.
  public var availability: Availability

  /// The current version.
  public var current: Version { heads[0] }

  /// Whether a decision between several versions is open.
  public var isInConflict: Bool { heads.count > 1 }

  /// Whether the document is not in the folder.
  public var isDeleted: Bool { current.isDeletion }

  /// Makes a summary; `nil` without a head.
  package init?(
    id: DocumentID, path: DocumentPath, heads: [Version], aliases: [DocumentPath],
    availability: Availability
  ) {
    guard !heads.isEmpty else { return nil }
    self.id = id
    self.path = path
    self.heads = heads
    self.aliases = aliases
    self.availability = availability
  }
}
