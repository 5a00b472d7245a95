public import Foundation

extension URL {
  /// Whether the program may use the file: on Linux, only permissions decide.
  ///
  /// - Returns: true.
  @discardableResult
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends the access of ``startAccessingSecurityScopedResource()``: does nothing.
  public func stopAccessingSecurityScopedResource() {}
}

/// How much of an item's contents is on this computer.
public struct URLUbiquitousItemDownloadingStatus: RawRepresentable, Sendable, Hashable {
  /// Apple's name of the status.
  public let rawValue: String

  /// Makes a status from its name.
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
  /// How much of an item's contents is on this computer, if the path is among the values: `nil` otherwise, and outside
  /// of containers.
  ///
  /// Foundation's values do not know their item, and those about syncing (`isUbiquitousItem` and the like) belong to
  /// Foundation, which leaves them `nil` on Linux. A literal of keys in square brackets leads to values that know the
  /// item: see `URL.resourceValues(forKeys:)`.
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? {
    guard let path = allValues[.pathKey] as? String else { return nil }
    let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [
      .ubiquitousItemDownloadingStatusKey
    ])
    return values?.ubiquitousItemDownloadingStatus
  }
}
