import DocMerge
public import Foundation

extension UbiquityContainers {
  /// What an upload does about versions of a remote that were made independently of the one here.
  public enum UploadPolicy: Sendable, Hashable {
    /// Merges them: the document is in conflict then, with all versions.
    case allowsConflict
    /// Merges nothing from a remote with such versions, and sends nothing there.
    case failsOnConflict
  }

  /// The latest version of a document that its remotes have; the document stays as it is.
  ///
  /// - Parameter url: its URL.
  /// - Returns: a version whose contents can be read, or the current version itself.
  /// - Throws: ``PlaceError/notInContainer(_:)``, ``PlaceError/onNoRemote(_:)``,
  ///   ``PlaceError/offline(_:reason:)``, `RemoteError`.
  public func fetchLatestRemoteVersion(ofItemAt url: URL) async throws -> FileVersion {
    try await UbiquityContainers.sync(url) {
      guard let item = try VersionedItem.find(url) else { throw PlaceError.notInContainer(url) }
      let latest = try item.container.remotes.latestVersion(
        of: item.document.id, on: item.container.remotes.all().map(\.name))
      // A document that was deleted there does not exist there any more.
      guard let latest, !latest.version.isDeletion else { throw PlaceError.onNoRemote(url) }
      if let current = FileVersion.currentVersionOfItem(at: url),
        current.identifier == latest.id.description
      {
        return current
      }
      return FileVersion(
        url, .container(item.container, item.document.id, latest), isCurrent: false,
        isConflict: false)
    }
  }

  /// Sends new versions of a document to all remotes of its container, with all others of the container.
  ///
  /// A container syncs as a whole, and merges changes of others, unless `policy` forbids a conflict.
  ///
  /// - Parameters:
  ///   - url: its URL.
  ///   - policy: what to do about a conflict.
  /// - Returns: the version that the remotes have then.
  /// - Throws: ``PlaceError/onNoRemote(_:)``, ``PlaceError/offline(_:reason:)``,
  ///   `ContainerError.wouldConflict`, `RemoteError`.
  public func uploadLocalVersion(
    ofItemAt url: URL, policy: UploadPolicy = .allowsConflict
  ) async throws -> FileVersion {
    try await UbiquityContainers.sync(url) {
      let item = try VersionedItem.require(url)
      let remotes = try item.container.remotes.all()
      guard !remotes.isEmpty else { throw PlaceError.onNoRemote(url) }
      var options = SyncOptions()
      options.failsOnConflict = policy == .failsOnConflict
      try Uploads.shared.run(url) { progress in
        for (number, remote) in remotes.enumerated() {
          let report = try item.container.sync(
            with: remote.name, options: options,
            progress: { step in
              progress((Double(number) + Uploads.fraction(step)) / Double(remotes.count))
            })
          let refused = report.waiting > 0 ? report.refused : nil
          if let failure = report.offline ?? refused { throw failure }
        }
      }
      guard let current = FileVersion.currentVersionOfItem(at: url) else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: url])
      }
      return current
    }
  }

  /// Whether automatic syncs of a container are paused, until they are resumed.
  ///
  /// `nil` for items in no container.
  public func isSyncPaused(forItemAt url: URL) -> Bool? {
    // An unreadable pause does not keep others from syncing either.
    UbiquityContainers.container(holding: url).map { (try? $0.watch.pausedSince()) != nil }
  }

  /// Runs a body that uses remotes, and adds the item to the error if one cannot be reached.
  private static func sync<Result: Sendable>(
    _ url: URL, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    do {
      return try await elsewhere(body)
    } catch let error as RemoteError where error.mayPass {
      throw PlaceError.offline(url, reason: "\(error)")
    }
  }
}
