public import DocMergeCore
public import DocMergeHistory
public import DocMergeObjects

/// What a prune removed, or would remove.
public struct PruneReport: Sendable, Hashable {
  /// The documents that lose versions, by path.
  public var documents: [PrunedDocument] = []
  /// The replicas that keep more from being removed: they have not seen yet that it may be.
  public var holdups: [PruneHoldup] = []
  /// The operation of the prune; `nil` when nothing was removed.
  public var operation: ObjectID?
  /// How many bytes of git's objects were moved to the recycle bin.
  public var recycled: Int64 = 0
  /// How many pruned versions stay on the disk, since fetched references of other replicas lead to them.
  public var stillKept = 0
  /// How many bytes of the recycle bin were freed.
  public var emptied: Int64 = 0

  /// Makes an empty report.
  public init() {}

  /// How many versions are removed.
  public var versions: Int { documents.reduce(0) { $0 + $1.versions } }
  /// The bytes of the documents in these versions.
  public var bytes: Int64 { documents.reduce(0) { $0 + $1.bytes } }
}

/// A document that loses versions in a prune.
public struct PrunedDocument: Sendable, Hashable, Identifiable {
  /// The id of the document.
  public var id: DocumentID
  /// Its path, or its last path.
  public var path: DocumentPath
  /// How many versions are removed.
  public var versions: Int
  /// The bytes of the document in these versions.
  public var bytes: Int64
  /// Why nothing leads to them.
  public var reason: PruneReason
}

/// A replica that has not seen a state that is old enough.
public struct PruneHoldup: Sendable, Hashable, Identifiable {
  /// The id of the replica.
  public var id: ReplicaID
  /// The name of its computer.
  public var computer: String
  /// The date of its last state that is known here, by its clock; `nil` if none is known.
  public var heard: Timestamp?
}
