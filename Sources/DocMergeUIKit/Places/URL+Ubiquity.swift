public import Foundation

extension URL {
  /// Whether the program may use the file: on Linux, permissions alone say so.
  ///
  /// - Returns: true.
  @discardableResult
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends what ``startAccessingSecurityScopedResource()`` began: nothing.
  public func stopAccessingSecurityScopedResource() {}
}

/// How much of an item's contents is on this computer.
public struct URLUbiquitousItemDownloadingStatus: RawRepresentable, Sendable, Hashable {
  /// Apple's name of the status.
  public let rawValue: String

  /// A status by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The contents are not here.
  public static let notDownloaded = URLUbiquitousItemDownloadingStatus(
    rawValue: "NSURLUbiquitousItemDownloadingStatusNotDownloaded")
  /// Contents are here, but newer ones are known.
  public static let downloaded = URLUbiquitousItemDownloadingStatus(
    rawValue: "NSURLUbiquitousItemDownloadingStatusDownloaded")
  /// The newest known contents are here.
  public static let current = URLUbiquitousItemDownloadingStatus(
    rawValue: "NSURLUbiquitousItemDownloadingStatusCurrent")
}

extension URLResourceValues {
  /// Always `current`: contents of containers are here, and so are those of all other files.
  ///
  /// The other values about syncing (`isUbiquitousItem`, `ubiquitousItemHasUnresolvedConflicts`,
  /// `ubiquitousItemIsUploaded` and so on) belong to Foundation, which leaves them `nil` on Linux: ask
  /// for the `promisedItemResourceValues(forKeys:)` of the URL.
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? { .current }
}
