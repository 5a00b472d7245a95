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
  /// How much of the contents is on this computer, where the path is among the values: `nil` otherwise, and
  /// outside of containers.
  ///
  /// Foundation's values do not know of which item they are, and those about syncing (`isUbiquitousItem` and
  /// the like) belong to it, which leaves them `nil` on Linux. Keys in square brackets lead to values that
  /// know it: see `URL.resourceValues(forKeys:)`.
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? {
    guard let path = allValues[.pathKey] as? String else { return nil }
    let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [
      .ubiquitousItemDownloadingStatusKey
    ])
    return values?.ubiquitousItemDownloadingStatus
  }
}
