import DocMerge
import DocMergeCoordination
import DocMergePOSIX
import DocMergeSystem
public import Foundation
import Glibc

extension UbiquityContainers {
  /// Whether something lies in a container, this person's or any other.
  ///
  /// What counts is where it lies: a link elsewhere that leads into a container does not.
  public func isUbiquitousItem(at url: URL) -> Bool {
    let path = SystemPath(wrapperPath: url)
    guard let status = try? FileStatus.of(path), status.form != .other else { return false }
    return UbiquityContainers.container(holding: url) != nil
  }

  /// Moves a document into a container, or out of it.
  ///
  /// The document is moved whole: it is always at one of the two places, also after a crash. In the
  /// container it becomes a version at once; what leaves a container stays in its history.
  ///
  /// It may wait for others who use the document, so it should not be called on the main thread: see
  /// ``move(itemAt:to:intoContainer:)``.
  ///
  /// - Parameters:
  ///   - flag: whether the document is to be in a container afterwards.
  ///   - url: where it lies.
  ///   - destinationURL: where it is to lie.
  /// - Throws: ``PlaceError``, `CocoaError`; the document is where it was then.
  public func setUbiquitous(_ flag: Bool, itemAt url: URL, destinationURL: URL) throws {
    if MainQueue.isCurrent {
      misuseHandler("setUbiquitous on the main thread can hold up the program: call it elsewhere")
    }
    let source = UbiquityContainers.container(holding: url)
    let target = UbiquityContainers.container(holding: destinationURL)
    if flag {
      if source != nil { throw PlaceError.inContainer(url) }
      if target == nil { throw PlaceError.notInContainer(destinationURL) }
    } else {
      if source == nil { throw PlaceError.notInContainer(url) }
      if target != nil { throw PlaceError.inContainer(destinationURL) }
      // What leaves takes its contents along.
      try Downloads.shared.bring(url)
      // Edits that no version keeps yet would leave the history with the document.
      _ = try source?.save(UbiquityContainers.path(of: url, in: source).map { [$0] })
    }
    try coordination.coordinateMove(from: url, to: destinationURL) { old, new in
      try WholeMove.move(old, to: new)
    }
    // The move is done; a container that is busy learns of it with its next save.
    let (container, place) = flag ? (target, destinationURL) : (source, url)
    if let path = UbiquityContainers.path(of: place, in: container) {
      _ = try? container?.save([path])
    }
  }

  /// Moves a document into a container, or out of it, away from the caller's thread.
  ///
  /// - Parameters:
  ///   - url: where it lies.
  ///   - destination: where it is to lie.
  ///   - intoContainer: whether that is in a container.
  /// - Throws: as ``setUbiquitous(_:itemAt:destinationURL:)``.
  public func move(
    itemAt url: URL, to destination: URL, intoContainer: Bool
  ) async throws {
    try await UbiquityContainers.elsewhere {
      try self.setUbiquitous(intoContainer, itemAt: url, destinationURL: destination)
    }
  }

  /// Deletes a document, away from the caller's thread, once everybody has closed it.
  ///
  /// In a container the deletion is a version: it can be undone.
  ///
  /// - Parameter url: where it lies.
  /// - Throws: `CocoaError`, or why the coordination refused.
  public func remove(itemAt url: URL) async throws {
    try await UbiquityContainers.elsewhere {
      try self.coordination.coordinateDeletion(of: url) { url in
        let path = SystemPath(wrapperPath: url)
        let container = UbiquityContainers.container(holding: url)
        let name = UbiquityContainers.path(of: url, in: container)
        if let container, let name { _ = try container.save([name]) }
        do {
          guard try FileStatus.of(path) != nil else {
            throw FileError("remove", path, code: ENOENT)
          }
          try Files.remove(path)
          try Files.synchronise(folder: path.parent)
        } catch let error as FileError {
          throw error.cocoa(isWriting: true, at: path)
        }
        if let container, let name { _ = try container.save([name]) }
      }
    }
  }

  // MARK: What needs a remote

  /// Asks for the contents of a placeholder, and returns at once.
  ///
  /// Metadata queries show how far it is; asking again starts no second transfer.
  ///
  /// - Throws: ``PlaceError/notInContainer(_:)``.
  public func startDownloadingUbiquitousItem(at url: URL) throws {
    guard isUbiquitousItem(at: url) else { throw PlaceError.notInContainer(url) }
    if Downloads.isPlaceholder(url) { Downloads.shared.start(url) }
  }

  /// Puts a placeholder in the place of a document that a remote has, once nobody writes to it.
  ///
  /// Whoever presents the document is asked before; open documents refuse. It may wait for others, so it
  /// should not be called on the main thread.
  ///
  /// - Throws: ``PlaceError/notInContainer(_:)``, ``PlaceError/mustStay(_:reason:)``, and what a presenter
  ///   throws; the document is as it was then.
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
      report = try access.run { _ in try item.container.evict([item.document.id]) }
    } catch let error as AccessError {
      throw error.publicError
    }
    if let kept = report.kept.first { throw PlaceError.mustStay(url, reason: kept.reason) }
    FileCoordinator().item(
      at: url, didChangeUbiquityAttributes: [.ubiquitousItemDownloadingStatusKey])
  }

  /// Would put a copy where everybody can read it.
  ///
  /// - Throws: ``PlaceError/unsupported(_:)``.
  public func url(forPublishingUbiquitousItemAt url: URL) throws -> URL {
    throw PlaceError.unsupported("publishing a copy")
  }

  // MARK: Helpers

  /// The container that the folder of a URL lies in.
  static func container(holding url: URL) -> Container? {
    var folder = url.deletingLastPathComponent().path
    // The folder of a place that is still to be made counts too.
    while access(folder, F_OK) != 0, folder != "/", !folder.isEmpty {
      folder = String(decoding: SystemPath(folder).parent.bytes, as: UTF8.self)
    }
    guard let container = try? Container.find(from: folder),
      path(of: url, in: container) != nil
    else { return nil }
    return container
  }

  /// The document path of a URL in a container; `nil` for what is the container's own.
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

/// Whether the caller holds up the main queue.
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

/// Moves that leave a document at one of two places, whole, at any moment.
enum WholeMove {
  /// Moves a document, to another file system too.
  ///
  /// - Throws: `CocoaError`; the document is where it was then.
  static func move(_ source: URL, to destination: URL) throws {
    let (old, new) = (SystemPath(wrapperPath: source), SystemPath(wrapperPath: destination))
    do {
      try Files.makeFolder(new.parent)
      if docmerge_rename_new(old.characters, new.characters) != 0 {
        guard errno == EXDEV || errno == EINVAL || errno == ENOSYS else {
          throw FileError("move", errno == EEXIST ? new : old)
        }
        guard try FileStatus.of(new) == nil else { throw FileError("move", new, code: EEXIST) }
        // Another file system: a copy that is whole and durable first, then the original goes.
        try FileWrapper(url: source).write(to: destination, originalContentsURL: nil)
        try Files.remove(old)
      }
      try Files.synchronise(folder: new.parent)
      try Files.synchronise(folder: old.parent)
    } catch let error as FileError {
      throw error.cocoa(isWriting: true, at: new)
    }
  }
}
