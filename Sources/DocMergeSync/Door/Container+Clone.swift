public import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
public import DocMergeObjects
package import DocMergeSystem
import Glibc

extension Container {
  /// Makes a replica, in a new or empty folder, from what others have sent to a remote.
  ///
  /// On demand, only facts about the documents are fetched: names, sizes, dates, authors, and which are in conflict.
  /// Placeholders are in the folder until contents are asked for. A clone that was killed before anything was fetched
  /// is continued. A failed clone leaves the folder as it was.
  ///
  /// - Parameters:
  ///   - url: the address of the remote, which is called `origin` from then on.
  ///   - path: the folder.
  ///   - isOnDemand: whether contents are only fetched when they are asked for.
  ///   - focus: which documents are to be in the folder; `nil`: all. Contents of others are not fetched.
  ///   - computer: the name of this copy; by default, the computer's.
  ///   - participants: keys of those who may read and write an encrypted remote; see
  ///     ``Remotes/add(_:participants:)``.
  ///   - options: how long to wait, and how often to try.
  ///   - isCancelled: asked several times a second; `true` ends the clone.
  ///   - progress: called with each step, on the calling thread.
  /// - Returns: the container, and a report on the fetch.
  /// - Throws: ``ContainerError/pathIsTaken(_:)``, ``ContainerError/isContainer(_:)``,
  ///   ``ContainerError/busy(process:)``, ``ContainerError/damagedClone(_:)``, ``RemoteError``, ``FileError``,
  ///   ``GitError``.
  public static func clone(
    from url: String, to path: String, isOnDemand: Bool = false, focus: Focus? = nil,
    computer: String? = nil, participants: [String] = [], options: SyncOptions = SyncOptions(),
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> (container: Container, report: SyncReport) {
    try clone(
      from: url, to: path, isOnDemand: isOnDemand, focus: focus, computer: computer,
      participants: participants, options: options, environment: .system,
      isCancelled: isCancelled, progress: progress)
  }

  /// Makes it in an environment: see
  /// ``clone(from:to:isOnDemand:focus:computer:participants:options:isCancelled:progress:)``.
  package static func clone(
    from url: String, to path: String, isOnDemand: Bool, focus: Focus?, computer: String?,
    participants: [String], options: SyncOptions, environment: Environment,
    isCancelled: @escaping () -> Bool, progress: @escaping (SyncProgress) -> Void
  ) throws -> (container: Container, report: SyncReport) {
    let address = try RemoteAddress(url)
    // A sync makes a missing repository; in a clone that would only hide a mistake.
    if let place = address.path, try FileStatus.of(SystemPath("\(place)/objects")) == nil {
      throw RemoteError(.noSuchRepository, address: address.display)
    }
    let attempt = Attempt(
      url: url, isOnDemand: isOnDemand, comesWhole: address.isEncrypted, focus: focus,
      computer: computer, participants: participants)
    let site = try ContainerSite(path, environment: environment)
    do {
      switch try site.cleared() {
      case []: return try attempt.run(on: site, options, isCancelled, progress)
      case [Array(repositoryName.utf8)]:
        let container = try Container(path: path, environment: environment)
        return try attempt.resume(in: container, options, isCancelled, progress)
      case let names where names.contains(Array(repositoryName.utf8)):
        throw ContainerError.isContainer(PrintableText.escape(site.path))
      default: throw ContainerError.pathIsTaken(PrintableText.escape(path))
      }
    } catch {
      site.removeIfNew()
      throw error
    }
  }

  /// A clone into an empty folder, or into one with nothing but a container without a document.
  private struct Attempt {
    let url: String
    let isOnDemand: Bool
    /// Whether the remote sends all contents or none.
    let comesWhole: Bool
    let focus: Focus?
    let computer: String?
    let participants: [String]

    /// The settings that say which documents the folder holds.
    private var settings: [(key: String, value: String?)] {
      let bringsAll = isOnDemand || focus == nil || comesWhole
      // The focus is first: without it, all contents would be fetched.
      return [
        (ContainerSettings.focusKey, focus?.setting),
        (
          ContainerSettings.onDemandKey, bringsAll ? "\(isOnDemand)" : ContainerSettings.outsideOnly
        ),
      ]
    }

    func run(
      on site: borrowing ContainerSite, _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> (container: Container, report: SyncReport) {
      let container = try Container.create(on: site, computer: computer).container
      do {
        if isOnDemand || focus != nil {
          for (key, value) in settings { try set(key, to: value, in: container) }
        }
        try addRemote(to: container)
        return (container, try sync(container, options, isCancelled, progress))
      } catch {
        let isUnchecked = DeferredCloneWork(container: container).hasPacks() && !isCancelled()
        remove(container)
        guard isUnchecked else { throw error }
        // A fetch may find the fault, or avoid it.
        var options = options
        options.leavesRest = false
        return try run(on: site, options, isCancelled, progress)
      }
    }

    /// Continues a clone that was killed before anything was fetched.
    ///
    /// A failure restores the settings of the container: another person may have made it.
    ///
    /// - Throws: ``ContainerError/isContainer(_:)`` where anything is in it, or it has another remote; what a sync
    ///   throws.
    func resume(
      in container: Container, _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> (container: Container, report: SyncReport) {
      let (remotes, state) = (try container.remotes.all(), try container.state())
      // The address as it is written in the settings: git's settings may rewrite it.
      let known = try container.git.configuration("remote.origin.url")
      guard remotes.allSatisfy({ $0.name == "origin" && known == url }), state?.isEmpty ?? true
      else { throw ContainerError.isContainer(PrintableText.escape(container.path)) }
      try startAnew(container, state == nil ? .initialize : .save)
      let settings = try set(up: container)
      do {
        if remotes.isEmpty { try addRemote(to: container) }
        // A fetch leaves out the parts of an unchecked pack that could be wrong.
        var options = options
        options.leavesRest = false
        return (container, try sync(container, options, isCancelled, progress))
      } catch {
        if try container.state()?.isEmpty == true {
          if remotes.isEmpty { try container.remotes.remove("origin") }
          for (key, value) in settings { try set(key, to: value, in: container) }
        }
        throw error
      }
    }

    /// Saves the files in the folder; fetched data that was found damaged before any merge is removed.
    private func startAnew(_ container: Container, _ kind: OperationKind) throws {
      do {
        _ = try container.save(kind: kind)
      } catch ContainerError.damagedClone {
        try container.git.forgetAll(of: "origin")
        try DeferredCloneWork(container: container).forgetPacks()
        _ = try container.save(kind: kind)
      }
    }

    /// Sets the kind of copy to make.
    ///
    /// - Returns: the old settings.
    private func set(up container: Container) throws -> [(key: String, value: String?)] {
      var wanted = settings
      if let computer { wanted.append((IdentitySource.computerKey, Person.computer(computer))) }
      return try wanted.map { key, value in
        let old = try container.git.configuration(key)
        try set(key, to: value, in: container)
        return (key, old)
      }
    }

    private func set(_ key: String, to value: String?, in container: Container) throws {
      guard let value else { return try container.git.removeConfiguration(key) }
      try container.git.setConfiguration(key, to: value)
    }

    private func addRemote(to container: Container) throws {
      try container.remotes.add(Remote(name: "origin", url: url), participants: participants)
    }

    private func sync(
      _ container: Container, _ options: SyncOptions, _ isCancelled: @escaping () -> Bool,
      _ progress: @escaping (SyncProgress) -> Void
    ) throws -> SyncReport {
      var options = options
      options.makesRemote = false
      let report = try container.sync(
        with: "origin", options: options, isCancelled: isCancelled, progress: progress)
      if let offline = report.offline { throw offline }
      return report
    }

    /// Removes the unfinished clone; files that another process added or changed in the folder stay.
    ///
    /// Documents that are not in the folder yet cannot be lost; a failure to remove is not reported.
    private func remove(_ container: Container) {
      try? removeDocuments(of: container)
      try? container.disk.remove(SystemPath(container.git.path))
    }

    private func removeDocuments(of container: Container) throws {
      let (own, root) = (try container.replica(), container.root)
      let reader = VersionReader(git: container.git.forMuchReading())
      let writer = FileWriter(root: root, git: container.git, isDurable: false)
      for entry in try container.index.entries() {
        // What this replica saved was put there just now. What cannot be read is from other replicas.
        if (try? reader.entry(entry.version))?.version.replica == own { continue }
        guard let status = try FileStatus.of(root.appending(entry.path)),
          entry.content.kind == .package || Fingerprint(status) == entry.fingerprint
        else { continue }
        // A document that is changed at this moment stays.
        try? writer.remove(entry.path, expecting: .init(status: status, content: entry.content))
      }
      let unfinished = Files.temporaryPrefix + "\(getpid())-".utf8
      for entry in try Files.entries(of: root) where entry.name.starts(with: unfinished) {
        try container.disk.remove(root.appending(entry.name))
      }
    }
  }
}
