public import Foundation

/// Records how to take changes back, and back again.
///
/// A setter registers the way back before it changes anything; what is registered while that way is
/// walked becomes the way forth:
///
///     func setText(_ new: String) {
///       undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
///       text = new
///     }
///
/// **Groups.** One undo takes back one group. While ``groupsByEvent`` is on, the first action opens a
/// group and the end of the current turn of the main actor closes it: everything that one event
/// handler, one command or one stretch between two `await`s registers is one step for the user. No
/// run loop is needed. ``undo()`` closes such a group by itself, so calling it straight after a change
/// works. Changes that are to be one step across an `await` need ``beginUndoGrouping()`` and
/// ``endUndoGrouping()``.
///
/// **Targets** are not kept alive; an action whose target is gone does nothing.
///
/// Apple's registration by selector and by invocation (`prepare(withInvocationTarget:)`) needs the
/// Objective-C runtime and cannot exist on Linux: register closures. Groups without an action are
/// dropped, so that ``canUndo`` never promises an undo that does nothing.
@preconcurrency @MainActor
open class UndoManager: NSObject {
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The groups that are open, the outermost first.
  private var openGroups: [UndoGroup] = []
  private var disabledCount = 0
  /// What is to become of the outermost open group when the turn of the main actor ends.
  private var turn = Turn.none
  private var activity = Activity.recording

  private enum Activity {
    case recording, undoing, redoing
  }

  private enum Turn {
    /// The group stays open until somebody closes it.
    case none
    /// The group is closed at the end of the turn.
    case closesGroup
    /// The turn is over, but a group inside is still open.
    case isOver
  }

  /// Makes an undo manager with nothing to undo.
  public nonisolated override init() {
    super.init()
  }

  // MARK: Registering

  /// Registers how to take a change back.
  ///
  /// - Parameters:
  ///   - target: the object that changes; it is not kept alive.
  ///   - handler: takes the change back; gets the target.
  @preconcurrency
  public func registerUndo<TargetType>(
    withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
  ) where TargetType: AnyObject {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty {
      precondition(groupsByEvent, "An undo group must be begun before an action is registered.")
      beginGroupOfTurn()
    }
    openGroups[openGroups.count - 1].steps.append(.action(UndoAction(target, handler)))
    if activity == .recording { redoStack.removeAll() }
  }

  /// Cannot exist on Linux, where no object can record the messages that it is sent.
  @available(
    *, unavailable, message: "Linux has no invocations: use registerUndo(withTarget:handler:)"
  )
  public func prepare(withInvocationTarget target: Any) -> Any {
    fatalError("Linux has no invocations.")
  }

  /// Whether ``registerUndo(withTarget:handler:)`` records anything.
  open var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

  /// Stops recording until ``enableUndoRegistration()`` was called as often.
  open func disableUndoRegistration() {
    disabledCount += 1
  }

  /// Takes one ``disableUndoRegistration()`` back.
  open func enableUndoRegistration() {
    precondition(disabledCount > 0, "Undo registration is enabled more often than disabled.")
    disabledCount -= 1
  }

  // MARK: Grouping

  /// Whether the first action of a turn of the main actor opens a group that ends with the turn.
  open var groupsByEvent = true

  /// How many groups may be undone; 0 means any number.
  ///
  /// The oldest are dropped, at once when the number is lowered.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }

  /// The modes in which Apple's run loop closes groups; without a meaning on Linux.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// How many groups are open inside of each other.
  open var groupingLevel: Int { openGroups.count }

  /// Opens a group: what is registered until ``endUndoGrouping()`` is undone together.
  open func beginUndoGrouping() {
    if openGroups.isEmpty, groupsByEvent, activity == .recording { beginGroupOfTurn() }
    begin()
  }

  /// Closes the group that was opened last.
  open func endUndoGrouping() {
    precondition(!openGroups.isEmpty, "No undo group is open.")
    post(UndoManager.checkpointNotification)
    let isDiscardable = openGroups[openGroups.count - 1].isDiscardable
    post(UndoManager.willCloseUndoGroupNotification, isDiscardable: isDiscardable)
    let group = openGroups.removeLast()
    if openGroups.isEmpty { turn = .none }
    if !group.isEmpty { put(group) }
    post(UndoManager.didCloseUndoGroupNotification, isDiscardable: isDiscardable)
    if openGroups.count == 1, turn == .isOver { endUndoGrouping() }
  }

  private func begin() {
    if !openGroups.isEmpty { post(UndoManager.checkpointNotification) }
    openGroups.append(UndoGroup())
    post(UndoManager.didOpenUndoGroupNotification)
  }

  private func beginGroupOfTurn() {
    begin()
    turn = .closesGroup
    let group = ObjectIdentifier(openGroups[0])
    // A task of the main actor starts when the present turn is over, whatever drives the actor.
    Task { [weak self] in self?.turnEnded(group) }
  }

  /// Closes the group of a turn that is over, unless someone did or holds a group in it open.
  private func turnEnded(_ group: ObjectIdentifier) {
    guard turn == .closesGroup, let outermost = openGroups.first,
      ObjectIdentifier(outermost) == group
    else { return }
    turn = .isOver
    if openGroups.count == 1 { endUndoGrouping() }
  }

  /// Adds a closed group to the one around it, or to the things that can be undone or redone.
  private func put(_ group: UndoGroup) {
    if let outer = openGroups.last {
      outer.steps.append(.group(group))
      // The name of the group is the last that was given in it.
      if !group.name.isEmpty { outer.name = group.name }
      outer.isDiscardable = outer.isDiscardable || group.isDiscardable
      outer.values.merge(group.values) { $1 }
    } else if activity == .undoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
    }
    trim()
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(undoStack.count - levelsOfUndo, 0))
    redoStack.removeFirst(max(redoStack.count - levelsOfUndo, 0))
  }

  // MARK: Undoing

  /// Whether ``undo()`` would do something.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.isEmpty } }

  /// Whether ``redo()`` would do something.
  open var canRedo: Bool {
    post(UndoManager.checkpointNotification)
    return !redoStack.isEmpty
  }

  /// How many groups can be undone.
  open var undoCount: Int { undoStack.count }

  /// How many groups can be redone.
  open var redoCount: Int { redoStack.count }

  /// Whether an undo is under way.
  open var isUndoing: Bool { activity == .undoing }

  /// Whether a redo is under way.
  open var isRedoing: Bool { activity == .redoing }

  /// Takes the last group back; closes it first when it is the only one open.
  open func undo() {
    if openGroups.count == 1 { endUndoGrouping() }
    precondition(openGroups.isEmpty, "Undo needs all groups but the outermost to be closed.")
    undoNestedGroup()
  }

  /// Takes the last closed group back.
  open func undoNestedGroup() {
    precondition(activity == .recording, "An undo is under way already.")
    post(UndoManager.checkpointNotification)
    guard let group = openGroups.last.map(lastGroup(in:)) ?? undoStack.popLast() else { return }
    walk(group, as: .undoing, UndoManager.willUndoChangeNotification)
    post(UndoManager.didUndoChangeNotification)
  }

  /// Does again what was undone last.
  open func redo() {
    precondition(activity == .recording, "An undo is under way already.")
    if openGroups.count == 1, turn != .none { endUndoGrouping() }
    post(UndoManager.checkpointNotification)
    guard openGroups.isEmpty, let group = redoStack.popLast() else { return }
    walk(group, as: .redoing, UndoManager.willRedoChangeNotification)
    post(UndoManager.didRedoChangeNotification)
  }

  /// Takes the last closed group out of an open one.
  private func lastGroup(in open: UndoGroup) -> UndoGroup? {
    guard case .group(let group)? = open.steps.last else { return nil }
    open.steps.removeLast()
    return group
  }

  /// Runs a group; what it registers is a group for the way back.
  private func walk(_ group: UndoGroup, as activity: Activity, _ announcement: Notification.Name) {
    self.activity = activity
    // Inside of an open group the way back goes to the other stack, not into that group.
    let outer = openGroups
    openGroups = []
    post(announcement)
    begin()
    let back = openGroups[0]
    back.name = group.name
    back.isDiscardable = group.isDiscardable
    back.values = group.values
    group.run()
    while openGroups.count > 1 { endUndoGrouping() }
    endUndoGrouping()
    openGroups = outer
    self.activity = .recording
  }

  /// Forgets everything, and closes all groups.
  open func removeAllActions() {
    undoStack.removeAll()
    redoStack.removeAll()
    for group in openGroups { group.steps.removeAll() }
    while activity == .recording, !openGroups.isEmpty { endUndoGrouping() }
    disabledCount = 0
  }

  /// Forgets what was registered for a target.
  open func removeAllActions(withTarget target: Any) {
    // A value has no identity: nothing can have been registered for it.
    guard type(of: target) is AnyClass else { return }
    let target = target as AnyObject
    for group in undoStack + redoStack + openGroups { group.remove(target: target) }
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  // MARK: The groups at hand

  /// The group that ``undo()`` would take back.
  var groupToUndo: UndoGroup? { openGroups.first { !$0.isEmpty } ?? undoStack.last }

  /// The group that ``redo()`` would do again.
  var groupToRedo: UndoGroup? { redoStack.last }

  /// The groups that are being recorded, or else the last one.
  var groupsToDescribe: [UndoGroup] { openGroups.isEmpty ? undoStack.suffix(1) : openGroups }

  // MARK: Names and properties of the groups, as menus show them

  /// The name of what ``undo()`` would take back, such as `Typing`; empty without one.
  open var undoActionName: String { groupToUndo?.name ?? "" }

  /// The name of what ``redo()`` would do again; empty without one.
  open var redoActionName: String { groupToRedo?.name ?? "" }

  /// Names the group that is being recorded, or else the last one.
  open func setActionName(_ actionName: String) {
    for group in groupsToDescribe { group.name = actionName }
  }

  /// The words of the menu for ``undo()``, such as `Undo Typing`.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The words of the menu for ``redo()``.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The words of the menu for undoing something of this name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The words of the menu for redoing something of this name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Says whether the group that is being recorded may be given up, as a change of the selection may.
  open func setActionIsDiscardable(_ discardable: Bool) {
    for group in groupsToDescribe { group.isDiscardable = discardable }
  }

  /// Whether what ``undo()`` would take back is discardable.
  open var undoActionIsDiscardable: Bool { groupToUndo?.isDiscardable ?? false }

  /// Whether what ``redo()`` would do again is discardable.
  open var redoActionIsDiscardable: Bool { groupToRedo?.isDiscardable ?? false }

  /// Keeps a value with the group that is being recorded.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    for group in groupsToDescribe { group.values[key] = info }
  }

  /// The value that is kept with what ``undo()`` would take back.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    groupToUndo?.values[key]
  }

  /// The value that is kept with what ``redo()`` would do again.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    groupToRedo?.values[key]
  }
}
