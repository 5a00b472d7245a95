public import Foundation

extension UndoManager {
  /// Names a value that is kept with an undo group.
  public struct UserInfoKey: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Makes a key from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// In the `userInfo` of the notifications about a group that closes: whether it is discardable.
  ///
  /// The key is missing when it is not.
  public nonisolated static let groupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

  /// Posted when a group inside of another opens, when one closes, and when ``canRedo`` is read.
  public nonisolated static let checkpointNotification =
    Notification.Name("NSUndoManagerCheckpointNotification")

  /// Posted after a group was opened.
  public nonisolated static let didOpenUndoGroupNotification =
    Notification.Name("NSUndoManagerDidOpenUndoGroupNotification")

  /// Posted before a group is closed.
  public nonisolated static let willCloseUndoGroupNotification =
    Notification.Name("NSUndoManagerWillCloseUndoGroupNotification")

  /// Posted after a group was closed.
  public nonisolated static let didCloseUndoGroupNotification =
    Notification.Name("NSUndoManagerDidCloseUndoGroupNotification")

  /// Posted before an undo.
  public nonisolated static let willUndoChangeNotification =
    Notification.Name("NSUndoManagerWillUndoChangeNotification")

  /// Posted after an undo.
  public nonisolated static let didUndoChangeNotification =
    Notification.Name("NSUndoManagerDidUndoChangeNotification")

  /// Posted before a redo.
  public nonisolated static let willRedoChangeNotification =
    Notification.Name("NSUndoManagerWillRedoChangeNotification")

  /// Posted after a redo.
  public nonisolated static let didRedoChangeNotification =
    Notification.Name("NSUndoManagerDidRedoChangeNotification")

  func post(_ name: Notification.Name, isDiscardable: Bool = false) {
    NotificationCenter.default.post(
      name: name, object: self,
      userInfo: isDiscardable ? [UndoManager.groupIsDiscardableKey: true] : nil)
  }
}
