public import Foundation

/// An object that shows a file or a folder, and wants to know what others do with it.
///
/// Register it with ``FileCoordinator/addFilePresenter(_:)``. From then on it is asked to give way before
/// others read or write the item, in this process or in any other, and is told what they did:
///
///     relinquish  →  save or accommodate deletion  →  news  →  reacquire
///
/// All methods have a default, and those with a completion handler exist in an `async` form as well:
/// implement one of the two. Messages arrive on ``presentedItemOperationQueue``, one after the other;
/// the properties are asked from any thread.
@preconcurrency
public protocol FilePresenter: AnyObject {
  /// The item, or `nil` as long as there is none.
  var presentedItemURL: URL? { get }

  /// The queue on which messages arrive; by default a private one of this presenter.
  ///
  /// On the main queue a presenter cannot answer a coordinator that blocks the main thread.
  var presentedItemOperationQueue: OperationQueue { get }

  /// The item whose sidecar this is; only of use where a sandbox asks for it, so not on Linux.
  var primaryPresentedItemURL: URL? { get }

  /// The attributes whose changes are told with
  /// ``presentedItemDidChangeUbiquityAttributes(_:)``; by default none.
  var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> { get }

  // MARK: Giving way

  /// Somebody wants to read.
  ///
  /// - Parameter reader: must be called when the presenter has stopped writing, with what to do when
  ///   the reader is done, or `nil`.
  @preconcurrency
  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Somebody wants to write.
  ///
  /// - Parameter writer: must be called when the presenter has stopped reading and writing, with what
  ///   to do when the writer is done, or `nil`.
  @preconcurrency
  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Write unsaved changes now, since somebody is about to read.
  @preconcurrency
  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Write unsaved changes now, since somebody is about to read.
  func savePresentedItemChanges() async throws

  /// The item is about to be deleted or replaced: close it.
  @preconcurrency
  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// The item is about to be deleted or replaced: close it.
  func accommodatePresentedItemDeletion() async throws

  /// The local copy of the item is about to go; the item stays elsewhere.
  @preconcurrency
  func accommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// The local copy of the item is about to go; the item stays elsewhere.
  func accommodatePresentedItemEviction() async throws

  /// Something inside of the folder is about to be deleted or replaced.
  @preconcurrency
  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Something inside of the folder is about to be deleted or replaced.
  func accommodatePresentedSubitemDeletion(at url: URL) async throws

  // MARK: News of the item

  /// The item has another name or place now.
  func presentedItemDidMove(to newURL: URL)

  /// The contents or the attributes of the item are others now, and this is who did it.
  ///
  /// The default calls ``presentedItemDidChange()``.
  func presentedItemDidChange(by origin: ChangeOrigin)

  /// The contents or the attributes of the item are others now.
  ///
  /// Compare the modification date under coordination before reading it again.
  func presentedItemDidChange()

  /// Attributes that the presenter observes are others now.
  func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>)

  /// The item has one more version.
  func presentedItemDidGain(_ version: PresentedVersion)

  /// The item has a version less.
  func presentedItemDidLose(_ version: PresentedVersion)

  /// A conflict version was resolved, here or elsewhere.
  func presentedItemDidResolveConflict(_ version: PresentedVersion)

  // MARK: News of what the folder contains

  /// Something new is in the folder.
  func presentedSubitemDidAppear(at url: URL)

  /// Something in the folder has another name or place now.
  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)

  /// Something in the folder has changed, or is gone, and this is who did it.
  ///
  /// The default calls ``presentedSubitemDidChange(at:)``.
  func presentedSubitemDidChange(at url: URL, by origin: ChangeOrigin)

  /// Something in the folder has changed, or is gone.
  func presentedSubitemDidChange(at url: URL)

  /// Something in the folder has one more version.
  func presentedSubitem(at url: URL, didGain version: PresentedVersion)

  /// Something in the folder has a version less.
  func presentedSubitem(at url: URL, didLose version: PresentedVersion)

  /// A conflict version of something in the folder was resolved.
  func presentedSubitem(at url: URL, didResolve version: PresentedVersion)
}

/// Who made a change that a presenter is told of.
public struct ChangeOrigin: Sendable, Hashable {
  /// The process, when it used a coordinator.
  public var processIdentifier: Int32?
  /// The purpose of its coordinator (see ``FileCoordinator/purposeIdentifier``).
  public var purposeIdentifier: String?
  /// Whether it was this process.
  public var isThisProcess: Bool

  /// Whether the change was made under coordination; otherwise nobody knows who did it.
  public var isCoordinated: Bool { processIdentifier != nil }

  /// A change that some program made without a coordinator.
  public static let uncoordinated = ChangeOrigin(isThisProcess: false)
}

/// A version that a presenter is told of.
public struct PresentedVersion: Sendable, Hashable {
  /// The item that it is a version of.
  public var itemURL: URL
  /// What tells it from all other versions.
  public var persistentIdentifier: String

  /// A version by its name.
  public init(itemURL: URL, persistentIdentifier: String) {
    self.itemURL = itemURL
    self.persistentIdentifier = persistentIdentifier
  }
}
