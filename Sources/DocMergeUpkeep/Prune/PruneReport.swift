public import DocMergeCore
public import DocMergeHistory
public import DocMergeObjects

/// What a prune took away, or would take away.
public struct PruneReport: Sendable, Hashable {
  /// The documents that lose versions, by path.
  public var documents: [PrunedDocument] = []
  /// The replicas because of which more does not go: they have not seen yet that it may.
  public var holdups: [PruneHoldup] = []
  /// The operation that took it away; `nil` when nothing went.
  public var operation: ObjectID?
  /// How many bytes of git's objects went into the recycle bin.
  public var recycled: Int64 = 0
  /// How many pruned versions stay on the disk, since what was fetched of other replicas has them.
  public var stillKept = 0
  /// How many bytes of the recycle bin were given back to the disk.
  public var emptied: Int64 = 0

  /// Makes a report of nothing.
  public init() {}

  /// How many versions go.
  public var versions: Int { documents.reduce(0) { $0 + $1.versions } }
  /// The bytes of the documents in these versions.
  public var bytes: Int64 { documents.reduce(0) { $0 + $1.bytes } }
}

/// A document that loses versions in a prune.
public struct PrunedDocument: Sendable, Hashable, Identifiable {
  /// Which one.
  public var id: DocumentID
  /// Where it lies, or lay.
  public var path: DocumentPath
  /// How many versions go.
  public var versions: Int
  /// The bytes of the document in these versions.
  public var bytes: Int64
  /// Why nothing leads to them.
  public var reason: PruneReason
}

/// A replica that has not seen yet what is old enough.
public struct PruneHoldup: Sendable, Hashable, Identifiable {
  /// Which one.
  public var id: ReplicaID
  /// The name of its computer.
  public var computer: String
  /// When its last state that is known here was made, by its clock; `nil` if none is known.
  public var heard: Timestamp?
}
