import DocMergeCoordination
public import Foundation

extension FilePresenter {
  /// A private queue of this presenter, which runs one message after the other.
  public var presentedItemOperationQueue: OperationQueue {
    PresenterQueues.queue(of: ObjectIdentifier(self))
  }

  /// None.
  public var primaryPresentedItemURL: URL? { nil }

  /// None.
  public var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> { [] }

  /// Gives way at once.
  public func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) { reader(nil) }

  /// Gives way at once.
  public func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) { writer(nil) }

  // MARK: Both forms of a question: the one with a handler calls the other

  /// Calls ``savePresentedItemChanges()``.
  public func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    PresenterReference(strong: self).call(completionHandler) {
      try await $0.savePresentedItemChanges()
    }
  }

  /// Nothing is unsaved.
  public func savePresentedItemChanges() async throws {}

  /// Calls ``accommodatePresentedItemDeletion()``.
  public func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    PresenterReference(strong: self).call(completionHandler) {
      try await $0.accommodatePresentedItemDeletion()
    }
  }

  /// Has no objection.
  public func accommodatePresentedItemDeletion() async throws {}

  /// Calls ``accommodatePresentedItemEviction()``.
  public func accommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    PresenterReference(strong: self).call(completionHandler) {
      try await $0.accommodatePresentedItemEviction()
    }
  }

  /// Has no objection.
  public func accommodatePresentedItemEviction() async throws {}

  /// Calls ``accommodatePresentedSubitemDeletion(at:)``.
  public func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    PresenterReference(strong: self).call(completionHandler) {
      try await $0.accommodatePresentedSubitemDeletion(at: url)
    }
  }

  /// Has no objection.
  public func accommodatePresentedSubitemDeletion(at url: URL) async throws {}

  // MARK: News

  /// Does nothing.
  public func presentedItemDidMove(to newURL: URL) {}

  /// Calls ``presentedItemDidChange()``.
  public func presentedItemDidChange(by origin: ChangeOrigin) { presentedItemDidChange() }

  /// Does nothing.
  public func presentedItemDidChange() {}

  /// Does nothing.
  public func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>) {}

  /// Does nothing.
  public func presentedItemDidGain(_ version: PresentedVersion) {}

  /// Does nothing.
  public func presentedItemDidLose(_ version: PresentedVersion) {}

  /// Does nothing.
  public func presentedItemDidResolveConflict(_ version: PresentedVersion) {}

  /// For a package, a change of the whole.
  public func presentedSubitemDidAppear(at url: URL) { packageDidChange() }

  /// For a package, a change of the whole.
  public func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) { packageDidChange() }

  /// Calls ``presentedSubitemDidChange(at:)``.
  public func presentedSubitemDidChange(at url: URL, by origin: ChangeOrigin) {
    presentedSubitemDidChange(at: url)
  }

  /// For a package, a change of the whole.
  public func presentedSubitemDidChange(at url: URL) { packageDidChange() }

  /// Does nothing.
  public func presentedSubitem(at url: URL, didGain version: PresentedVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didLose version: PresentedVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didResolve version: PresentedVersion) {}

  func packageDidChange() {
    guard let url = presentedItemURL, PackageNames.contains(ItemPath(url.path)) else { return }
    presentedItemDidChange()
  }
}
