import DocMergeCoordination
public import Foundation
import Synchronization

/// One item of an access to several at once.
public final class FileAccessIntent: Sendable {
  private let place: Mutex<URL>
  let kind: AccessItem.Kind?
  let resolvesLink: Bool
  let isUploading: Bool
  /// Whether the accessor only needs facts about a document whose contents are elsewhere.
  private let isMetadataOnly: Bool

  private init(
    _ url: URL, _ kind: AccessItem.Kind?, resolvesLink: Bool, isUploading: Bool,
    isMetadataOnly: Bool = false
  ) {
    self.isMetadataOnly = isMetadataOnly
    place = Mutex(url)
    self.kind = kind
    self.resolvesLink = resolvesLink
    self.isUploading = isUploading
  }

  /// The URL of the item; inside of the accessor use this, since it follows renames.
  public var url: URL { place.withLock { $0 } }

  func move(to url: URL) { place.withLock { $0 = url } }

  /// Makes an intent to read.
  public static func readingIntent(
    with url: URL, options: FileCoordinator.ReadingOptions = []
  ) -> FileAccessIntent {
    FileAccessIntent(
      url, options.kind, resolvesLink: options.contains(.resolvesSymbolicLink),
      isUploading: options.contains(.forUploading),
      isMetadataOnly: options.contains(.immediatelyAvailableMetadataOnly))
  }

  /// Makes an intent to write.
  public static func writingIntent(
    with url: URL, options: FileCoordinator.WritingOptions = []
  ) -> FileAccessIntent {
    FileAccessIntent(url, options.kind, resolvesLink: false, isUploading: false)
  }

  /// Whether contents that are elsewhere have to be downloaded before the accessor runs.
  ///
  /// A deletion continues from the old contents; a move or a replacement does not need them.
  var needsContents: Bool {
    switch kind {
    case .reading: !isMetadataOnly
    case .updating, .merging, .deleting: true
    default: false
    }
  }

  /// Whether the intent is to write.
  package var isWriting: Bool {
    if case .reading = kind { return false }
    return true
  }

  /// The item of an access.
  func item() throws -> AccessItem {
    guard let kind else { throw CoordinationError.invalidOptions }
    let url = url
    guard let path = ItemPath(file: url) else { throw CoordinationError.notAFile(url) }
    return AccessItem(path, kind, followsLinks: resolvesLink)
  }
}

extension FileCoordinator.ReadingOptions {
  fileprivate var kind: AccessItem.Kind {
    .reading(saving: !contains(.withoutChanges) && !contains(.immediatelyAvailableMetadataOnly))
  }
}

extension FileCoordinator.WritingOptions {
  /// The kind of the access; `nil` for several options.
  fileprivate var kind: AccessItem.Kind? {
    switch self {
    case []: .updating
    case .forDeleting: .deleting
    case .forMoving: .moving
    case .forMerging: .merging
    case .forReplacing: .replacing
    case .contentIndependentMetadataOnly: .changingMetadata
    default: nil
    }
  }
}
