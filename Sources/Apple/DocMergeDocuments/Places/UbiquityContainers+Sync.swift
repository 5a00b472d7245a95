import DocMerge
public import Foundation

extension UbiquityContainers {
  /// What an upload does about versions of a remote that were made apart from the one here.
  public enum UploadPolicy: Sendable, Hashable {
    /// Takes them in: the document is in conflict then, with all versions.
    case takesIn
    /// Takes nothing in from a remote with such versions, and sends nothing there.
    case failsOnConflict
  }

  /// The latest version of a document that its remotes have; the document stays as it is.
  ///
  /// - Parameter url: where it lies.
  /// - Returns: a version whose contents can be read, or the current version itself.
  /// - Throws: ``PlaceError/notInContainer(_:)``, ``PlaceError/onNoRemote(_:)``,
  ///   ``PlaceError/offline(_:reason:)``, `RemoteError`.
  public func fetchLatestRemoteVersion(ofItemAt url: URL) async throws -> FileVersion {
    try await UbiquityContainers.sync(url) {
      guard let item = try VersionedItem.find(url) else { throw PlaceError.notInContainer(url) }
      let latest = try item.container.latestVersion(
        of: item.document.id, on: item.container.remotes().map(\.name))
      // What was deleted there is there no more.
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

  /// Sends what is new in a document to all remotes of its container, with what is new beside it.
  ///
  /// A container syncs as a whole, and takes in what others did, unless `policy` forbids a conflict.
  ///
  /// - Parameters:
  ///   - url: where it lies.
  ///   - policy: what to do about a conflict.
  /// - Returns: the version that the remotes have then.
  /// - Throws: ``PlaceError/onNoRemote(_:)``, ``PlaceError/offline(_:reason:)``,
  ///   `ContainerError.wouldConflict`, `RemoteError`.
  public func uploadLocalVersion(
    ofItemAt url: URL, policy: UploadPolicy = .takesIn
  ) async throws -> FileVersion {
    try await UbiquityContainers.sync(url) {
      let item = try VersionedItem.require(url)
      let remotes = try item.container.remotes()
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

  /// Whether nothing of a container is synced by itself, until somebody lets it go on.
  ///
  /// `nil` for what is in no container.
  public func isSyncPaused(forItemAt url: URL) -> Bool? {
    // What cannot be looked at keeps nobody from syncing either.
    UbiquityContainers.container(holding: url).map { (try? $0.syncPause()) != nil }
  }

  /// Runs what meets remotes, and says of which item it is that one cannot be reached.
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
