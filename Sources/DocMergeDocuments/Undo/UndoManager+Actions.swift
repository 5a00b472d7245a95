// Names and properties of the groups, as menus show them.
extension UndoManager {
  /// The name of what ``undo()`` would take back, such as `Typing`; empty without one.
  public var undoActionName: String { groupToUndo?.name ?? "" }

  /// The name of what ``redo()`` would do again; empty without one.
  public var redoActionName: String { groupToRedo?.name ?? "" }

  /// Names the group that is being recorded, or else the last one.
  public func setActionName(_ actionName: String) {
    for group in groupsToDescribe { group.name = actionName }
  }

  /// The words of the menu for ``undo()``, such as `Undo Typing`.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The words of the menu for ``redo()``.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The words of the menu for undoing something of this name.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The words of the menu for redoing something of this name.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Says whether the group that is being recorded may be given up, as a change of the selection may.
  public func setActionIsDiscardable(_ discardable: Bool) {
    for group in groupsToDescribe { group.isDiscardable = discardable }
  }

  /// Whether what ``undo()`` would take back is discardable.
  public var undoActionIsDiscardable: Bool { groupToUndo?.isDiscardable ?? false }

  /// Whether what ``redo()`` would do again is discardable.
  public var redoActionIsDiscardable: Bool { groupToRedo?.isDiscardable ?? false }

  /// Keeps a value with the group that is being recorded.
  public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    for group in groupsToDescribe { group.values[key] = info }
  }

  /// The value that is kept with what ``undo()`` would take back.
  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    groupToUndo?.values[key]
  }

  /// The value that is kept with what ``redo()`` would do again.
  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    groupToRedo?.values[key]
  }
}
