public import DocMergeDocuments
public import Foundation

/// An object that shows a file or a folder, and needs to know what others do with it.
///
/// All methods of `FilePresenter` are optional, as on iOS. Those about versions get the version itself. A class
/// implements the methods in its body or in an extension of its own.
public protocol NSFilePresenter: FilePresenter, NSObjectProtocol {
  /// The item has one more version.
  func presentedItemDidGain(_ version: NSFileVersion)

  /// The item has one version less.
  func presentedItemDidLose(_ version: NSFileVersion)

  /// A conflict version was resolved, here or elsewhere.
  func presentedItemDidResolveConflict(_ version: NSFileVersion)

  /// An item in the folder has one more version.
  func presentedSubitem(at url: URL, didGain version: NSFileVersion)

  /// An item in the folder has one version less.
  func presentedSubitem(at url: URL, didLose version: NSFileVersion)

  /// A conflict version of an item in the folder was resolved.
  func presentedSubitem(at url: URL, didResolve version: NSFileVersion)
}

extension NSFilePresenter {
  /// Does nothing.
  public func presentedItemDidGain(_ version: NSFileVersion) {}

  /// Does nothing.
  public func presentedItemDidLose(_ version: NSFileVersion) {}

  /// Does nothing.
  public func presentedItemDidResolveConflict(_ version: NSFileVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didGain version: NSFileVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didLose version: NSFileVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didResolve version: NSFileVersion) {}

  // MARK: From the name of a version to the version

  /// Calls the method that gets the version itself.
  public func presentedItemDidGain(_ version: PresentedVersion) {
    if let version = version.fileVersion { presentedItemDidGain(version) }
  }

  /// Calls the method that gets the version itself, if it can still be found.
  public func presentedItemDidLose(_ version: PresentedVersion) {
    if let version = version.fileVersion { presentedItemDidLose(version) }
  }

  /// Calls the method that gets the version itself.
  public func presentedItemDidResolveConflict(_ version: PresentedVersion) {
    if let version = version.fileVersion { presentedItemDidResolveConflict(version) }
  }

  /// Calls the method that gets the version itself.
  public func presentedSubitem(at url: URL, didGain version: PresentedVersion) {
    if let version = version.fileVersion { presentedSubitem(at: url, didGain: version) }
  }

  /// Calls the method that gets the version itself, if it can still be found.
  public func presentedSubitem(at url: URL, didLose version: PresentedVersion) {
    if let version = version.fileVersion { presentedSubitem(at: url, didLose: version) }
  }

  /// Calls the method that gets the version itself.
  public func presentedSubitem(at url: URL, didResolve version: PresentedVersion) {
    if let version = version.fileVersion { presentedSubitem(at: url, didResolve: version) }
  }
}
