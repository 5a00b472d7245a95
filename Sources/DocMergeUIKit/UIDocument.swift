public import DocMergeDocuments
public import Foundation

/// A ``Document`` whose `async` methods answer with a Bool, as Apple's do.
///
/// The error is in ``Document/lastError``. On Linux there are no selectors, nobody can observe properties
/// by key paths as strings, and a method that is to be overridden must be in the body of a class, not in
/// an extension of it.
open class UIDocument: Document {
  /// Reads the file.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  public func open() async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.open() }
  }

  /// Saves if anything is unsaved, and closes.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  public func close() async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.close() }
  }

  /// Writes the contents.
  ///
  /// - Parameters:
  ///   - url: where.
  ///   - saveOperation: whether the file is new.
  /// - Returns: whether that succeeded.
  @discardableResult
  public func save(to url: URL, for saveOperation: SaveOperation) async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.save(to: url, for: saveOperation) }
  }

  /// Saves if anything is unsaved.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  public func autosave() async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.autosave() }
  }

  /// Reads the contents of a file in the place of what is in memory.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  public func revert(toContentsOf url: URL) async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.revert(toContentsOf: url) }
  }

  // MARK: Versions

  /// A version was added.
  open nonisolated func presentedItemDidGain(_ version: NSFileVersion) {}

  /// A version was removed.
  open nonisolated func presentedItemDidLose(_ version: NSFileVersion) {}

  /// A conflict version was resolved.
  open nonisolated func presentedItemDidResolveConflict(_ version: NSFileVersion) {}

  /// Calls the method that gets the version itself.
  open override nonisolated func presentedItemDidGain(_ version: PresentedVersion) {
    super.presentedItemDidGain(version)
    if let version = version.fileVersion { presentedItemDidGain(version) }
  }

  /// Calls the method that gets the version itself, if that can still be found.
  open override nonisolated func presentedItemDidLose(_ version: PresentedVersion) {
    super.presentedItemDidLose(version)
    if let version = version.fileVersion { presentedItemDidLose(version) }
  }

  /// Calls the method that gets the version itself.
  open override nonisolated func presentedItemDidResolveConflict(_ version: PresentedVersion) {
    super.presentedItemDidResolveConflict(version)
    if let version = version.fileVersion { presentedItemDidResolveConflict(version) }
  }

  private static func succeeds(_ body: @MainActor () async throws -> Void) async -> Bool {
    do {
      try await body()
      return true
    } catch {
      return false
    }
  }
}
