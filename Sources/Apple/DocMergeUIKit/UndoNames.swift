import DocMergeDocuments
public import Foundation

extension NSNotification.Name {
  /// Posted when a group inside of another opens, when one closes, and when `canRedo` is read.
  public static let NSUndoManagerCheckpoint = UndoManager.checkpointNotification
  /// Posted after a group was opened.
  public static let NSUndoManagerDidOpenUndoGroup = UndoManager.didOpenUndoGroupNotification
  /// Posted before a group is closed.
  public static let NSUndoManagerWillCloseUndoGroup = UndoManager.willCloseUndoGroupNotification
  /// Posted after a group was closed.
  public static let NSUndoManagerDidCloseUndoGroup = UndoManager.didCloseUndoGroupNotification
  /// Posted before an undo.
  public static let NSUndoManagerWillUndoChange = UndoManager.willUndoChangeNotification
  /// Posted after an undo.
  public static let NSUndoManagerDidUndoChange = UndoManager.didUndoChangeNotification
  /// Posted before a redo.
  public static let NSUndoManagerWillRedoChange = UndoManager.willRedoChangeNotification
  /// Posted after a redo.
  public static let NSUndoManagerDidRedoChange = UndoManager.didRedoChangeNotification
}

/// In the `userInfo` of the notifications about a group that closes: whether it is discardable.
public let NSUndoManagerGroupIsDiscardableKey = UndoManager.groupIsDiscardableKey
