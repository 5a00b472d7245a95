import DocMergeCore

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
  /// - Throws: ``ContainerError/pathIsTaken(_:)``, ``RemoteError``, ``FileError``, ``GitError``.
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
    let container = try create(at: path, computer: computer).container
    do {
      if isOnDemand { try container.git.setConfiguration(onDemandKey, to: "true") }
      try container.addRemote(Remote(name: "origin", url: url))
      let report = try container.sync(
        with: "origin", options: options, isCancelled: isCancelled, progress: progress)
      if let offline = report.offline { throw offline }
      return (container, report)
    } catch {
      // What is not there yet cannot be lost; what stands in the way of removing it helps nobody.
      let rest = SystemPath("\(container.path)/\(repositoryName)")
      try? Files.remove(before == nil ? SystemPath(container.path) : rest)
      throw error
    }
  }
}
