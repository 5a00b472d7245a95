package import DocMergeObjects

/// How a sync deals with its remote.
public struct SyncOptions: Sendable, Hashable {
  /// How long a server may say nothing before it is given up; zero waits for ever.
  ///
  /// `nil` takes the seconds that `docmerge.timeout` of git's settings says, or 60. Remotes on this
  /// computer are not timed.
  public var timeout: Duration?
  /// How often a remote that cannot be reached is tried in all.
  public var tries = 3
  /// Whether ssh and git may ask at the terminal, for a password or about a new host.
  public var mayAsk = false

  /// Whether more documents may go in one sync than `docmerge.maxdelete` of git's settings allows.
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
  /// An operation of its own, after what came was taken in, which can be undone.
  public var followsRemote = false

  /// Whether a sync ends where it would put documents of this replica in conflict with others' versions.
  ///
  /// Nothing is taken in or sent then: see ``ContainerError/wouldConflict(_:)``.
  public var failsOnConflict = false

  /// Whether what a clone may leave to be done is left: see `CloneRest`.
  package var leavesRest = false

  /// Whether a repository may be made where there is none, of those that git makes itself.
  var makesRemote = true

  static let timeoutKey = "docmerge.timeout"

  /// How long a program or a server may say nothing, by the settings of a container.
  package func timeout(by git: GitStore) throws(GitError) -> Duration {
    if let timeout { return timeout }
    guard let text = try git.configuration(SyncOptions.timeoutKey) else { return .seconds(60) }
    // What is no number is taken for the usual: a typing error must not make a sync wait for ever.
    return .seconds(Int(text).flatMap { $0 >= 0 ? $0 : nil } ?? 60)
  }

  /// The usual: three tries, nobody is asked, a slip does not delete everything.
  public init() {}
}
