public import DocMergeDocuments
public import Foundation

// As in Document: the protocol requires these on the queue of the presenter, subclasses override them for the main
// actor.
extension UIDocument: NSFilePresenter {
  /// Calls `presentedItemDidGain(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(NSFilePresenter,presentedItemDidGain(_:))
  public nonisolated func receivePresentedItemDidGain(_ version: NSFileVersion) {
    AnyThread.run { self.presentedItemDidGain(version) }
  }

  /// Calls `presentedItemDidLose(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(NSFilePresenter,presentedItemDidLose(_:))
  public nonisolated func receivePresentedItemDidLose(_ version: NSFileVersion) {
    AnyThread.run { self.presentedItemDidLose(version) }
  }

  /// Calls `presentedItemDidResolveConflict(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(NSFilePresenter,presentedItemDidResolveConflict(_:))
  public nonisolated func receivePresentedItemDidResolveConflict(_ version: NSFileVersion) {
    AnyThread.run { self.presentedItemDidResolveConflict(version) }
  }

  /// Calls `presentedSubitem(at:didGain:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(NSFilePresenter,presentedSubitem(at:didGain:))
  public nonisolated func receivePresentedSubitem(at url: URL, didGain version: NSFileVersion) {
    AnyThread.run { self.presentedSubitem(at: url, didGain: version) }
  }

  /// Calls `presentedSubitem(at:didLose:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(NSFilePresenter,presentedSubitem(at:didLose:))
  public nonisolated func receivePresentedSubitem(at url: URL, didLose version: NSFileVersion) {
    AnyThread.run { self.presentedSubitem(at: url, didLose: version) }
  }

  /// Calls `presentedSubitem(at:didResolve:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(NSFilePresenter,presentedSubitem(at:didResolve:))
  public nonisolated func receivePresentedSubitem(
    at url: URL, didResolve version: NSFileVersion
  ) {
    AnyThread.run { self.presentedSubitem(at: url, didResolve: version) }
  }
}
