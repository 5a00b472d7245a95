import DocMergeDocuments
public import Foundation

/// What a sync does once it is resumed, with Foundation's names.
public enum NSFileManagerResumeSyncBehavior: Int, Sendable {
  /// Sends the changes made here.
  case preserveLocalChanges = 0
  /// Sends the changes made here, unless that leads to a conflict.
  case afterUploadWithFailOnConflict = 1
  /// Discards the changes made here.
  case dropLocalChanges = 2
}

/// What an upload does about a conflict, with Foundation's names.
public enum NSFileManagerUploadLocalVersionConflictPolicy: Int, Sendable {
  /// Merges the other versions: the document is in conflict then.
  case conflictPolicyDefault = 0
  /// Fails, and changes nothing; of several remotes, those without a conflict have the version then.
  case conflictPolicyFailOnConflict = 1
}

/// The sync controls of an item, with Foundation's names.
public struct NSFileManagerSupportedSyncControls: OptionSet, Sendable {
  /// The bits, as in Foundation.
  public let rawValue: UInt

  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Single items can be paused: never here, since a container syncs as a whole.
  public static let pauseSync = NSFileManagerSupportedSyncControls(rawValue: 1)
  /// An upload can fail instead of leading to a conflict.
  public static let failUploadOnConflict = NSFileManagerSupportedSyncControls(rawValue: 2)
}

extension URLResourceKey {
  /// The sync controls of an item.
  public static let ubiquitousItemSupportedSyncControlsKey = URLResourceKey(
    rawValue: "NSURLUbiquitousItemSupportedSyncControlsKey")
  /// Whether syncs of an item are paused.
  public static let ubiquitousItemIsSyncPausedKey = URLResourceKey(
    rawValue: "NSURLUbiquitousItemIsSyncPausedKey")
}

/// The sync controls of Foundation since iOS 26.
///
/// ``UbiquitousItemResourceValues/ubiquitousItemSupportedSyncControls`` says which of them work: a container
/// syncs as a whole, so no item of it is paused alone (`docmerge sync --pause` pauses all).
extension FileManager {
  /// Always fails: see ``UbiquitousItemResourceValues/ubiquitousItemSupportedSyncControls``.
  ///
  /// - Throws: `CocoaError`.
  public func pauseSyncForUbiquitousItem(at url: URL) async throws {
    try FileManager.cocoa(url) { throw PlaceError.unsupported("pausing a single item") }
  }

  /// Calls the handler with the error of ``pauseSyncForUbiquitousItem(at:)``.
  public func pauseSyncForUbiquitousItem(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    Task {
      await FileManager.hand(to: completionHandler) {
        try await FileManager.default.pauseSyncForUbiquitousItem(at: url)
      }
    }
  }

  /// Always fails: no item is paused alone.
  ///
  /// - Throws: `CocoaError`.
  public func resumeSyncForUbiquitousItem(
    at url: URL, with behavior: NSFileManagerResumeSyncBehavior
  ) async throws {
    try FileManager.cocoa(url) { throw PlaceError.unsupported("resuming a single item") }
  }

  /// Calls the handler with the error of ``resumeSyncForUbiquitousItem(at:with:)``.
  public func resumeSyncForUbiquitousItem(
    at url: URL, with behavior: NSFileManagerResumeSyncBehavior,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    Task {
      await FileManager.hand(to: completionHandler) {
        try await FileManager.default.resumeSyncForUbiquitousItem(at: url, with: behavior)
      }
    }
  }

  /// The latest version of an item that its remotes have; the item stays as it is.
  ///
  /// - Throws: `CocoaError`.
  public func fetchLatestRemoteVersionOfItem(at url: URL) async throws -> NSFileVersion {
    do {
      return try await UbiquityContainers.standard.fetchLatestRemoteVersion(ofItemAt: url)
    } catch {
      throw FileManager.syncError(error, url)
    }
  }

  /// Passes the version of ``fetchLatestRemoteVersionOfItem(at:)``, or its error, to the handler.
  public func fetchLatestRemoteVersionOfItem(
    at url: URL, completionHandler: @escaping @Sendable (NSFileVersion?, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(
          try await FileManager.default.fetchLatestRemoteVersionOfItem(at: url), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Sends an item to the remotes of its container, with all new versions of others.
  ///
  /// - Parameters:
  ///   - url: its URL.
  ///   - conflictResolutionPolicy: what to do about versions that were made independently.
  /// - Returns: the version that the remotes have then.
  /// - Throws: `CocoaError` with the original error as its underlying error.
  public func uploadLocalVersionOfUbiquitousItem(
    at url: URL,
    withConflictResolutionPolicy conflictResolutionPolicy:
      NSFileManagerUploadLocalVersionConflictPolicy
  ) async throws -> NSFileVersion {
    do {
      return try await UbiquityContainers.standard.uploadLocalVersion(
        ofItemAt: url,
        policy: conflictResolutionPolicy == .conflictPolicyDefault
          ? .allowsConflict : .failsOnConflict)
    } catch {
      throw FileManager.syncError(error, url)
    }
  }

  /// Passes the version of the upload, or its error, to the handler.
  public func uploadLocalVersionOfUbiquitousItem(
    at url: URL,
    withConflictResolutionPolicy conflictResolutionPolicy:
      NSFileManagerUploadLocalVersionConflictPolicy,
    completionHandler: @escaping @Sendable (NSFileVersion?, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(
          try await FileManager.default.uploadLocalVersionOfUbiquitousItem(
            at: url, withConflictResolutionPolicy: conflictResolutionPolicy), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  private static func hand(
    to handler: @Sendable ((any Error)?) -> Void, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      handler(nil)
    } catch {
      handler(error)
    }
  }

  private static func syncError(_ error: any Error, _ url: URL) -> any Error {
    do {
      return try cocoa(url) { throw error }
    } catch let error as CocoaError {
      return error
    } catch {
      return DocumentFailure.cocoa(error, isWriting: true, at: url)
    }
  }
}
