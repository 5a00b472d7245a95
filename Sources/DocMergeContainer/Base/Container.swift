import DocMergeCore
package import DocMergeFolder
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem

/// A folder of documents whose every version is kept in a git repository at `.docmerge`.
///
///     let container = try Container.find(from: "/home/anna/Notes")
///     for document in try container.conflicts() { print(document.path.display) }
///
/// A container is safe to use from several threads and processes at once: every change is made under a lock that is
/// released when its owner ends, and readers see whole operations.
public final class Container: Sendable {
  /// The folder that holds the documents, without links.
  public let path: String

  package let root: SystemPath
  package let git: GitStore
  package let index: FolderIndex

  package static let repositoryName = ".docmerge"
  /// The folder in the repository for files that git does not know: the index and the locks.
  package static let privateName = GitStore.privateName

  /// Opens the container of the folder `path`.
  ///
  /// - Throws: ``ContainerError/notAContainer(_:)``, ``GitError``, `DatabaseError`.
  public convenience init(path: String) throws {
    try self.init(path: path, environment: .system)
  }

  /// Opens it in an environment: see ``init(path:)``.
  package init(path: String, environment: Environment) throws {
    let path = try SystemPath.resolved(path)
    let repository = "\(path)/\(Container.repositoryName)"
    guard try FileStatus.of(SystemPath(repository))?.form == .folder else {
      throw ContainerError.notAContainer(path)
    }
    try Container.makeFolders(of: repository, on: environment.disk)
    self.path = path
    root = SystemPath(path)
    git = GitStore(path: repository, workFolder: path, environment: environment)
    index = try FolderIndex(
      path: "\(repository)/\(Container.privateName)/index", disk: environment.disk)
  }

  /// Makes folders again that a copy or a backup left out, such as empty ones.
  private static func makeFolders(of repository: String, on disk: Disk) throws(FileError) {
    guard try FileStatus.of(SystemPath("\(repository)/HEAD")) != nil else { return }
    for name in ["objects", "refs", privateName] {
      let folder = SystemPath("\(repository)/\(name)")
      if try FileStatus.of(folder) == nil { try disk.makeFolder(folder) }
    }
  }

  /// Opens the container that `path`, or the nearest folder above it, is.
  ///
  /// - Throws: ``ContainerError/notAContainer(_:)`` when there is none; see ``init(path:)``.
  public static func find(from path: String) throws -> Container {
    guard let found = try root(above: path) else { throw ContainerError.notAContainer(path) }
    return try Container(path: found)
  }

  package static func root(above path: String) throws -> String? {
    var folder = try SystemPath.resolved(path)
    while true {
      let repository = SystemPath(folder == "/" ? "/.docmerge" : "\(folder)/\(repositoryName)")
      if try FileStatus.of(repository)?.form == .folder { return folder }
      guard folder != "/" else { return nil }
      folder = String(decoding: SystemPath(folder).parent.bytes, as: UTF8.self)
    }
  }

  // MARK: State

  /// The id of the replica that this container writes as.
  package func replica() throws -> ReplicaID {
    guard let text = try git.configuration(IdentitySource.replicaKey), let id = ReplicaID(text)
    else {
      throw ContainerError.notAContainer(path)
    }
    return id
  }

  /// The identity of the current user.
  package func identity() throws -> Identity {
    Identity(
      person: try IdentitySource.person(git), replica: try replica(),
      computer: Person.computer(
        try git.configuration(IdentitySource.computerKey) ?? IdentitySource.hostName()))
  }

  /// The current state; `nil` before the first operation.
  package func state() throws -> StateReader? {
    try git.reference(References.state(try replica())).map { id in try StateReader(id, in: git) }
  }

  /// The clock, random numbers and the disk for everything in it.
  package var environment: Environment { git.environment }

  /// The disk that writes its files.
  package var disk: Disk { environment.disk }

  package var graph: HeadGraph { HeadGraph(git: git) }

  package func privatePath(_ name: String) -> SystemPath {
    SystemPath("\(path)/\(Container.repositoryName)/\(Container.privateName)/\(name)")
  }

  /// The notes of a monitor about the folder.
  package var journal: FolderJournal {
    FolderJournal(folder: privatePath("monitor"), environment: environment)
  }

  /// Calls `listener` when a process waits for git's housekeeping, with the housekeeping process if that is known.
  package static func onWaiting(_ listener: @escaping @Sendable (_ process: Int32?) -> Void) {
    HousekeepingLock.tell(listener)
  }

  /// Held while documents and states change: never while waiting for a network.
  package var writeLock: ContainerLock {
    ContainerLock(path: privatePath("write.lock"), repository: git.path)
  }

  /// Held during a sync with other replicas.
  package var syncLock: ContainerLock {
    ContainerLock(path: privatePath("sync.lock"), repository: git.path)
  }
}
