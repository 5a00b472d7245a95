public import Foundation

// A subclass overrides these methods for the main actor, and messages arrive on the queue of the presenter: each of
// these satisfies a requirement of the protocol, and makes the call there.
extension Document: FilePresenter {
  /// Calls `relinquishPresentedItem(toReader:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,relinquishPresentedItem(toReader:))
  public nonisolated func receiveRelinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    AnyThread.run { self.relinquishPresentedItem(toReader: reader) }
  }

  /// Calls `relinquishPresentedItem(toWriter:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,relinquishPresentedItem(toWriter:))
  public nonisolated func receiveRelinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    AnyThread.run { self.relinquishPresentedItem(toWriter: writer) }
  }

  /// Calls `savePresentedItemChanges(completionHandler:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,savePresentedItemChanges(completionHandler:))
  public nonisolated func receiveSavePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    AnyThread.run { self.savePresentedItemChanges(completionHandler: completionHandler) }
  }

  /// Calls `accommodatePresentedItemDeletion(completionHandler:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,accommodatePresentedItemDeletion(completionHandler:))
  public nonisolated func receiveAccommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    AnyThread.run { self.accommodatePresentedItemDeletion(completionHandler: completionHandler) }
  }

  /// Calls `accommodatePresentedItemEviction(completionHandler:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,accommodatePresentedItemEviction(completionHandler:))
  public nonisolated func receiveAccommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    AnyThread.run { self.accommodatePresentedItemEviction(completionHandler: completionHandler) }
  }

  /// Calls `accommodatePresentedSubitemDeletion(at:completionHandler:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,accommodatePresentedSubitemDeletion(at:completionHandler:))
  public nonisolated func receiveAccommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    AnyThread.run {
      self.accommodatePresentedSubitemDeletion(at: url, completionHandler: completionHandler)
    }
  }

  /// Calls `presentedItemDidMove(to:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedItemDidMove(to:))
  public nonisolated func receivePresentedItemDidMove(to newURL: URL) {
    AnyThread.run { self.presentedItemDidMove(to: newURL) }
  }

  /// Calls `presentedItemDidChange()`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedItemDidChange())
  public nonisolated func receivePresentedItemDidChange() {
    AnyThread.run { self.presentedItemDidChange() }
  }

  /// Calls `presentedItemDidGain(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedItemDidGain(_:))
  public nonisolated func receivePresentedItemDidGain(_ version: PresentedVersion) {
    AnyThread.run { self.presentedItemDidGain(version) }
  }

  /// Calls `presentedItemDidLose(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedItemDidLose(_:))
  public nonisolated func receivePresentedItemDidLose(_ version: PresentedVersion) {
    AnyThread.run { self.presentedItemDidLose(version) }
  }

  /// Calls `presentedItemDidResolveConflict(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedItemDidResolveConflict(_:))
  public nonisolated func receivePresentedItemDidResolveConflict(_ version: PresentedVersion) {
    AnyThread.run { self.presentedItemDidResolveConflict(version) }
  }

  /// Calls `presentedItemDidChangeUbiquityAttributes(_:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedItemDidChangeUbiquityAttributes(_:))
  public nonisolated func receivePresentedItemDidChangeUbiquityAttributes(
    _ attributes: Set<URLResourceKey>
  ) {
    AnyThread.run { self.presentedItemDidChangeUbiquityAttributes(attributes) }
  }

  /// Calls `presentedSubitemDidAppear(at:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedSubitemDidAppear(at:))
  public nonisolated func receivePresentedSubitemDidAppear(at url: URL) {
    AnyThread.run { self.presentedSubitemDidAppear(at: url) }
  }

  /// Calls `presentedSubitem(at:didMoveTo:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedSubitem(at:didMoveTo:))
  public nonisolated func receivePresentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    AnyThread.run { self.presentedSubitem(at: oldURL, didMoveTo: newURL) }
  }

  /// Calls `presentedSubitemDidChange(at:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedSubitemDidChange(at:))
  public nonisolated func receivePresentedSubitemDidChange(at url: URL) {
    AnyThread.run { self.presentedSubitemDidChange(at: url) }
  }

  /// Calls `presentedSubitem(at:didGain:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedSubitem(at:didGain:))
  public nonisolated func receivePresentedSubitem(
    at url: URL, didGain version: PresentedVersion
  ) {
    AnyThread.run { self.presentedSubitem(at: url, didGain: version) }
  }

  /// Calls `presentedSubitem(at:didLose:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedSubitem(at:didLose:))
  public nonisolated func receivePresentedSubitem(
    at url: URL, didLose version: PresentedVersion
  ) {
    AnyThread.run { self.presentedSubitem(at: url, didLose: version) }
  }

  /// Calls `presentedSubitem(at:didResolve:)`.
  @_disfavoredOverload @_documentation(visibility: internal)
  @_implements(FilePresenter,presentedSubitem(at:didResolve:))
  public nonisolated func receivePresentedSubitem(
    at url: URL, didResolve version: PresentedVersion
  ) {
    AnyThread.run { self.presentedSubitem(at: url, didResolve: version) }
  }
}
