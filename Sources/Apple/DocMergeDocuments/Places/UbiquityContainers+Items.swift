import DocMerge
import DocMergeCoordination
import DocMergePOSIX
import DocMergeSystem
public import Foundation
import Glibc

extension UbiquityContainers {
  /// Whether an item is in a container, this person's or any other.
  ///
  /// The path counts: a link elsewhere that leads into a container does not.
  public func isUbiquitousItem(at url: URL) -> Bool {
    let path = SystemPath(wrapperPath: url)
    guard let status = try? FileStatus.of(path), status.form != .other else { return false }
    return UbiquityContainers.container(holding: url) != nil
  }

  /// Moves a document into a container, or out of it.
  ///
  /// The document is moved as a whole: it is always at one of the two places, even after a crash. In the container it
  /// becomes a version at once; a document that leaves a container stays in its history.
  ///
  /// It may wait for other programs that use the document, so it should not be called on the main thread: see
  /// ``move(itemAt:to:intoContainer:)``.
  ///
  /// - Parameters:
  ///   - flag: whether the document is to be in a container afterwards.
  ///   - url: its URL.
  ///   - destinationURL: its new URL.
  /// - Throws: ``PlaceError``, `CocoaError`, or why a container cannot be opened; the document is in its old place then.
  public func setUbiquitous(_ flag: Bool, itemAt url: URL, destinationURL: URL) throws {
    if MainQueue.isCurrent {
      misuseHandler("setUbiquitous on the main thread can hold up the program: call it elsewhere")
    }
    let source = try UbiquityContainers.openContainer(holding: url)
    let target = try UbiquityContainers.openContainer(holding: destinationURL)
    if flag {
      if source != nil { throw PlaceError.inContainer(url) }
      if target == nil { throw PlaceError.notInContainer(destinationURL) }
    } else {
      if source == nil { throw PlaceError.notInContainer(url) }
      if target != nil { throw PlaceError.inContainer(destinationURL) }
      // A document that leaves takes its contents along.
      try Downloads.shared.bring(url)
      // Edits that no version keeps yet would leave the history with the document.
      _ = try source?.save(UbiquityContainers.path(of: url, in: source).map { [$0] })
    }
    // Open documents close for a replacement: none is asked for a move that cannot happen.
    let place = SystemPath(wrapperPath: destinationURL)
    if try FileStatus.of(place) != nil {
      throw FileError("move", place, code: EEXIST).cocoa(isWriting: true, at: place)
    }
    try coordination.coordinateMove(from: url, to: destinationURL) { old, new in
      try WholeMove.move(old, to: new)
    }
    // The move is done; a busy container notices it at its next save.
    let (container, saved) = flag ? (target, destinationURL) : (source, url)
    if let path = UbiquityContainers.path(of: saved, in: container) {
      _ = try? container?.save([path])
    }
  }

  /// Moves a document into a container, or out of it, outside of the caller's thread.
  ///
  /// - Parameters:
  ///   - url: its URL.
  ///   - destination: its new URL.
  ///   - intoContainer: whether that is in a container.
  /// - Throws: as ``setUbiquitous(_:itemAt:destinationURL:)``.
  public func move(
    itemAt url: URL, to destination: URL, intoContainer: Bool
  ) async throws {
    try await UbiquityContainers.elsewhere {
      try self.setUbiquitous(intoContainer, itemAt: url, destinationURL: destination)
    }
  }

  /// Deletes a document, outside of the caller's thread, once all presenters have closed it.
  ///
  /// In a container the deletion is a version: it can be undone.
  ///
  /// - Parameter url: its URL.
  /// - Throws: `CocoaError`, why the container cannot be opened, or why the coordination refused.
  public func remove(itemAt url: URL) async throws {
    try await UbiquityContainers.elsewhere {
      try self.coordination.coordinateDeletion(of: url) { url in
        let path = SystemPath(wrapperPath: url)
        let container = try UbiquityContainers.openContainer(holding: url)
        let name = UbiquityContainers.path(of: url, in: container)
        if let container, let name { _ = try container.save([name]) }
        do {
          guard try FileStatus.of(path) != nil else {
            throw FileError("remove", path, code: ENOENT)
          }
          try Disk.system.remove(path)
          try Disk.system.synchronise(folder: path.parent)
        } catch let error as FileError {
          throw error.cocoa(isWriting: true, at: path)
        }
        if let container, let name { _ = try container.save([name]) }
      }
    }
  }

  // MARK: With remotes

  /// Requests the contents of a placeholder, and returns at once.
  ///
  /// Metadata queries show the progress; a second request starts no second transfer.
  ///
  /// - Throws: ``PlaceError/notInContainer(_:)``.
  public func startDownloadingUbiquitousItem(at url: URL) throws {
    guard isUbiquitousItem(at: url) else { throw PlaceError.notInContainer(url) }
    if Downloads.isPlaceholder(url) { Downloads.shared.start(url) }
  }

  /// Replaces a document that a remote has by a placeholder, once no program writes to it.
  ///
  /// Presenters of the document are asked before; open documents refuse. It may wait for other programs, so it should
  /// not be called on the main thread.
  ///
  /// - Throws: ``PlaceError/notInContainer(_:)``, ``PlaceError/mustStay(_:reason:)``, and the errors of presenters; the
  ///   document is unchanged then.
  public func evictUbiquitousItem(at url: URL) throws {
    guard isUbiquitousItem(at: url), let path = ItemPath(file: url) else {
      throw PlaceError.notInContainer(url)
    }
    guard let item = try VersionedItem.find(url) else {
      throw PlaceError.mustStay(url, reason: "has no version yet")
    }
    let request = AccessRequest(items: [AccessItem(path, .evicting)], purpose: "eviction")
    let access = try CoordinatedAccess.translate { () throws(AccessError) in try Access(request) }
    let report: EvictReport
    do {
      report = try access.run { _ in try item.container.local.evict([item.document.id]) }
    } catch let error as AccessError {
      throw error.publicError
    }
    if let kept = report.kept.first { throw PlaceError.mustStay(url, reason: kept.reason) }
    FileCoordinator().item(
      at: url, didChangeUbiquityAttributes: [.ubiquitousItemDownloadingStatusKey])
  }

  /// Would publish a copy for everyone to read.
  ///
  /// - Throws: ``PlaceError/unsupported(_:)``.
  public func url(forPublishingUbiquitousItemAt url: URL) throws -> URL {
    throw PlaceError.unsupported("publishing a copy")
  }

  // MARK: Helpers

  /// The container of the folder of a URL; `nil` as well where it cannot be opened now.
  static func container(holding url: URL) -> Container? { try? openContainer(holding: url) }

  /// The container of the folder of a URL, for work that must leave a version there.
  ///
  /// - Throws: why it cannot be opened.
  static func openContainer(holding url: URL) throws -> Container? {
    var folder = url.deletingLastPathComponent().path
    // The folder of a place that does not exist yet counts too.
    while access(folder, F_OK) != 0, folder != "/", !folder.isEmpty {
      folder = String(decoding: SystemPath(folder).parent.bytes, as: UTF8.self)
    }
    guard let container = try VersionedItem.container(around: folder),
      path(of: url, in: container) != nil
    else { return nil }
    return container
  }

  /// The document path of a URL in a container; `nil` for files of the container itself.
  static func path(of url: URL, in container: Container?) -> DocumentPath? {
    guard let container else { return nil }
    let whole = url.deletingLastPathComponent().path
    let real = realpath(whole, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let folder = (real ?? whole) + "/"
    guard folder.hasPrefix(container.path + "/") else { return nil }
    let inside = folder.dropFirst(container.path.count + 1) + url.lastPathComponent
    return DocumentPath(String(inside))
  }

  /// Runs on a thread that may wait.
  static func elsewhere<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
  }
}

/// Checks for calls that block the main queue.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// On Linux other threads than the main one may serve the main queue, and with it the main actor.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
  }
}

/// Moves that keep a document complete at one of two places at any moment.
enum WholeMove {
  /// Moves a document, also to another file system.
  ///
  /// - Throws: `CocoaError`; the document is in its old place then.
  static func move(_ source: URL, to destination: URL) throws {
    let (old, new) = (SystemPath(wrapperPath: source), SystemPath(wrapperPath: destination))
    do {
      try Disk.system.makeFolder(new.parent)
      if docmerge_rename_new(old.characters, new.characters) != 0 {
        guard errno == EXDEV || errno == EINVAL || errno == ENOSYS else {
          throw FileError("move", errno == EEXIST ? new : old)
        }
        guard try FileStatus.of(new) == nil else { throw FileError("move", new, code: EEXIST) }
        // Another file system: a complete and durable copy is made first, then the original is removed.
        try FileWrapper(url: source).write(to: destination, originalContentsURL: nil)
        try Disk.system.remove(old)
      }
      try Disk.system.synchronise(folder: new.parent)
      try Disk.system.synchronise(folder: old.parent)
    } catch let error as FileError {
      throw error.cocoa(isWriting: true, at: new)
    }
  }
}
