import DocMergeDocuments
public import Foundation

/// The facts about an item, with the names of `URLResourceValues`, and with values about containers.
///
/// As there, only requested values are set. Values that only items of containers have are `nil` for others. All values
/// except those about containers and names are Foundation's.
@dynamicMemberLookup
public struct UbiquitousItemResourceValues: @unchecked Sendable {
  // Unchecked, with this proof: these are values, whose contents never change.
  private let item: MetadataItem
  private let keys: Set<URLResourceKey>
  fileprivate var plain: URLResourceValues

  fileprivate init(_ item: MetadataItem, _ keys: Set<URLResourceKey>) {
    self.item = item
    self.keys = keys
    // Foundation may know nothing about a placeholder.
    plain = (try? item.url.resourceValues(forKeys: keys)) ?? URLResourceValues()
  }

  /// A value of Foundation.
  public subscript<Value>(dynamicMember path: KeyPath<URLResourceValues, Value>) -> Value {
    plain[keyPath: path]
  }

  /// A value of Foundation, to be changed with `setResourceValues(_:)`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<URLResourceValues, Value>) -> Value {
    get { plain[keyPath: path] }
    set { plain[keyPath: path] = newValue }
  }

  private var isPlaceholder: Bool {
    item.downloadingStatus == MetadataItem.DownloadingStatus.notDownloaded
  }

  private func value<Value>(_ key: URLResourceKey, _ value: Value?) -> Value? {
    keys.contains(key) ? value : nil
  }

  private func ubiquitous<Value>(_ key: URLResourceKey, _ value: Value?) -> Value? {
    item.isUbiquitous && keys.contains(key) ? value : nil
  }

  /// The name in the folder.
  public var name: String? { value(.nameKey, item.fileSystemName) }
  /// The name for people.
  public var localizedName: String? { value(.localizedNameKey, item.displayName) }
  /// The size in bytes, also of contents that are elsewhere.
  public var fileSize: Int? {
    isPlaceholder ? value(.fileSizeKey, Int(item.fileSize)) : plain.fileSize
  }
  /// Whether it is a file, including one whose contents are elsewhere.
  public var isRegularFile: Bool? {
    isPlaceholder ? value(.isRegularFileKey, true) : plain.isRegularFile
  }
  /// Whether it is a symbolic link; a placeholder does not count.
  public var isSymbolicLink: Bool? {
    isPlaceholder ? value(.isSymbolicLinkKey, false) : plain.isSymbolicLink
  }
  /// The creation date.
  public var creationDate: Date? { value(.creationDateKey, item.creationDate) }
  /// The date of the last change of its contents.
  public var contentModificationDate: Date? {
    value(.contentModificationDateKey, item.contentChangeDate)
  }
  /// The identifier of its type.
  public var typeIdentifier: String? { value(.typeIdentifierKey, item.contentType) }
  /// Whether it is in a container.
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
  /// Whether this program requested the contents, and they are not here yet.
  public var ubiquitousItemDownloadRequested: Bool? {
    ubiquitous(.ubiquitousItemDownloadRequestedKey, item.isDownloading)
  }
  /// Whether a remote has the current version.
  public var ubiquitousItemIsUploaded: Bool? {
    ubiquitous(.ubiquitousItemIsUploadedKey, item.isUploaded)
  }
  /// Whether this program is sending it.
  public var ubiquitousItemIsUploading: Bool? {
    ubiquitous(.ubiquitousItemIsUploadingKey, item.isUploading)
  }
  /// Its sync controls.
  public var ubiquitousItemSupportedSyncControls: NSFileManagerSupportedSyncControls? {
    ubiquitous(.ubiquitousItemSupportedSyncControlsKey, .failUploadOnConflict)
  }
  /// Whether automatic syncs of its container are paused.
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
  /// The facts about an item, including its container.
  ///
  /// Swift chooses this method, and not Foundation's, if the keys are a literal in square brackets; for a `Set` in a
  /// variable it cannot tell which of the two is meant, and chooses Foundation's, which does not know containers on
  /// Linux: write `resourceValues(forKeys: Array(keys))`.
  ///
  /// - Parameter keys: the requested values.
  /// - Returns: the values.
  /// - Throws: `CocoaError` when nothing is at the URL.
  public func resourceValues(
    forKeys keys: [URLResourceKey]
  ) throws -> UbiquitousItemResourceValues {
    try promisedItemResourceValues(forKeys: Set(keys))
  }

  /// Changes values that were read before.
  ///
  /// - Throws: `CocoaError`.
  public mutating func setResourceValues(_ values: UbiquitousItemResourceValues) throws {
    try setResourceValues(values.plain)
  }

  /// The facts about an item, including its container, which `resourceValues(forKeys:)` leaves out here.
  ///
  /// - Parameter keys: the requested values.
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

  /// Whether an item is at the URL; contents that are elsewhere count as well.
  ///
  /// - Throws: nothing on Linux.
  public func checkPromisedItemIsReachable() throws -> Bool { MetadataItem(url: self) != nil }
}
