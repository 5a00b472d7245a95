import DocMerge
import DocMergeSystem
public import Foundation
import Synchronization

/// One version of a file: the current one, an old one, or one that is in conflict with it.
///
/// Versions are kept for documents in containers; any other file only has the current one.
///
///     for version in FileVersion.unresolvedConflictVersionsOfItem(at: url) ?? [] {
///       print(version.localizedNameOfSavingComputer ?? "?", version.modificationDate ?? .now)
///       version.isResolved = true
///     }
///
/// Two values are equal when they are the same version of the same file; each call makes new ones.
/// Everything that is removed or resolved stays in the container's history, and can be undone there.
public final class FileVersion: NSObject, Sendable {
  /// The place of a version.
  enum Home: Sendable {
    /// In no container: the file itself is the only version.
    case file(identifier: String)
    case container(Container, DocumentID, HistoryEntry)
  }

  private struct State: Sendable {
    var isRemoved = false
    var error: (any Error)?
  }

  let itemURL: URL
  let home: Home
  private let wasCurrent: Bool
  /// Whether the version was in conflict with the current one when this value was made.
  public let isConflict: Bool
  private let state = Mutex(State())

  init(_ url: URL, _ home: Home, isCurrent: Bool, isConflict: Bool) {
    itemURL = url
    self.home = home
    wasCurrent = isCurrent
    self.isConflict = isConflict
  }

  /// Whether it is the version in the folder: another one may have become that since this value was made.
  var isCurrent: Bool {
    guard case .container(let container, let id, let entry) = home else { return true }
    guard let document = try? container.document(id) else { return wasCurrent }
    let (current, version) = (document.current, entry.version)
    if document.isDeleted || current.id == version.id { return !document.isDeleted }
    // A mere decision, with the same contents, does not make another version of it.
    return wasCurrent && current.content == version.content && current.date == version.date
  }

  // MARK: Facts

  /// The URL for reading the contents, which must not be written.
  ///
  /// Of the current version, the file itself; of any other, a file that is made at its first use. Where that cannot be
  /// made, such as for a deletion, nothing is there, and ``error`` says why. Not a name to show: see ``localizedName``.
  public var url: URL {
    guard !isCurrent, case .container(let container, _, let entry) = home else { return itemURL }
    do {
      return try VersionFiles(container: container).file(of: entry, at: itemURL)
    } catch {
      note(error)
      let folder = container.scratchFolder.description + "/\(entry.id)"
      return URL(fileURLWithPath: "\(folder)/\(String(decoding: entry.path.name, as: UTF8.self))")
    }
  }

  /// The name of the document when the version was made, without its extension.
  public var localizedName: String? {
    guard case .container(_, _, let entry) = home else {
      return itemURL.deletingPathExtension().lastPathComponent
    }
    let name = String(decoding: entry.path.name, as: UTF8.self)
    return (name as NSString).deletingPathExtension
  }

  /// The name of the computer on which the version was made.
  public var localizedNameOfSavingComputer: String? {
    guard case .container(_, _, let entry) = home else { return ProcessInfo.processInfo.hostName }
    return entry.version.computer
  }

  /// The name of the person who made the version.
  public var originatorNameComponents: PersonNameComponents? {
    guard case .container(_, _, let entry) = home else { return nil }
    var words = entry.version.author.name.split(separator: " ")
    var components = PersonNameComponents()
    if words.count > 1 { components.familyName = words.popLast().map(String.init) }
    components.givenName = words.joined(separator: " ")
    return components
  }

  /// The date of the person's change, by the clock of that computer; `nil` once it is removed.
  public var modificationDate: Date? {
    if isCurrent { return VersionedItem.date(of: itemURL) }
    guard !isRemoved, case .container(let container, let id, let entry) = home,
      !VersionMarks(.removed, id, in: container).ids.contains(Substring(entry.id.description))
    else { return nil }
    return entry.version.date.date
  }

  /// The key for ``version(itemAt:forPersistentIdentifier:)``: a string, the same on every replica.
  public var persistentIdentifier: any NSCoding { NSString(string: identifier) }

  /// The same as ``persistentIdentifier``, as a string.
  public var identifier: String {
    switch home {
    case .file(let identifier): identifier
    case .container(_, _, let entry): entry.id.description
    }
  }

  /// Whether the contents are on this computer.
  public var hasLocalContents: Bool {
    guard case .container(let container, _, let entry) = home else { return true }
    return (try? container.local.hasContents(of: entry.version)) ?? false
  }

  /// Always false: there are no thumbnails on Linux.
  public var hasThumbnail: Bool { false }

  /// Whether the version may be removed at a later save.
  ///
  /// No other version is ever removed without a request. It cannot be set back to false, and the current version cannot
  /// be discarded; ``error`` says so then.
  public var isDiscardable: Bool {
    get { isMarkedDiscardable }
    set {
      do { try setDiscardable(newValue) } catch { note(error) }
    }
  }

  /// Whether the version records that the document was deleted, so that there are no contents.
  public var isDeletion: Bool {
    guard case .container(_, _, let entry) = home else { return false }
    return entry.version.isDeletion
  }

  /// The last error of a property, which cannot throw.
  public var error: (any Error)? { state.withLock(\.error) }

  // MARK: Resolving

  /// Whether the version is not, or no longer, in conflict with the current one.
  ///
  /// Set it to true when the version has been handled: an operation of the container, which can be undone there. If
  /// that fails, it stays false and ``error`` says why. It cannot be set back to false.
  public var isResolved: Bool {
    get {
      guard isConflict, case .container(let container, let id, let entry) = home else {
        return true
      }
      guard let document = try? container.document(id) else { return false }
      return !document.heads.contains { $0.id == entry.id }
    }
    set {
      do { try setResolved(newValue) } catch { note(error) }
    }
  }

  /// Sets ``isResolved``, and throws if that is not possible.
  ///
  /// - Throws: `CocoaError`; for false with ``FileVersionError/cannotUnresolve`` underneath.
  public func setResolved(_ isResolved: Bool) throws {
    try DocumentFailure.translate(at: itemURL) {
      guard isResolved else {
        if self.isResolved { throw FileVersionError.cannotUnresolve }
        return
      }
      guard isConflict, case .container(let container, let id, let entry) = home else { return }
      let gone = try container.dismiss([entry.id], of: id)
      if !gone.isEmpty { VersionNews.resolved.send(identifier, of: itemURL) }
    }
  }

  /// Removes the version: no list shows it any more.
  ///
  /// This resolves it if it is in conflict. The container's history keeps it.
  ///
  /// - Throws: `CocoaError`; of the current version with ``FileVersionError/isCurrent`` underneath.
  public func remove() throws {
    Misuse.check(itemURL, forWriting: true) { "a version of \($0) is removed" }
    try DocumentFailure.translate(at: itemURL) { try discard() }
  }

  /// Removes the version without coordination, which the caller provides.
  func discard() throws {
    guard !isCurrent, case .container(let container, let id, let entry) = home else {
      throw FileVersionError.isCurrent
    }
    let gone = try container.dismiss([entry.id], of: id)
    if try container.document(id).heads.contains(where: { $0.id == entry.id }) {
      throw FileVersionError.isCurrent
    }
    try VersionMarks(.removed, id, in: container).add([entry.id])
    VersionFiles(container: container).removeFile(of: entry)
    state.withLock { $0.isRemoved = true }
    if !gone.isEmpty { VersionNews.resolved.send(identifier, of: itemURL) }
    VersionNews.lost.send(identifier, of: itemURL)
  }

  // MARK: Details

  var isRemoved: Bool { state.withLock(\.isRemoved) }

  func note(_ error: any Error) { state.withLock { $0.error = error } }

  /// Whether both are the same version of the same file.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FileVersion else { return false }
    switch (home, other.home) {
    case (.file(let one), .file(let two)): return one == two && itemURL.path == other.itemURL.path
    case (.container(_, let document, let one), .container(_, let otherDocument, let two)):
      return document == otherDocument && one.id == two.id
    default: return false
    }
  }

  /// Equal for equal versions.
  public override var hash: Int { identifier.hashValue }

  /// For example `laptop, 2026-11-21 09:00:00 +0000 (conflict)`.
  public override var description: String {
    let words = [localizedNameOfSavingComputer, modificationDate?.description].compactMap(\.self)
    return words.joined(separator: ", ") + (isConflict ? " (conflict)" : "")
  }
}

/// Why an operation on a version failed; the cause of a `CocoaError`.
public enum FileVersionError: Error, Sendable, Hashable {
  /// A resolved version stays resolved, except that the operation can be undone in the container.
  case cannotUnresolve
  /// A discardable version may be gone already.
  case cannotBeKept
  /// The current version cannot be removed: it is the file.
  case isCurrent
  /// The file is in no container, so that no versions of it are kept.
  case notInContainer
}
