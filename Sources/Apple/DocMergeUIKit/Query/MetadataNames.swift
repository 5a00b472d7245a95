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
  /// Posted when a query begins to look.
  public static let NSMetadataQueryDidStartGathering = MetadataQuery.didStartGatheringNotification
  /// Posted while it looks, when more was found.
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
/// In the `userInfo` of a notification: what is no result any more.
public let NSMetadataQueryUpdateRemovedItemsKey = MetadataQuery.updateRemovedItemsKey

/// The key to sort by how well results fit; no predicate here measures that, so all fit alike.
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
/// What people call it.
public let NSMetadataItemDisplayNameKey = MetadataItem.Attribute.displayName
/// Where it lies, as a `URL`.
public let NSMetadataItemURLKey = MetadataItem.Attribute.url
/// Where it lies, as a path.
public let NSMetadataItemPathKey = MetadataItem.Attribute.path
/// The size in bytes, as an `NSNumber`.
public let NSMetadataItemFSSizeKey = MetadataItem.Attribute.fileSize
/// When it was made.
public let NSMetadataItemFSCreationDateKey = MetadataItem.Attribute.creationDate
/// When its contents changed last.
public let NSMetadataItemFSContentChangeDateKey = MetadataItem.Attribute.contentChangeDate
/// The identifier of its type.
public let NSMetadataItemContentTypeKey = MetadataItem.Attribute.contentType
/// The identifiers of its type and of all that this conforms to.
public let NSMetadataItemContentTypeTreeKey = MetadataItem.Attribute.contentTypeTree
/// Whether it lies in a container.
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
/// Whether somebody asked for the contents.
public let NSMetadataUbiquitousItemDownloadRequestedKey = MetadataItem.Attribute.downloadRequested
/// Whether a remote has the present version.
public let NSMetadataUbiquitousItemIsUploadedKey = MetadataItem.Attribute.isUploaded
/// Whether contents are being sent.
public let NSMetadataUbiquitousItemIsUploadingKey = MetadataItem.Attribute.isUploading
/// How much of the contents a remote has, from 0 to 100.
public let NSMetadataUbiquitousItemPercentUploadedKey = MetadataItem.Attribute.percentUploaded
/// Why contents could not be sent.
public let NSMetadataUbiquitousItemUploadingErrorKey = MetadataItem.Attribute.uploadingError
/// Whether it lies in the container of another program.
public let NSMetadataUbiquitousItemIsExternalDocumentKey =
  MetadataItem.Attribute.isExternalDocument
/// The name of its container.
public let NSMetadataUbiquitousItemContainerDisplayNameKey =
  MetadataItem.Attribute.containerDisplayName
/// Where it lies in its container.
public let NSMetadataUbiquitousItemURLInLocalContainerKey =
  MetadataItem.Attribute.urlInLocalContainer
/// Whether others share it; nothing is shared one by one here, so it has no value.
public let NSMetadataUbiquitousItemIsSharedKey = "NSMetadataUbiquitousItemIsSharedKey"
