public import Foundation

/// Records how to undo changes, and to redo them.
///
/// A setter registers the reverse change before it changes anything; changes registered during an undo become the
/// redo:
///
///     func setText(_ new: String) {
///       undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
///       text = new
///     }
///
/// **Groups.** One undo reverts one group. While ``groupsByEvent`` is on, the first action opens a group and the end of
/// the current turn of the main actor closes it: everything that one event handler, one command or one stretch between
/// two `await`s registers is one step for the user. No run loop is needed. ``undo()`` closes such a group by itself, so
/// it can be called straight after a change. Changes across an `await` that are to be one step need
/// ``beginUndoGrouping()`` and ``endUndoGrouping()``.
///
/// **Targets** are not kept alive; an action whose target is gone does nothing.
///
/// **Threads.** It can be used from any thread, and posts there; only one thread at a time should undo.
///
/// Apple's registration by selector and by invocation (`prepare(withInvocationTarget:)`) needs the
/// Objective-C runtime and cannot exist on Linux: register closures. Groups without an action are
/// dropped, so that ``canUndo`` never promises an undo that does nothing.
@preconcurrency @MainActor
open class UndoManager: NSObject {
  private let stacks = UndoStacks()

  /// Makes an undo manager with nothing to undo.
  public nonisolated override init() {
    super.init()
  }

  // MARK: Registering

  /// Registers how to undo a change.
  ///
  /// - Parameters:
  ///   - target: the object that changes; it is not kept alive.
  ///   - handler: undoes the change; gets the target.
  @preconcurrency
  public func registerUndo<TargetType>(
    withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
  ) where TargetType: AnyObject {
    guard isUndoRegistrationEnabled else { return }
    let action = UndoAction(target, handler)
    // On another thread than the main one the turn may end, and close the group, at any moment.
    while !stacks.add(action) {
      precondition(groupsByEvent, "An undo group must be begun before an action is registered.")
      beginGroupOfTurn()
    }
  }

  /// Cannot exist on Linux, where no object can record the messages that it receives.
  @available(
    *, unavailable, message: "Linux has no invocations: use registerUndo(withTarget:handler:)"
  )
  public func prepare(withInvocationTarget target: Any) -> Any {
    fatalError("Linux has no invocations.")
  }

  /// Whether ``registerUndo(withTarget:handler:)`` records anything.
  open var isUndoRegistrationEnabled: Bool { stacks.isEnabled }

  /// Stops recording until ``enableUndoRegistration()`` was called as often.
  open func disableUndoRegistration() { stacks.disable() }

  /// Reverts one ``disableUndoRegistration()``.
  open func enableUndoRegistration() { stacks.enable() }

  // MARK: Grouping

  /// Whether the first action of a turn of the main actor opens a group that ends with the turn.
  open var groupsByEvent = true

  /// The maximum number of groups to undo; 0 means no limit.
  ///
  /// The oldest are dropped, at once when the number is lowered.
  open var levelsOfUndo = 0 {
    didSet { stacks.limit(to: levelsOfUndo) }
  }

  /// The modes in which Apple's run loop closes groups; without effect on Linux.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// How deeply open groups are nested.
  open var groupingLevel: Int { stacks.openCount }

  /// Opens a group: all changes registered until ``endUndoGrouping()`` are undone together.
  open func beginUndoGrouping() {
    if groupsByEvent, stacks.isBetweenGroups { beginGroupOfTurn() }
    begin()
  }

  /// Closes the last opened group.
  open func endUndoGrouping() {
    precondition(groupingLevel > 0, "No undo group is open.")
    closeGroup()
  }

  private func closeGroup(ofTurn number: UInt64? = nil) {
    post(UndoManager.checkpointNotification)
    let isDiscardable = stacks.isLastDiscardable
    post(UndoManager.willCloseUndoGroupNotification, isDiscardable: isDiscardable)
    guard stacks.close(ofTurn: number) else { return }
    post(UndoManager.didCloseUndoGroupNotification, isDiscardable: isDiscardable)
    if let group = stacks.groupOfOverTurn { closeGroup(ofTurn: group) }
  }

  private func begin(like other: UndoGroup? = nil) {
    if groupingLevel > 0 { post(UndoManager.checkpointNotification) }
    _ = stacks.begin(ofTurn: false, like: other)
    post(UndoManager.didOpenUndoGroupNotification)
  }

  private func beginGroupOfTurn() {
    guard let group = stacks.begin(ofTurn: true, like: nil) else { return }
    post(UndoManager.didOpenUndoGroupNotification)
    // A task of the main actor starts when the current turn has ended, however the actor is run.
    Task { [weak self] in self?.turnEnded(group) }
  }

  /// Closes the group of a turn that has ended, unless it is closed or has an open group in it.
  private func turnEnded(_ group: UInt64) {
    if stacks.endTurn(group) { closeGroup(ofTurn: group) }
  }

  // MARK: Undoing

  /// Whether ``undo()`` would do something.
  open var canUndo: Bool { stacks.canUndo }

  /// Whether ``redo()`` would do something.
  open var canRedo: Bool {
    post(UndoManager.checkpointNotification)
    return redoCount > 0
  }

  /// How many groups can be undone.
  open var undoCount: Int { stacks.undoCount }

  /// How many groups can be redone.
  open var redoCount: Int { stacks.redoCount }

  /// Whether an undo is running.
  open var isUndoing: Bool { stacks.activity == .undoing }

  /// Whether a redo is running.
  open var isRedoing: Bool { stacks.activity == .redoing }

  /// Undoes the last group; closes it first when it is the only open one.
  open func undo() {
    if groupingLevel == 1 { closeGroup() }
    precondition(groupingLevel == 0, "Undo needs all groups but the outermost to be closed.")
    undoNestedGroup()
  }

  /// Undoes the last closed group.
  open func undoNestedGroup() {
    precondition(!isUndoing && !isRedoing, "An undo is under way already.")
    post(UndoManager.checkpointNotification)
    guard let group = stacks.takeUndo() else { return }
    walk(group, as: .undoing, UndoManager.willUndoChangeNotification)
    post(UndoManager.didUndoChangeNotification)
  }

  /// Redoes the last undone group.
  open func redo() {
    precondition(!isUndoing && !isRedoing, "An undo is under way already.")
    if stacks.isInTurn { closeGroup() }
    post(UndoManager.checkpointNotification)
    guard let group = stacks.takeRedo() else { return }
    walk(group, as: .redoing, UndoManager.willRedoChangeNotification)
    post(UndoManager.didRedoChangeNotification)
  }

  /// Runs a group; the actions that it registers form the reverse group.
  private func walk(
    _ group: UndoGroup, as activity: UndoStacks.Activity, _ announcement: Notification.Name
  ) {
    // Inside of an open group the reverse actions are added to the other stack, not to that group.
    let outer = stacks.start(activity)
    post(announcement)
    begin(like: group)
    group.run()
    while groupingLevel > 0 { closeGroup() }
    stacks.finish(outer)
  }

  /// Forgets everything, and closes all groups.
  open func removeAllActions() {
    stacks.removeAll()
    while stacks.activity == .recording, groupingLevel > 0 { closeGroup() }
  }

  /// Removes the actions of a target.
  open func removeAllActions(withTarget target: Any) {
    // A value has no identity: nothing can have been registered for it.
    guard type(of: target) is AnyClass else { return }
    stacks.remove(target: target as AnyObject)
  }

  /// The current position of the recording.
  var mark: UndoStacks.Mark { stacks.mark }

  // MARK: Names and properties of the groups, for menus

  /// The name of the group that ``undo()`` would undo, such as `Typing`; empty without one.
  open var undoActionName: String { stacks.ofUndo(\.name) ?? "" }

  /// The name of the group that ``redo()`` would redo; empty without one.
  open var redoActionName: String { stacks.ofRedo(\.name) ?? "" }

  /// Names the group that is being recorded, or else the last one.
  open func setActionName(_ actionName: String) {
    stacks.describe(\.name, actionName)
  }

  /// The menu title for ``undo()``, such as `Undo Typing`.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The menu title for ``redo()``.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The menu title for undoing a group of this name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The menu title for redoing a group of this name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Sets whether the group that is being recorded may be discarded, such as a change of the selection.
  open func setActionIsDiscardable(_ discardable: Bool) {
    stacks.describe(\.isDiscardable, discardable)
  }

  /// Whether the group that ``undo()`` would undo is discardable.
  open var undoActionIsDiscardable: Bool { stacks.ofUndo(\.isDiscardable) ?? false }

  /// Whether the group that ``redo()`` would redo is discardable.
  open var redoActionIsDiscardable: Bool { stacks.ofRedo(\.isDiscardable) ?? false }

  /// Keeps a value with the group that is being recorded.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    stacks.describe(\.values[key], info)
  }

  /// The value that is kept with the group that ``undo()`` would undo.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    stacks.ofUndo(\.values)?[key]
  }

  /// The value that is kept with the group that ``redo()`` would redo.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    stacks.ofRedo(\.values)?[key]
  }
}
