import DocMergeDocuments
public import Foundation

/// The containers of ``UbiquityContainers/standard``, in the role of iCloud on iOS.
///
/// Errors are `CocoaError` values, with a ``PlaceError`` underneath. A container that was cloned on demand has
/// placeholders of documents, whose contents are downloaded on request.
extension FileManager {
  /// The URL of a container; its documents are in the subfolder `Documents`.
  ///
  /// - Parameter containerIdentifier: its name; `nil` for the default one.
  /// - Returns: `nil` when there is no such container.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? {
    UbiquityContainers.standard.url(forUbiquityContainerIdentifier: containerIdentifier)
  }

  /// Represents the containers and the people who share them; `nil` when there are none.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? {
    UbiquityContainers.standard.identityToken
  }

  /// Moves a document into a container, or out of it; open documents follow.
  ///
  /// - Parameters:
  ///   - flag: whether the document is to be in a container afterwards.
  ///   - url: its URL.
  ///   - destinationURL: its new URL.
  /// - Throws: `CocoaError`; the document is in its old place then.
  public func setUbiquitous(_ flag: Bool, itemAt url: URL, destinationURL: URL) throws {
    try FileManager.cocoa(url) {
      try UbiquityContainers.standard.setUbiquitous(
        flag, itemAt: url, destinationURL: destinationURL)
    }
  }

  /// Whether an item is in a container.
  public func isUbiquitousItem(at url: URL) -> Bool {
    UbiquityContainers.standard.isUbiquitousItem(at: url)
  }

  /// Requests the contents of a placeholder, and returns at once.
  ///
  /// - Throws: `CocoaError` when the item is in no container.
  public func startDownloadingUbiquitousItem(at url: URL) throws {
    try FileManager.cocoa(url) {
      try UbiquityContainers.standard.startDownloadingUbiquitousItem(at: url)
    }
  }

  /// Replaces a document that a remote has by a placeholder.
  ///
  /// - Throws: `CocoaError`; the document is unchanged then.
  public func evictUbiquitousItem(at url: URL) throws {
    try FileManager.cocoa(url) { try UbiquityContainers.standard.evictUbiquitousItem(at: url) }
  }

  /// Always fails: containers have no service for publishing files.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - outDate: would get the expiration date of the URL.
  /// - Returns: never.
  /// - Throws: `CocoaError`.
  public func url(
    forPublishingUbiquitousItemAt url: URL,
    expiration outDate: AutoreleasingUnsafeMutablePointer<NSDate?>?
  ) throws -> URL {
    try FileManager.cocoa(url) {
      try UbiquityContainers.standard.url(forPublishingUbiquitousItemAt: url)
    }
  }

  static func cocoa<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    try DocumentFailure.translate(at: url, body)
  }
}

extension NSNotification.Name {
  /// Posted when the program's containers are replaced by others.
  public static let NSUbiquityIdentityDidChange = UbiquityContainers.didChangeNotification
}
