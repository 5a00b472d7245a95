public import DocMergeContainer
public import DocMergeHistory

/// What a sync did.
public struct SyncReport: Sendable, Hashable {
  /// What was saved in the folder before.
  public var saved: SaveReport
  /// How many documents other replicas had changed.
  public var received = 0
  /// How many replicas were met on the remote, this one not counted.
  public var replicas = 0
  /// The documents in conflict that were resolved without a person, as settings allow it.
  public var resolved: [ResolvedDocument] = []
  /// Whether anything new of this replica was sent.
  public var isSent = false
  /// What was wrong with other replicas' states; what is right in them was taken in.
  public var problems: [String] = []
  /// Whether one of the ``problems`` is that a replica deletes very many documents, which
  /// ``SyncOptions/mayDeleteMany`` takes in.
  public var hasMassDeletion = false
  /// What a person should know of: states that were taken in though they are not signed, and why the documents
  /// are not shown on a branch.
  public var warnings: [String] = []
  /// Documents that stay in conflict, since keeping both would make more copies of them than may be made without a
  /// person (``Container/maxCopies()``).
  public var tooManyCopies: [DocumentPath] = []
  /// Documents that one replica put into a folder which another one renamed: where they were, and are now.
  public var followed: [SaveReport.Move] = []
  /// Documents that got another name here in this sync, since something else has theirs.
  public var nameClashes: [NameClash] = []
  /// The documents in conflict afterwards.
  public var conflicts: [DocumentSummary] = []
  /// Why the remote could not be met now; `nil` if it was met.
  ///
  /// Being offline is no error: all is saved, and is sent by a later sync.
  public var offline: RemoteError?
  /// Why the remote did not take what was to be sent, after all of its own was taken in; `nil` if it did.
  ///
  /// So it is where one may only read. That is an error if something is ``waiting``.
  public var refused: RemoteError?
  /// The documents for which the server ``refused`` all that was sent, as far as that can be told.
  ///
  /// Nothing else is sent as long as they are there; ``Container/forget(_:)`` is a way out.
  public var refusedDocuments: [DocumentPath] = []
  /// How many documents have changes that the remote does not have yet.
  public var waiting = 0
}

/// A document whose conflict was settled without a person.
public struct ResolvedDocument: Sendable, Hashable {
  /// Where it lies.
  public var path: DocumentPath
  /// How it was settled, such as `merge: words`.
  public var strategy: String

  /// Describes what was done.
  public init(path: DocumentPath, strategy: String) {
    self.path = path
    self.strategy = strategy
  }
}
