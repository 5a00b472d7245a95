public import Foundation

extension MetadataQuery {
  /// Posted when a query starts to search.
  public static let didStartGatheringNotification =
    Notification.Name("NSMetadataQueryDidStartGatheringNotification")
  /// Posted during the search, when more was found.
  public static let gatheringProgressNotification =
    Notification.Name("NSMetadataQueryGatheringProgressNotification")
  /// Posted when everything was found.
  public static let didFinishGatheringNotification =
    Notification.Name("NSMetadataQueryDidFinishGatheringNotification")
  /// Posted when results were added, changed or removed after that.
  public static let didUpdateNotification =
    Notification.Name("NSMetadataQueryDidUpdateNotification")

  /// In the `userInfo`: the results that are new.
  public static let updateAddedItemsKey = "kMDQueryUpdateAddedItems"
  /// In the `userInfo`: the results that changed.
  public static let updateChangedItemsKey = "kMDQueryUpdateChangedItems"
  /// In the `userInfo`: the items that are no results any more.
  public static let updateRemovedItemsKey = "kMDQueryUpdateRemovedItems"

  /// Where a query searches.
  public enum Scope: Sendable, Hashable {
    /// The `Documents` folders of the program's containers.
    case ubiquitousDocuments
    /// The program's containers without their `Documents` folders.
    case ubiquitousData
    /// The `Documents` folders of other programs' containers.
    case accessibleUbiquitousExternalDocuments
    /// The home folder of the person.
    case userHome
    /// A folder, with all its contents.
    case folder(URL)

    /// Apple's name of ``ubiquitousDocuments``.
    public static let ubiquitousDocumentsName = "NSMetadataQueryUbiquitousDocumentsScope"
    /// Apple's name of ``ubiquitousData``.
    public static let ubiquitousDataName = "NSMetadataQueryUbiquitousDataScope"
    /// Apple's name of ``accessibleUbiquitousExternalDocuments``.
    public static let accessibleUbiquitousExternalDocumentsName =
      "NSMetadataQueryAccessibleUbiquitousExternalDocumentsScope"
    /// Apple's name of ``userHome``.
    public static let userHomeName = "kMDQueryScopeHome"

    /// Parses a scope in the form of Apple's programs: a name, a path or a URL.
    public init?(_ value: Any) {
      switch value {
      case Scope.ubiquitousDocumentsName as String: self = .ubiquitousDocuments
      case Scope.ubiquitousDataName as String: self = .ubiquitousData
      case Scope.accessibleUbiquitousExternalDocumentsName as String:
        self = .accessibleUbiquitousExternalDocuments
      case Scope.userHomeName as String: self = .userHome
      case let path as String where path.hasPrefix("/"): self = .folder(URL(fileURLWithPath: path))
      case let url as URL where url.isFileURL: self = .folder(url)
      default: return nil
      }
    }

    /// The scope in the form of Apple's programs.
    public var value: Any {
      switch self {
      case .ubiquitousDocuments: Scope.ubiquitousDocumentsName
      case .ubiquitousData: Scope.ubiquitousDataName
      case .accessibleUbiquitousExternalDocuments:
        Scope.accessibleUbiquitousExternalDocumentsName
      case .userHome: Scope.userHomeName
      case .folder(let url): url
      }
    }

    /// Whether it refers to containers.
    public var isUbiquitous: Bool {
      switch self {
      case .ubiquitousDocuments, .ubiquitousData, .accessibleUbiquitousExternalDocuments: true
      case .userHome, .folder: false
      }
    }
  }

  /// The content of an update.
  public struct Update: Sendable {
    /// The results that are new.
    public var added: [MetadataItem]
    /// The results that changed.
    public var changed: [MetadataItem]
    /// The items that are no results any more.
    public var removed: [MetadataItem]

    /// Whether there are no changes.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
  }
}

/// Why a query cannot search.
public enum MetadataQueryError: Error, Sendable, Hashable {
  /// Containers and folders outside of them cannot be searched by one query.
  case mixedScopes
  /// A scope is neither a known name, nor a path, nor a file URL.
  case unknownScope(String)
}

/// Replaces the results of a query.
public protocol MetadataQueryDelegate: AnyObject {
  /// The object that represents a document among the results.
  func metadataQuery(
    _ query: MetadataQuery, replacementObjectForResultObject result: MetadataItem
  ) -> Any
  /// The object that represents the value of an attribute in value lists and groups.
  func metadataQuery(
    _ query: MetadataQuery, replacementValueForAttribute attrName: String, value attrValue: Any
  ) -> Any
}

extension MetadataQueryDelegate {
  /// The document itself.
  public func metadataQuery(
    _ query: MetadataQuery, replacementObjectForResultObject result: MetadataItem
  ) -> Any {
    result
  }

  /// The value itself.
  public func metadataQuery(
    _ query: MetadataQuery, replacementValueForAttribute attrName: String, value attrValue: Any
  ) -> Any {
    attrValue
  }
}
