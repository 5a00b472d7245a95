public import DocMergeDocuments
public import Foundation

/// A `Document` whose `async` methods answer with a Bool, as Apple's do.
///
/// The error is in `Document/lastError`. On Linux there are no selectors, properties cannot be observed by string key
/// paths, and a method that is to be overridden must be in the body of a class, not in an extension of it.
@preconcurrency @MainActor
open class UIDocument: Document, ProgressReporting {
  /// Reads the file.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  open func open() async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.open() }
  }

  /// Saves unsaved changes, and closes.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  open func close() async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.close() }
  }

  /// Writes the contents.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - saveOperation: whether the file is new.
  /// - Returns: whether that succeeded.
  @discardableResult
  open func save(to url: URL, for saveOperation: SaveOperation) async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.save(to: url, for: saveOperation) }
  }

  /// Saves unsaved changes.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  open func autosave() async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.autosave() }
  }

  /// Replaces the contents in memory by those of a file.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult
  open func revert(toContentsOf url: URL) async -> Bool {
    let document: Document = self
    return await UIDocument.succeeds { try await document.revert(toContentsOf: url) }
  }

  // MARK: Versions

  /// A version was added.
  open func presentedItemDidGain(_ version: NSFileVersion) {}

  /// A version was removed.
  open func presentedItemDidLose(_ version: NSFileVersion) {}

  /// A conflict version was resolved.
  open func presentedItemDidResolveConflict(_ version: NSFileVersion) {}

  /// A version of a member was added.
  open func presentedSubitem(at url: URL, didGain version: NSFileVersion) {}

  /// A version of a member was removed.
  open func presentedSubitem(at url: URL, didLose version: NSFileVersion) {}

  /// A conflict version of a member was resolved.
  open func presentedSubitem(at url: URL, didResolve version: NSFileVersion) {}

  /// Calls the method that gets the version itself.
  open override func presentedItemDidGain(_ version: PresentedVersion) {
    super.presentedItemDidGain(version)
    if let version = version.fileVersion { presentedItemDidGain(version) }
  }

  /// Calls the method that gets the version itself.
  open override func presentedItemDidLose(_ version: PresentedVersion) {
    super.presentedItemDidLose(version)
    if let version = version.fileVersion { presentedItemDidLose(version) }
  }

  /// Calls the method that gets the version itself.
  open override func presentedItemDidResolveConflict(_ version: PresentedVersion) {
    super.presentedItemDidResolveConflict(version)
    if let version = version.fileVersion { presentedItemDidResolveConflict(version) }
  }

  /// Calls the method that gets the version itself.
  open override func presentedSubitem(
    at url: URL, didGain version: PresentedVersion
  ) {
    if let version = version.fileVersion { presentedSubitem(at: url, didGain: version) }
  }

  /// Calls the method that gets the version itself.
  open override func presentedSubitem(
    at url: URL, didLose version: PresentedVersion
  ) {
    if let version = version.fileVersion { presentedSubitem(at: url, didLose: version) }
  }

  /// Calls the method that gets the version itself.
  open override func presentedSubitem(
    at url: URL, didResolve version: PresentedVersion
  ) {
    if let version = version.fileVersion { presentedSubitem(at: url, didResolve: version) }
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
