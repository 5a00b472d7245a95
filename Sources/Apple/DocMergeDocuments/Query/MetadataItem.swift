import DocMerge
import DocMergeSystem
public import Foundation
import Synchronization

/// A document that a query found, with the facts that are known without reading it.
///
/// The same document stays the same object while a query runs; its values follow the file. Attributes are read by
/// Apple's names (``value(forAttribute:)``) or by properties, which sort descriptors and `#Predicate` can use too.
public final class MetadataItem: NSObject, Sendable {
  private let facts: Mutex<ItemFacts>
  /// Its path: a moved document is another item.
  let place: SystemPath

  init(_ facts: ItemFacts) {
    place = facts.path
    self.facts = Mutex(facts)
  }

  /// Reads one file; `nil` if there is none.
  public convenience init?(url: URL) {
    let path = SystemPath(wrapperPath: url)
    guard let status = try? FileStatus.of(path), status.form != .other else { return nil }
    var facts = ItemFacts(
      path: path, form: status.form, size: status.size, modified: status.modified,
      created: status.born.nanoseconds == 0 ? nil : status.born)
    if let container = UbiquityContainers.container(holding: url) {
      facts.membership =
        QueryPlace(root: path, container: container).memberships().membership(of: facts)
    }
    self.init(facts)
  }

  func update(_ new: ItemFacts) {
    facts.withLock { $0 = new }
  }

  private var now: ItemFacts { facts.withLock { $0 } }

  // MARK: Properties

  /// Its URL.
  public var url: URL { now.url }
  /// Its path.
  public var path: String { String(decoding: now.path.bytes, as: UTF8.self) }
  /// Its name in the folder, with the extension.
  public var fileSystemName: String { now.name }
  /// The name for people: the name without the extension.
  public var displayName: String { DisplayName.fileName(of: now.url) }
  /// Its extension, in small letters; empty without one.
  public var filenameExtension: String { now.url.pathExtension.lowercased() }
  /// Its size in bytes; of a package, the sum of its files.
  public var fileSize: Int64 { placeholder?.size ?? now.size }
  /// The date of the last change of its contents.
  public var contentChangeDate: Date { (placeholder?.modified ?? now.modified).date }
  /// The creation date; the date of the last change if the file system does not store it.
  public var creationDate: Date { (now.created ?? now.modified).date }
  /// Its type.
  public var contentType: String { now.type.identifier }
  /// Its type, and all types that it conforms to.
  public var contentTypeTree: [String] {
    [contentType] + now.type.supertypes.map(\.identifier).sorted()
  }
  /// Whether it is in a container.
  public var isUbiquitous: Bool { now.membership != nil }
  /// Whether a decision between several versions is open.
  public var hasUnresolvedConflicts: Bool { now.membership?.isInConflict ?? false }
  /// Whether a remote has its current version, as far as the last sync shows.
  public var isUploaded: Bool { now.membership?.isUploaded ?? false }
  /// Whether its contents are here: one of ``DownloadingStatus``.
  public var downloadingStatus: String {
    switch now.membership?.elsewhere?.availability {
    case .remote: DownloadingStatus.notDownloaded
    case .partial: DownloadingStatus.downloaded
    case .local, nil: DownloadingStatus.current
    }
  }
  /// Whether this program fetches its contents.
  public var isDownloading: Bool { Downloads.shared.status(of: url)?.isRunning ?? false }
  /// How much of its contents is here, from 0 to 100.
  public var percentDownloaded: Double {
    guard placeholder != nil || Downloads.isPlaceholder(url) else { return 100 }
    return 100 * (Downloads.shared.status(of: url)?.fraction ?? 0)
  }
  /// Why the last attempt of this program to fetch its contents failed.
  public var downloadingError: (any Error)? { Downloads.shared.status(of: url)?.error }

  /// Whether this program is sending it on request.
  public var isUploading: Bool { Uploads.shared.status(of: url)?.isRunning ?? false }
  /// How much of it the remotes have, from 0 to 100.
  public var percentUploaded: Double {
    let status = Uploads.shared.status(of: url)
    if status?.isRunning != true { return isUploaded ? 100 : 0 }
    return 100 * (status?.fraction ?? 0)
  }
  /// Why the last attempt of this program to send it failed.
  public var uploadingError: (any Error)? { Uploads.shared.status(of: url)?.error }

  /// The facts about a document of which only a placeholder is here.
  private var placeholder: ItemFacts.Elsewhere? {
    now.membership?.elsewhere.flatMap { $0.availability == .remote ? $0 : nil }
  }

  /// Whether it is in the container of another program.
  public var isExternalDocument: Bool { now.membership?.isExternal ?? false }
  /// The name of the container's folder; `nil` outside of containers.
  public var containerDisplayName: String? {
    now.membership.map { String(decoding: $0.container.name, as: UTF8.self) }
  }
}
