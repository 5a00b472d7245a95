import DocMergeCore
import Glibc

extension Container {
  /// Makes a replica, in a new or empty folder, of what others have sent to a remote.
  ///
  /// On demand, only what there is to know of the documents comes: names, sizes, dates, who changed them,
  /// and which are in conflict. Placeholders lie in the folder until contents are asked for. A clone that
  /// fails leaves nothing behind. One that was killed before anything came is taken up again.
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
  /// - Throws: ``ContainerError/pathIsTaken(_:)``, ``ContainerError/isContainer(_:)``,
  ///   ``ContainerError/busy(process:)``, ``ContainerError/damagedClone(_:)``, ``RemoteError``, ``FileError``,
  ///   ``GitError``.
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
    let attempt = Attempt(url: url, isOnDemand: isOnDemand, computer: computer)
    let isNew = try FileStatus.of(SystemPath(path)) == nil
    do {
      let site = try ContainerSite(path)
      switch try site.cleared() {
      case []: return try attempt.run(on: site, options, isCancelled, progress)
      case [Array(repositoryName.utf8)]:
        return try attempt.goOn(in: Container(path: path), options, isCancelled, progress)
      case let names where names.contains(Array(repositoryName.utf8)):
        throw ContainerError.isContainer(PrintableText.escape(site.path))
      default: throw ContainerError.pathIsTaken(PrintableText.escape(path))
      }
    } catch {
      if isNew { _ = Files.removeEmptyFolder(SystemPath(path)) }
      throw error
    }
  }

  /// A clone into a folder in which nothing is.
  private struct Attempt {
    let url: String
    let isOnDemand: Bool
    let computer: String?

    func run(
      on site: borrowing ContainerSite, _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> (container: Container, report: SyncReport) {
      let container = try Container.create(on: site, computer: computer).container
      do {
        if isOnDemand { try container.git.setConfiguration(Container.onDemandKey, to: "true") }
        try container.addRemote(Remote(name: "origin", url: url))
        return (container, try meet(container, options, isCancelled, progress))
      } catch {
        let isUnchecked = CloneRest(container: container).hasPacks() && !isCancelled()
        remove(container)
        guard isUnchecked else { throw error }
        // A fetch may find out what is wrong, or get around it.
        var options = options
        options.leavesRest = false
        return try run(on: site, options, isCancelled, progress)
      }
    }

    /// Goes on with a clone that was killed before anything came of it.
    ///
    /// What fails leaves the container as it was: somebody else may have made it.
    ///
    /// - Throws: ``ContainerError/isContainer(_:)`` where anything is in it, or comes from elsewhere; what a sync
    ///   throws.
    func goOn(
      in container: Container, _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> (container: Container, report: SyncReport) {
      let (origin, remotes) = (Remote(name: "origin", url: url), try container.remotes())
      let state = try container.state()
      guard remotes.allSatisfy({ $0 == origin }), state?.isEmpty ?? true else {
        throw ContainerError.isContainer(PrintableText.escape(container.path))
      }
      _ = try container.save(kind: state == nil ? .initialize : .save)
      if let computer {
        try container.git.setConfiguration(
          IdentitySource.computerKey, to: Person.computer(computer))
      }
      try container.git.setConfiguration(Container.onDemandKey, to: "\(isOnDemand)")
      if remotes.isEmpty { try container.addRemote(origin) }
      // A fetch leaves out what of an unchecked pack could be wrong.
      var options = options
      options.leavesRest = false
      return (container, try meet(container, options, isCancelled, progress))
    }

    private func meet(
      _ container: Container, _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> SyncReport {
      let report = try container.sync(
        with: "origin", options: options, isCancelled: isCancelled, progress: progress)
      if let offline = report.offline { throw offline }
      return report
    }

    /// Removes what was made; what somebody put into the folder, or changed in it, stays.
    ///
    /// What is not there yet cannot be lost; what stands in the way of removing it helps nobody.
    private func remove(_ container: Container) {
      try? removeDocuments(of: container)
      try? Files.remove(SystemPath(container.git.path))
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
