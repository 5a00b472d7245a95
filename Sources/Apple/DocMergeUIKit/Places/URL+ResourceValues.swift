import DocMergeDocuments
public import Foundation

/// What is known of an item, with the names of `URLResourceValues`, and with values about containers.
///
/// As there, only what was asked for has a value. What only items of containers have is `nil` for others.
/// All that is not about containers, or names, has the value that Foundation gives.
@dynamicMemberLookup
public struct UbiquitousItemResourceValues: @unchecked Sendable {
  // Unchecked, with this proof: these are values, and what is in them never changes.
  private let item: MetadataItem
  private let keys: Set<URLResourceKey>
  fileprivate var plain: URLResourceValues

  fileprivate init(_ item: MetadataItem, _ keys: Set<URLResourceKey>) {
    self.item = item
    self.keys = keys
    // Of a placeholder Foundation may know nothing.
    plain = (try? item.url.resourceValues(forKeys: keys)) ?? URLResourceValues()
  }

  /// A value as Foundation has it.
  public subscript<Value>(dynamicMember path: KeyPath<URLResourceValues, Value>) -> Value {
    plain[keyPath: path]
  }

  /// A value as Foundation has it, to be changed with `setResourceValues(_:)`.
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
  /// What people call it.
  public var localizedName: String? { value(.localizedNameKey, item.displayName) }
  /// The size in bytes, also of contents that are elsewhere.
  public var fileSize: Int? {
    isPlaceholder ? value(.fileSizeKey, Int(item.fileSize)) : plain.fileSize
  }
  /// Whether it is a file; one whose contents are elsewhere is one.
  public var isRegularFile: Bool? {
    isPlaceholder ? value(.isRegularFileKey, true) : plain.isRegularFile
  }
  /// Whether it is a symbolic link; a placeholder is none.
  public var isSymbolicLink: Bool? {
    isPlaceholder ? value(.isSymbolicLinkKey, false) : plain.isSymbolicLink
  }
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
  /// What is known of an item, about its container too.
  ///
  /// Swift chooses this method, and not Foundation's, where the keys are written down in square brackets; for
  /// a `Set` in a variable it cannot be told which of the two is meant, and takes Foundation's, which knows
  /// nothing of containers on Linux: write `resourceValues(forKeys: Array(keys))`.
  ///
  /// - Parameter keys: what is asked for.
  /// - Returns: the values.
  /// - Throws: `CocoaError` when nothing is at the URL.
  public func resourceValues(
    forKeys keys: [URLResourceKey]
  ) throws -> UbiquitousItemResourceValues {
    try promisedItemResourceValues(forKeys: Set(keys))
  }

  /// Changes what values say that were read before.
  ///
  /// - Throws: `CocoaError`.
  public mutating func setResourceValues(_ values: UbiquitousItemResourceValues) throws {
    try setResourceValues(values.plain)
  }

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
