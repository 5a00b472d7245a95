import DocMergeCore
import Glibc

extension Container {
  /// Makes a replica, in a new or empty folder, of what others have sent to a remote.
  ///
  /// On demand, only what there is to know of the documents comes: names, sizes, dates, who changed them,
  /// and which are in conflict. Placeholders lie in the folder until contents are asked for. A clone that
  /// fails leaves nothing behind.
  ///
  /// - Parameters:
  ///   - url: the address of the remote, which is called `origin` from then on.
  ///   - path: the folder.
  ///   - isOnDemand: whether contents only come when they are asked for.
  ///   - computer: the name of this copy; by default, the computer's.
  ///   - options: how long to wait, and how often to try.
  ///   - isCancelled: asked several times a second; `true` ends it.
  ///   - progress: told what is being done, on the calling thread.
  /// - Returns: the container, and what came.
  /// - Throws: ``ContainerError/pathIsTaken(_:)``, ``ContainerError/damagedClone(_:)``, ``RemoteError``,
  ///   ``FileError``, ``GitError``.
  public static func clone(
    from url: String, to path: String, isOnDemand: Bool = false, computer: String? = nil,
    options: SyncOptions = SyncOptions(), isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> (container: Container, report: SyncReport) {
    let address = try RemoteAddress(url)
    // A sync makes a repository where nothing is; here that would only hide a slip.
    if let place = address.path, try FileStatus.of(SystemPath("\(place)/objects")) == nil {
      throw RemoteError(.noSuchRepository, address: address.display)
    }
    let folder = SystemPath(path)
    let before = try FileStatus.of(folder)
    if before != nil, try !Files.entries(of: folder).isEmpty {
      throw ContainerError.pathIsTaken(PrintableText.escape(path))
    }
    let attempt = Attempt(
      url: url, path: path, isNew: before == nil, isOnDemand: isOnDemand, computer: computer)
    return try attempt.run(options, isCancelled, progress)
  }

  /// A clone into a folder in which nothing is.
  private struct Attempt {
    let url: String
    let path: String
    /// Whether the folder itself is made.
    let isNew: Bool
    let isOnDemand: Bool
    let computer: String?

    func run(
      _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> (container: Container, report: SyncReport) {
      let container = try Container.create(at: path, computer: computer).container
      do {
        if isOnDemand { try container.git.setConfiguration(Container.onDemandKey, to: "true") }
        try container.addRemote(Remote(name: "origin", url: url))
        let report = try container.sync(
          with: "origin", options: options, isCancelled: isCancelled, progress: progress)
        if let offline = report.offline { throw offline }
        return (container, report)
      } catch {
        let isUnchecked = CloneRest(container: container).hasPacks() && !isCancelled()
        remove(container)
        guard isUnchecked else { throw error }
        // A fetch may find out what is wrong, or get around it.
        var options = options
        options.leavesRest = false
        return try run(options, isCancelled, progress)
      }
    }

    /// Removes what was made; what somebody put into the folder, or changed in it, stays.
    ///
    /// What is not there yet cannot be lost; what stands in the way of removing it helps nobody.
    private func remove(_ container: Container) {
      try? removeDocuments(of: container)
      try? Files.remove(SystemPath(container.git.path))
      if isNew { _ = Files.removeEmptyFolder(container.root) }
    }

    private func removeDocuments(of container: Container) throws {
      let (own, root) = (try container.replica(), container.root)
      let reader = VersionReader(git: container.git.forMuchReading())
      let writer = FileWriter(root: root, git: container.git, isDurable: false)
      for entry in try container.index.entries() {
        // What this replica saved, somebody has just put there. What cannot be read is of others.
        if (try? reader.entry(entry.version))?.version.replica == own { continue }
        guard let status = try FileStatus.of(root.appending(entry.path)),
          entry.content.kind == .package || Fingerprint(status) == entry.fingerprint
        else { continue }
        // What somebody changes at this moment stays.
        try? writer.remove(entry.path, expecting: .init(status: status, content: entry.content))
      }
      let unfinished = DocumentPath.temporaryPrefix + "\(getpid())-".utf8
      for entry in try Files.entries(of: root) where entry.name.starts(with: unfinished) {
        try Files.remove(root.appending(entry.name))
      }
    }
  }
}
