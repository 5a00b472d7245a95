public import DocMergeContainer
public import DocMergeHistory

/// What a sync did.
public struct SyncReport: Sendable, Hashable {
  /// The documents that were saved before the sync.
  public var saved: SaveReport
  /// How many documents other replicas had changed.
  public var received = 0
  /// How many other replicas the remote has.
  public var replicas = 0
  /// The documents in conflict that were resolved without a person, as settings allow it.
  public var resolved: [ResolvedDocument] = []
  /// Whether anything new of this replica was sent.
  public var isSent = false
  /// Faults in other replicas' states; the sound states were merged.
  public var problems: [String] = []
  /// Whether one of the ``problems`` is that a replica deletes very many documents, which
  /// ``SyncOptions/mayDeleteMany`` allows.
  public var hasMassDeletion = false
  /// Warnings for a person: states that were merged though they are not signed, and why the documents are not shown on
  /// a branch.
  public var warnings: [String] = []
  /// Documents that stay in conflict, since keeping both would make more copies of them than are allowed without a
  /// person (`ContainerSettings.maxCopies`).
  public var tooManyCopies: [DocumentPath] = []
  /// Documents that one replica put into a folder that another one renamed: the old and the new path.
  public var followed: [SaveReport.Move] = []
  /// Documents that replicas renamed at the same time: the name that is not in force, and the one that is.
  public var renamedTwice: [SaveReport.Move] = []
  /// Documents that got another name here in this sync, since another document has theirs.
  public var nameClashes: [NameClash] = []
  /// The documents in conflict afterwards.
  public var conflicts: [DocumentSummary] = []
  /// Why the remote could not be reached now; `nil` if it was.
  ///
  /// Being offline is no error: everything is saved, and a later sync sends it.
  public var offline: RemoteError?
  /// Why the remote refused the push, after its own changes were merged; `nil` if it did not.
  ///
  /// For example, a remote that may only be read. That is an error if something is ``waiting``.
  public var refused: RemoteError?
  /// The documents for which the server ``refused`` everything that was sent, as far as that can be told.
  ///
  /// Nothing else is sent as long as they are there; `Upkeep.forget` removes them.
  public var refusedDocuments: [DocumentPath] = []
  /// How many documents have changes that the remote does not have yet.
  public var waiting = 0
}

/// A document whose conflict was settled without a person.
public struct ResolvedDocument: Sendable, Hashable {
  /// The path of the document.
  public var path: DocumentPath
  /// How it was settled, such as `merge: words`.
  public var strategy: String

  /// Creates a description of a resolved document.
  public init(path: DocumentPath, strategy: String) {
    self.path = path
    self.strategy = strategy
  }
}
