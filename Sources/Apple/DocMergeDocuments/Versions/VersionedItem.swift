import DocMerge
import Foundation
import Glibc

/// A file that is a document of a container.
struct VersionedItem: Sendable {
  let url: URL
  let container: Container
  let path: DocumentPath
  let document: DocumentSummary

  /// Finds the document of a file.
  ///
  /// - Returns: `nil` when the file is in no container, or is not one of its documents (yet).
  /// - Throws: ``GitError``, ``DatabaseError``.
  static func find(_ url: URL) throws -> VersionedItem? {
    guard let place = try place(of: url) else { return nil }
    do {
      let document = try place.container.document(at: place.path)
      return VersionedItem(
        url: url, container: place.container, path: place.path, document: document)
    } catch let error as ContainerError {
      guard case .noSuchDocument = error else { throw error }
      return nil
    }
  }

  /// Finds the document of a file for its versions, also if the file was renamed since the last save.
  ///
  /// - Returns: `nil` where ``find(_:)`` is, except for such a file.
  /// - Throws: ``GitError``, ``DatabaseError``, `FileError`.
  static func findRenamed(_ url: URL) throws -> VersionedItem? {
    if let item = try find(url) { return item }
    guard let place = try place(of: url),
      let document = try place.container.documentRenamed(to: place.path)
    else { return nil }
    return VersionedItem(
      url: url, container: place.container, path: place.path, document: document)
  }

  /// Finds the document of a file; that a file was renamed is saved first.
  ///
  /// - Throws: ``ContainerError``, ``GitError``.
  static func findSaved(_ url: URL) throws -> VersionedItem? {
    if let item = try find(url) { return item }
    guard let item = try findRenamed(url) else { return nil }
    _ = try item.container.save([item.path])
    return try find(url)
  }

  /// Finds the document of a file; a new file in its container becomes one.
  ///
  /// - Throws: `CocoaError` when the file is in no container, ``ContainerError``, ``GitError``.
  static func require(_ url: URL) throws -> VersionedItem {
    guard let place = try place(of: url) else {
      throw DocumentFailure.cocoa(.featureUnsupported, at: url)
    }
    _ = try place.container.save([place.path])
    guard let item = try find(url) else {
      throw DocumentFailure.cocoa(.fileNoSuchFile, at: url)
    }
    return item
  }

  /// The container that a file is in, and the file's path there.
  ///
  /// - Returns: `nil` where ``container(around:)`` is.
  /// - Throws: why the container cannot be opened.
  static func place(of url: URL) throws -> (container: Container, path: DocumentPath)? {
    guard url.isFileURL, !url.path.isEmpty else { return nil }
    let name = url.lastPathComponent
    // The last name may be a link, which is the document itself then.
    guard let folder = realPath(url.deletingLastPathComponent().path),
      let container = try container(around: folder)
    else { return nil }
    let full = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    let root = container.path == "/" ? "" : container.path
    guard full.hasPrefix("\(root)/"),
      let path = DocumentPath(String(full.dropFirst(root.count + 1)))
    else { return nil }
    return (container, path)
  }

  /// The container that a folder is in; `nil` when there is none, or only another user may open it.
  ///
  /// - Throws: why it cannot be opened: work that passed it by would replace edits that no version keeps.
  static func container(around folder: String) throws -> Container? {
    do {
      return try Container.find(from: folder)
    } catch ContainerError.notAContainer {
      return nil
    } catch {
      // In another user's container, a document is a file like any other.
      guard let root = try Container.root(above: folder),
        access("\(root)/.docmerge/docmerge/index", R_OK | W_OK) != 0,
        [EACCES, EPERM, EROFS].contains(errno)
      else { throw error }
      return nil
    }
  }

  /// The absolute path without links; `nil` if there is no item.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether an item is at a URL, including a broken link.
  static func exists(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0
  }

  /// The modification date of the file at a URL, to the nanosecond; `nil` if there is none.
  static func date(of url: URL) -> Date? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return Timestamp(
      seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec)
    ).date
  }
}
