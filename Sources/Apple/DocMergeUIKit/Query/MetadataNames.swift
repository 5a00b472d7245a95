public import DocMergeDocuments
public import Foundation

/// Apple's name of `MetadataQuery`.
public typealias NSMetadataQuery = MetadataQuery

/// Apple's name of `MetadataItem`.
public typealias NSMetadataItem = MetadataItem

/// Apple's name of `MetadataQueryDelegate`.
public typealias NSMetadataQueryDelegate = MetadataQueryDelegate

/// Apple's name of `MetadataQueryAttributeValueTuple`.
public typealias NSMetadataQueryAttributeValueTuple = MetadataQueryAttributeValueTuple

/// Apple's name of `MetadataQueryResultGroup`.
public typealias NSMetadataQueryResultGroup = MetadataQueryResultGroup

extension NSNotification.Name {
  /// Posted when a query starts to search.
  public static let NSMetadataQueryDidStartGathering = MetadataQuery.didStartGatheringNotification
  /// Posted during the search, when more was found.
  public static let NSMetadataQueryGatheringProgress =
    MetadataQuery.gatheringProgressNotification
  /// Posted when everything was found.
  public static let NSMetadataQueryDidFinishGathering =
    MetadataQuery.didFinishGatheringNotification
  /// Posted when results were added, changed or removed after that.
  public static let NSMetadataQueryDidUpdate = MetadataQuery.didUpdateNotification
}

/// In the `userInfo` of a notification: the results that are new.
public let NSMetadataQueryUpdateAddedItemsKey = MetadataQuery.updateAddedItemsKey
/// In the `userInfo` of a notification: the results that changed.
public let NSMetadataQueryUpdateChangedItemsKey = MetadataQuery.updateChangedItemsKey
/// In the `userInfo` of a notification: the items that are no results any more.
public let NSMetadataQueryUpdateRemovedItemsKey = MetadataQuery.updateRemovedItemsKey

/// The key to sort by relevance; no predicate here measures that, so all are equal.
public let NSMetadataQueryResultContentRelevanceAttribute = "kMDQueryResultContentRelevance"

/// The `Documents` folders of the program's containers.
public let NSMetadataQueryUbiquitousDocumentsScope = MetadataQuery.Scope.ubiquitousDocumentsName
/// The program's containers without their `Documents` folders.
public let NSMetadataQueryUbiquitousDataScope = MetadataQuery.Scope.ubiquitousDataName
/// The `Documents` folders of other programs' containers.
public let NSMetadataQueryAccessibleUbiquitousExternalDocumentsScope =
  MetadataQuery.Scope.accessibleUbiquitousExternalDocumentsName
/// The home folder of the person.
public let NSMetadataQueryUserHomeScope = MetadataQuery.Scope.userHomeName

/// The name in the folder.
public let NSMetadataItemFSNameKey = MetadataItem.Attribute.fileSystemName
/// The name for people.
public let NSMetadataItemDisplayNameKey = MetadataItem.Attribute.displayName
/// The URL, as a `URL`.
public let NSMetadataItemURLKey = MetadataItem.Attribute.url
/// The path, as a `String`.
public let NSMetadataItemPathKey = MetadataItem.Attribute.path
/// The size in bytes, as an `NSNumber`.
public let NSMetadataItemFSSizeKey = MetadataItem.Attribute.fileSize
/// The creation date.
public let NSMetadataItemFSCreationDateKey = MetadataItem.Attribute.creationDate
/// The date of the last change of its contents.
public let NSMetadataItemFSContentChangeDateKey = MetadataItem.Attribute.contentChangeDate
/// The identifier of its type.
public let NSMetadataItemContentTypeKey = MetadataItem.Attribute.contentType
/// The identifiers of its type and of all types that it conforms to.
public let NSMetadataItemContentTypeTreeKey = MetadataItem.Attribute.contentTypeTree
/// Whether it is in a container.
public let NSMetadataItemIsUbiquitousKey = MetadataItem.Attribute.isUbiquitous

/// Whether a decision between several versions is open.
public let NSMetadataUbiquitousItemHasUnresolvedConflictsKey =
  MetadataItem.Attribute.hasUnresolvedConflicts
/// One of the values below.
public let NSMetadataUbiquitousItemDownloadingStatusKey =
  MetadataItem.Attribute.downloadingStatus
/// The contents are not here.
public let NSMetadataUbiquitousItemDownloadingStatusNotDownloaded =
  MetadataItem.DownloadingStatus.notDownloaded
/// Contents are here, but newer ones are known.
public let NSMetadataUbiquitousItemDownloadingStatusDownloaded =
  MetadataItem.DownloadingStatus.downloaded
/// The newest known contents are here.
public let NSMetadataUbiquitousItemDownloadingStatusCurrent =
  MetadataItem.DownloadingStatus.current
/// Whether contents are being fetched.
public let NSMetadataUbiquitousItemIsDownloadingKey = MetadataItem.Attribute.isDownloading
/// How much of the contents is here, from 0 to 100.
public let NSMetadataUbiquitousItemPercentDownloadedKey = MetadataItem.Attribute.percentDownloaded
/// Why contents could not be fetched.
public let NSMetadataUbiquitousItemDownloadingErrorKey = MetadataItem.Attribute.downloadingError
/// Whether the contents were requested.
public let NSMetadataUbiquitousItemDownloadRequestedKey = MetadataItem.Attribute.downloadRequested
/// Whether a remote has the current version.
public let NSMetadataUbiquitousItemIsUploadedKey = MetadataItem.Attribute.isUploaded
/// Whether contents are being sent.
public let NSMetadataUbiquitousItemIsUploadingKey = MetadataItem.Attribute.isUploading
/// How much of the contents a remote has, from 0 to 100.
public let NSMetadataUbiquitousItemPercentUploadedKey = MetadataItem.Attribute.percentUploaded
/// Why contents could not be sent.
public let NSMetadataUbiquitousItemUploadingErrorKey = MetadataItem.Attribute.uploadingError
/// Whether it is in the container of another program.
public let NSMetadataUbiquitousItemIsExternalDocumentKey =
  MetadataItem.Attribute.isExternalDocument
/// The name of its container.
public let NSMetadataUbiquitousItemContainerDisplayNameKey =
  MetadataItem.Attribute.containerDisplayName
/// The URL in its container.
public let NSMetadataUbiquitousItemURLInLocalContainerKey =
  MetadataItem.Attribute.urlInLocalContainer
/// Whether it is shared; single items cannot be shared here, so it has no value.
public let NSMetadataUbiquitousItemIsSharedKey = "NSMetadataUbiquitousItemIsSharedKey"
