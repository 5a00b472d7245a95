package import DocMergeObjects

/// How a sync treats its remote.
public struct SyncOptions: Sendable, Hashable {
  /// How long a server may be silent before the sync gives up; zero waits for ever.
  ///
  /// `nil` takes the seconds of `docmerge.timeout` in git's settings, or 60. Remotes on this computer have no time
  /// limit.
  public var timeout: Duration?
  /// How many times in all a remote that cannot be reached is tried.
  public var tries = 3
  /// Whether ssh and git may ask at the terminal, for a password or about a new host.
  public var mayAsk = false

  /// Whether one sync may delete more documents than `docmerge.maxdelete` of git's settings allows.
  ///
  /// That is a share in percent, 50 by default. Fewer than ten documents are never too many.
  public var mayDeleteMany = false

  /// Whether documents of another container may become documents of this one.
  ///
  /// Otherwise ``ContainerError/otherContainer(remote:documents:)`` ends the first sync with a remote whose
  /// documents are all unknown here. Documents of one name become one document, in conflict where they differ.
  public var joinsContainers = false

  /// Whether all documents become what they are on the remote; those that it lacks are deleted.
  ///
  /// A separate operation after the merge, which can be undone.
  public var followsRemote = false

  /// Whether a sync ends where it would put documents of this replica in conflict with others' versions.
  ///
  /// Nothing is merged or sent then: see ``ContainerError/wouldConflict(_:)``.
  public var failsOnConflict = false

  /// Whether work that a clone may leave for later is left: see `DeferredCloneWork`.
  package var leavesRest = false

  /// Whether a missing repository may be made, of the kinds that git makes itself.
  var makesRemote = true

  static let timeoutKey = "docmerge.timeout"

  /// How long a program or a server may be silent, by the settings of a container.
  package func timeout(by git: GitStore) throws(GitError) -> Duration {
    if let timeout { return timeout }
    guard let text = try git.configuration(SyncOptions.timeoutKey) else { return .seconds(60) }
    // A sync refuses a value that is no number; elsewhere it counts as the default.
    return .seconds(Int(text).flatMap { $0 >= 0 ? $0 : nil } ?? 60)
  }

  /// The default: three tries, no questions, no mass deletion.
  public init() {}
}
