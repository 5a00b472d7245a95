import DocMergeDocuments
public import Foundation

/// What iCloud is on iOS are the containers of ``UbiquityContainers/standard`` here.
///
/// Errors are `CocoaError` values, with a ``PlaceError`` below. A container that was cloned on demand has
/// placeholders of documents, whose contents come when they are asked for.
extension FileManager {
  /// Where a container lies; its documents are in the subfolder `Documents`.
  ///
  /// - Parameter containerIdentifier: its name; `nil` for the default one.
  /// - Returns: `nil` when there is no such container.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? {
    UbiquityContainers.standard.url(forUbiquityContainerIdentifier: containerIdentifier)
  }

  /// Stands for who shares which containers; `nil` when there are none.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? {
    UbiquityContainers.standard.identityToken
  }

  /// Moves a document into a container, or out of it; open documents follow.
  ///
  /// - Parameters:
  ///   - flag: whether the document is to be in a container afterwards.
  ///   - url: where it lies.
  ///   - destinationURL: where it is to lie.
  /// - Throws: `CocoaError`; the document is where it was then.
  public func setUbiquitous(_ flag: Bool, itemAt url: URL, destinationURL: URL) throws {
    try FileManager.cocoa(url) {
      try UbiquityContainers.standard.setUbiquitous(
        flag, itemAt: url, destinationURL: destinationURL)
    }
  }

  /// Whether something lies in a container.
  public func isUbiquitousItem(at url: URL) -> Bool {
    UbiquityContainers.standard.isUbiquitousItem(at: url)
  }

  /// Asks for the contents of a placeholder, and returns at once.
  ///
  /// - Throws: `CocoaError` when the item is in no container.
  public func startDownloadingUbiquitousItem(at url: URL) throws {
    try FileManager.cocoa(url) {
      try UbiquityContainers.standard.startDownloadingUbiquitousItem(at: url)
    }
  }

  /// Puts a placeholder in the place of a document that a remote has.
  ///
  /// - Throws: `CocoaError`; the document is as it was then.
  public func evictUbiquitousItem(at url: URL) throws {
    try FileManager.cocoa(url) { try UbiquityContainers.standard.evictUbiquitousItem(at: url) }
  }

  /// Always fails: nobody publishes files for a container.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - outDate: would get how long the address is good for.
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
    do {
      return try body()
    } catch let error as PlaceError {
      let code: CocoaError.Code =
        switch error {
        case .unsupported: .featureUnsupported
        case .notInContainer, .noSuchContainer, .onNoRemote: .ubiquitousFileUnavailable
        case .offline: .ubiquitousFileUbiquityServerNotAvailable
        case .inContainer, .invalidIdentifier, .mustStay: .fileWriteUnknown
        }
      throw CocoaError(
        code,
        userInfo: [
          NSUnderlyingErrorKey: error, NSURLErrorKey: url,
          NSLocalizedDescriptionKey: error.description,
        ])
    }
  }
}

extension NSNotification.Name {
  /// Posted when other containers take the place of the program's.
  public static let NSUbiquityIdentityDidChange = UbiquityContainers.didChangeNotification
}
