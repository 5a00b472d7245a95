public import Foundation

/// An object that shows a file or a folder, and needs to know what others do with it.
///
/// Register it with ``FileCoordinator/addFilePresenter(_:)``. From then on it is asked to give way before
/// others read or write the item, in this process or in any other, and is notified of their changes:
///
///     relinquish  →  save or accommodate deletion  →  news  →  reacquire
///
/// All methods have a default, and those with a completion handler exist in an `async` form as well:
/// implement one of the two. Messages arrive on ``presentedItemOperationQueue``, one after the other;
/// the properties are asked from any thread.
@preconcurrency
public protocol FilePresenter: AnyObject {
  /// The item, or `nil` if there is none yet.
  var presentedItemURL: URL? { get }

  /// The queue for messages; by default a private one of this presenter.
  ///
  /// On the main queue a presenter cannot answer a coordinator that blocks the main thread.
  var presentedItemOperationQueue: OperationQueue { get }

  /// The item whose sidecar this is; only needed with a sandbox, so not on Linux.
  var primaryPresentedItemURL: URL? { get }

  /// The attributes whose changes are reported with ``presentedItemDidChangeUbiquityAttributes(_:)``; by default none.
  var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> { get }

  // MARK: Giving way

  /// Another access wants to read.
  ///
  /// - Parameter reader: must be called when the presenter has stopped writing, with a block to run when the reader is
  ///   done, or `nil`.
  @preconcurrency
  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Another access wants to write.
  ///
  /// - Parameter writer: must be called when the presenter has stopped reading and writing, with a block to run when
  ///   the writer is done, or `nil`.
  @preconcurrency
  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Write unsaved changes now: another access is about to read.
  @preconcurrency
  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Write unsaved changes now: another access is about to read.
  func savePresentedItemChanges() async throws

  /// The item is about to be deleted or replaced: close it.
  @preconcurrency
  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// The item is about to be deleted or replaced: close it.
  func accommodatePresentedItemDeletion() async throws

  /// The local copy of the item is about to be removed; the item stays elsewhere.
  @preconcurrency
  func accommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// The local copy of the item is about to be removed; the item stays elsewhere.
  func accommodatePresentedItemEviction() async throws

  /// An item inside of the folder is about to be deleted or replaced.
  @preconcurrency
  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// An item inside of the folder is about to be deleted or replaced.
  func accommodatePresentedSubitemDeletion(at url: URL) async throws

  // MARK: News about the item

  /// The item has a new name or place.
  func presentedItemDidMove(to newURL: URL)

  /// The contents or the attributes of the item have changed, with the origin of the change.
  ///
  /// The default calls ``presentedItemDidChange()``.
  func presentedItemDidChange(by origin: ChangeOrigin)

  /// The contents or the attributes of the item have changed.
  ///
  /// Compare the modification date under coordination before reading it again.
  func presentedItemDidChange()

  /// Attributes that the presenter observes have changed.
  func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>)

  /// The item has one more version.
  func presentedItemDidGain(_ version: PresentedVersion)

  /// The item has one version less.
  func presentedItemDidLose(_ version: PresentedVersion)

  /// A conflict version was resolved, here or elsewhere.
  func presentedItemDidResolveConflict(_ version: PresentedVersion)

  // MARK: News about the contents of the folder

  /// A new item is in the folder.
  func presentedSubitemDidAppear(at url: URL)

  /// An item in the folder has a new name or place.
  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)

  /// An item in the folder has changed, or is gone, with the origin of the change.
  ///
  /// The default calls ``presentedSubitemDidChange(at:)``.
  func presentedSubitemDidChange(at url: URL, by origin: ChangeOrigin)

  /// An item in the folder has changed, or is gone.
  func presentedSubitemDidChange(at url: URL)

  /// An item in the folder has one more version.
  func presentedSubitem(at url: URL, didGain version: PresentedVersion)

  /// An item in the folder has one version less.
  func presentedSubitem(at url: URL, didLose version: PresentedVersion)

  /// A conflict version of an item in the folder was resolved.
  func presentedSubitem(at url: URL, didResolve version: PresentedVersion)
}

/// The origin of a change in a message to a presenter.
public struct ChangeOrigin: Sendable, Hashable {
  /// The process, if it used a coordinator.
  public var processIdentifier: Int32?
  /// The purpose of its coordinator (see ``FileCoordinator/purposeIdentifier``).
  public var purposeIdentifier: String?
  /// Whether this process made the change.
  public var isThisProcess: Bool

  /// Whether the change was made under coordination; otherwise its origin is not known.
  public var isCoordinated: Bool { processIdentifier != nil }

  /// A change by a program without a coordinator.
  public static let uncoordinated = ChangeOrigin(isThisProcess: false)
}

/// A version in a message to a presenter.
public struct PresentedVersion: Sendable, Hashable {
  /// The item that it is a version of.
  public var itemURL: URL
  /// Identifies it among all other versions.
  public var persistentIdentifier: String

  /// Makes a version from its name.
  public init(itemURL: URL, persistentIdentifier: String) {
    self.itemURL = itemURL
    self.persistentIdentifier = persistentIdentifier
  }
}
