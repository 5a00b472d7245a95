import Foundation

extension MetadataItem {
  /// The names of attributes, as Apple spells them.
  public enum Attribute {
    /// The name in the folder.
    public static let fileSystemName = "kMDItemFSName"
    /// The name for people.
    public static let displayName = "kMDItemDisplayName"
    /// The URL, as a `URL`.
    public static let url = "kMDItemURL"
    /// The path, as a `String`.
    public static let path = "kMDItemPath"
    /// The size in bytes, as an `NSNumber`.
    public static let fileSize = "kMDItemFSSize"
    /// The creation date.
    public static let creationDate = "kMDItemFSCreationDate"
    /// The date of the last change of its contents.
    public static let contentChangeDate = "kMDItemFSContentChangeDate"
    /// The identifier of its type.
    public static let contentType = "kMDItemContentType"
    /// The identifiers of its type and of all types that it conforms to.
    public static let contentTypeTree = "kMDItemContentTypeTree"
    /// Whether it is in a container.
    public static let isUbiquitous = "NSMetadataItemIsUbiquitousKey"
    /// Whether a decision between several versions is open.
    public static let hasUnresolvedConflicts =
      "NSMetadataUbiquitousItemHasUnresolvedConflictsKey"
    /// One of ``MetadataItem/DownloadingStatus``.
    public static let downloadingStatus = "NSMetadataUbiquitousItemDownloadingStatusKey"
    /// Whether contents are being fetched.
    public static let isDownloading = "NSMetadataUbiquitousItemIsDownloadingKey"
    /// How much of the contents is here, from 0 to 100.
    public static let percentDownloaded = "NSMetadataUbiquitousItemPercentDownloadedKey"
    /// Why contents could not be fetched.
    public static let downloadingError = "NSMetadataUbiquitousItemDownloadingErrorKey"
    /// Whether the contents were requested.
    public static let downloadRequested = "NSMetadataUbiquitousItemDownloadRequestedKey"
    /// Whether a remote has the current version.
    public static let isUploaded = "NSMetadataUbiquitousItemIsUploadedKey"
    /// Whether contents are being sent.
    public static let isUploading = "NSMetadataUbiquitousItemIsUploadingKey"
    /// How much of the contents a remote has, from 0 to 100.
    public static let percentUploaded = "NSMetadataUbiquitousItemPercentUploadedKey"
    /// Why contents could not be sent.
    public static let uploadingError = "NSMetadataUbiquitousItemUploadingErrorKey"
    /// Whether it is in the container of another program.
    public static let isExternalDocument = "NSMetadataUbiquitousItemIsExternalDocumentKey"
    /// The name of its container.
    public static let containerDisplayName = "NSMetadataUbiquitousItemContainerDisplayNameKey"
    /// The URL in its container.
    public static let urlInLocalContainer = "NSMetadataUbiquitousItemURLInLocalContainerKey"
  }

  /// The values of ``Attribute/downloadingStatus``.
  public enum DownloadingStatus {
    /// The contents are not here.
    public static let notDownloaded = "NSMetadataUbiquitousItemDownloadingStatusNotDownloaded"
    /// Contents are here, but newer ones are known.
    public static let downloaded = "NSMetadataUbiquitousItemDownloadingStatusDownloaded"
    /// The newest known contents are here.
    public static let current = "NSMetadataUbiquitousItemDownloadingStatusCurrent"
  }

  /// The names of the attributes that have a value.
  public var attributes: [String] {
    var names = [
      Attribute.fileSystemName, Attribute.displayName, Attribute.url, Attribute.path,
      Attribute.fileSize, Attribute.creationDate, Attribute.contentChangeDate,
      Attribute.contentType, Attribute.contentTypeTree, Attribute.isUbiquitous,
    ]
    if isUbiquitous {
      names += [
        Attribute.hasUnresolvedConflicts, Attribute.downloadingStatus, Attribute.isDownloading,
        Attribute.percentDownloaded, Attribute.downloadRequested, Attribute.isUploaded,
        Attribute.isUploading, Attribute.percentUploaded, Attribute.isExternalDocument,
        Attribute.containerDisplayName, Attribute.urlInLocalContainer,
      ]
      if downloadingError != nil { names.append(Attribute.downloadingError) }
      if uploadingError != nil { names.append(Attribute.uploadingError) }
    }
    return names
  }

  /// The value of an attribute; `nil` when it has none.
  public func value(forAttribute key: String) -> Any? {
    switch key {
    case Attribute.fileSystemName: fileSystemName
    case Attribute.displayName: displayName
    case Attribute.url: url
    case Attribute.path: path
    case Attribute.fileSize: NSNumber(value: fileSize)
    case Attribute.creationDate: creationDate
    case Attribute.contentChangeDate: contentChangeDate
    case Attribute.contentType: contentType
    case Attribute.contentTypeTree: contentTypeTree
    case Attribute.isUbiquitous: NSNumber(value: isUbiquitous)
    default: isUbiquitous ? containerValue(forAttribute: key) : nil
    }
  }

  /// The value of an attribute that only documents in containers have.
  private func containerValue(forAttribute key: String) -> Any? {
    switch key {
    case Attribute.hasUnresolvedConflicts: NSNumber(value: hasUnresolvedConflicts)
    case Attribute.downloadingStatus: downloadingStatus
    case Attribute.isDownloading, Attribute.downloadRequested: NSNumber(value: isDownloading)
    case Attribute.downloadingError: downloadingError
    case Attribute.isUploading: NSNumber(value: isUploading)
    case Attribute.percentDownloaded: NSNumber(value: percentDownloaded)
    case Attribute.isUploaded: NSNumber(value: isUploaded)
    case Attribute.percentUploaded: NSNumber(value: percentUploaded)
    case Attribute.uploadingError: uploadingError
    case Attribute.isExternalDocument: NSNumber(value: isExternalDocument)
    case Attribute.containerDisplayName: containerDisplayName
    case Attribute.urlInLocalContainer: url
    default: nil
    }
  }

  /// The values of several attributes; those without a value are left out.
  public func values(forAttributes keys: [String]) -> [String: Any]? {
    var result: [String: Any] = [:]
    for key in keys { result[key] = value(forAttribute: key) }
    return result
  }
}
