import DocMergeDocuments
public import Foundation

/// What is known of an item, with the names of `URLResourceValues`, and with values about containers.
///
/// As there, only what was asked for has a value. What only items of containers have is `nil` for others.
public struct UbiquitousItemResourceValues: Sendable {
  private let item: MetadataItem
  private let keys: Set<URLResourceKey>

  fileprivate init(_ item: MetadataItem, _ keys: Set<URLResourceKey>) {
    self.item = item
    self.keys = keys
  }

  private func value<Value>(_ key: URLResourceKey, _ value: Value?) -> Value? {
    keys.contains(key) ? value : nil
  }

  private func ubiquitous<Value>(_ key: URLResourceKey, _ value: Value?) -> Value? {
    item.isUbiquitous && keys.contains(key) ? value : nil
  }

  /// The name in the folder.
  public var name: String? { value(.nameKey, item.fileSystemName) }
  /// What people call it.
  public var localizedName: String? { value(.localizedNameKey, item.displayName) }
  /// The size in bytes.
  public var fileSize: Int? { value(.fileSizeKey, Int(item.fileSize)) }
  /// When it was made.
  public var creationDate: Date? { value(.creationDateKey, item.creationDate) }
  /// When its contents changed last.
  public var contentModificationDate: Date? {
    value(.contentModificationDateKey, item.contentChangeDate)
  }
  /// The identifier of its type.
  public var typeIdentifier: String? { value(.typeIdentifierKey, item.contentType) }
  /// Whether it lies in a container.
  public var isUbiquitousItem: Bool? { value(.isUbiquitousItemKey, item.isUbiquitous) }
  /// Whether a decision between several versions is open.
  public var ubiquitousItemHasUnresolvedConflicts: Bool? {
    ubiquitous(.ubiquitousItemHasUnresolvedConflictsKey, item.hasUnresolvedConflicts)
  }
  /// Whether the contents are here.
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? {
    let status: URLUbiquitousItemDownloadingStatus =
      switch item.downloadingStatus {
      case MetadataItem.DownloadingStatus.notDownloaded: .notDownloaded
      case MetadataItem.DownloadingStatus.downloaded: .downloaded
      default: .current
      }
    return ubiquitous(.ubiquitousItemDownloadingStatusKey, status)
  }
  /// Whether this program fetches the contents.
  public var ubiquitousItemIsDownloading: Bool? {
    ubiquitous(.ubiquitousItemIsDownloadingKey, item.isDownloading)
  }
  /// Whether this program asked for the contents, and they are not here yet.
  public var ubiquitousItemDownloadRequested: Bool? {
    ubiquitous(.ubiquitousItemDownloadRequestedKey, item.isDownloading)
  }
  /// Whether a remote has the present version.
  public var ubiquitousItemIsUploaded: Bool? {
    ubiquitous(.ubiquitousItemIsUploadedKey, item.isUploaded)
  }
  /// Whether this program sends it.
  public var ubiquitousItemIsUploading: Bool? {
    ubiquitous(.ubiquitousItemIsUploadingKey, item.isUploading)
  }
  /// How its sync can be controlled.
  public var ubiquitousItemSupportedSyncControls: NSFileManagerSupportedSyncControls? {
    ubiquitous(.ubiquitousItemSupportedSyncControlsKey, .failUploadOnConflict)
  }
  /// Whether its container is kept from being synced by itself.
  public var ubiquitousItemIsSyncPaused: Bool? {
    ubiquitous(
      .ubiquitousItemIsSyncPausedKey,
      UbiquityContainers.standard.isSyncPaused(forItemAt: item.url))
  }
  /// The name of its container.
  public var ubiquitousItemContainerDisplayName: String? {
    ubiquitous(.ubiquitousItemContainerDisplayNameKey, item.containerDisplayName)
  }
}

extension URL {
  /// What is known of an item, about its container too, which `resourceValues(forKeys:)` leaves out here.
  ///
  /// - Parameter keys: what is asked for.
  /// - Returns: the values.
  /// - Throws: `CocoaError` when nothing is at the URL.
  public func promisedItemResourceValues(
    forKeys keys: Set<URLResourceKey>
  ) throws -> UbiquitousItemResourceValues {
    guard let item = MetadataItem(url: self) else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSURLErrorKey: self])
    }
    return UbiquitousItemResourceValues(item, keys)
  }

  /// Whether something is at the URL; contents that are elsewhere count as well.
  ///
  /// - Throws: nothing on Linux.
  public func checkPromisedItemIsReachable() throws -> Bool { MetadataItem(url: self) != nil }
}
