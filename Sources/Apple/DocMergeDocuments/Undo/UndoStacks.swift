import Foundation

/// The recorded groups of an undo manager, for any thread.
///
/// Bound to no actor on purpose: in closures that are bound to the main actor, Swift checks whether that actor runs,
/// even if a program uses an undo manager on another thread. All of it is behind one lock, which is never held while
/// other code runs.
final class UndoStacks {
  enum Activity {
    case recording, undoing, redoing
  }

  /// What happens to the outermost open group when the turn of the main actor ends.
  enum Turn {
    /// The group stays open until it is closed explicitly.
    case none
    /// The group is closed at the end of the turn.
    case closesGroup
    /// The turn has ended, but a group inside is still open.
    case isOver
  }

  /// A position of the recording: the outermost group that would be undone, and how many actions were ever registered.
  struct Mark: Equatable, Sendable {
    var group: UInt64?
    var registered: UInt64 = 0
  }

  private struct State {
    var undo: [UndoGroup] = []
    var redo: [UndoGroup] = []
    /// The open groups, the outermost first.
    var open: [UndoGroup] = []
    var disabledCount = 0
    var turn = Turn.none
    var activity = Activity.recording
    var levels = 0
    var number: UInt64 = 0
    /// How many actions were registered, except while undoing and redoing.
    var registered: UInt64 = 0

    var groupToUndo: UndoGroup? { open.first { !$0.isEmpty } ?? undo.last }
  }

  private let lock = NSLock()
  private var state = State()

  private func locked<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  // MARK: Recording

  var isEnabled: Bool { locked { $0.disabledCount == 0 } }

  func disable() { locked { $0.disabledCount += 1 } }

  func enable() {
    locked { state in
      precondition(
        state.disabledCount > 0, "Undo registration is enabled more often than disabled.")
      state.disabledCount -= 1
    }
  }

  /// Adds an action to the open group; `false` if there is none.
  func add(_ action: UndoAction) -> Bool {
    locked { state in
      guard let group = state.open.last else { return false }
      group.steps.append(.action(action))
      if state.activity == .recording {
        state.redo.removeAll()
        state.registered += 1
      }
      return true
    }
  }

  // MARK: Groups

  var openCount: Int { locked { $0.open.count } }

  /// Whether no group is open, and the next action is a change of the user.
  var isBetweenGroups: Bool { locked { $0.open.isEmpty && $0.activity == .recording } }

  /// Opens a group, and returns its number; `nil` for that of a turn if another group is open.
  func begin(ofTurn isOfTurn: Bool, like other: UndoGroup?) -> UInt64? {
    locked { state in
      guard !isOfTurn || state.open.isEmpty else { return nil }
      state.number += 1
      let group = UndoGroup(number: state.number)
      if let other { group.takeDescription(of: other) }
      state.open.append(group)
      if isOfTurn { state.turn = .closesGroup }
      return group.number
    }
  }

  var isLastDiscardable: Bool { locked { $0.open.last?.isDiscardable ?? false } }

  /// Closes the last opened group; one of a turn only while no other group is open in it.
  ///
  /// - Returns: whether it is closed.
  func close(ofTurn number: UInt64?) -> Bool {
    locked { state in
      if let number {
        guard state.open.count == 1, state.open.first?.number == number else { return false }
      }
      let group = state.open.popLast()
      if state.open.isEmpty { state.turn = .none }
      if let group, !group.isEmpty { put(group, in: &state) }
      return true
    }
  }

  /// The group of a turn that has ended, while it is the only open one.
  var groupOfOverTurn: UInt64? {
    locked { $0.open.count == 1 && $0.turn == .isOver ? $0.open[0].number : nil }
  }

  /// Whether only the group of a turn is open.
  var isInTurn: Bool { locked { $0.open.count == 1 && $0.turn != .none } }

  /// Notes that the turn of a group has ended; returns whether the group can be closed.
  func endTurn(_ number: UInt64) -> Bool {
    locked { state in
      guard state.turn == .closesGroup, state.open.first?.number == number else { return false }
      state.turn = .isOver
      return state.open.count == 1
    }
  }

  /// Adds a closed group to the one around it, or to the groups that can be undone or redone.
  private func put(_ group: UndoGroup, in state: inout State) {
    if let outer = state.open.last {
      outer.take(group)
    } else if state.activity == .undoing {
      state.redo.append(group)
    } else {
      state.undo.append(group)
    }
    trim(&state)
  }

  func limit(to levels: Int) {
    locked { state in
      state.levels = levels
      trim(&state)
    }
  }

  private func trim(_ state: inout State) {
    guard state.levels > 0 else { return }
    state.undo.removeFirst(max(state.undo.count - state.levels, 0))
    state.redo.removeFirst(max(state.redo.count - state.levels, 0))
  }

  // MARK: Undoing

  var activity: Activity { locked(\.activity) }

  var canUndo: Bool {
    locked { state in !state.undo.isEmpty || state.open.contains { !$0.isEmpty } }
  }

  var undoCount: Int { locked(\.undo.count) }

  var redoCount: Int { locked(\.redo.count) }

  /// Takes the last closed group, from an open one if there is one.
  func takeUndo() -> UndoGroup? {
    locked { state in
      guard let open = state.open.last else { return state.undo.popLast() }
      guard case .group(let group)? = open.steps.last else { return nil }
      open.steps.removeLast()
      return group
    }
  }

  func takeRedo() -> UndoGroup? { locked { $0.open.isEmpty ? $0.redo.popLast() : nil } }

  /// Begins an undo or a redo; returns the open groups, which are set aside.
  func start(_ activity: Activity) -> [UndoGroup] {
    locked { state in
      state.activity = activity
      defer { state.open = [] }
      return state.open
    }
  }

  func finish(_ outer: [UndoGroup]) {
    locked { state in
      state.open = outer
      state.activity = .recording
    }
  }

  /// Removes all actions; the open groups stay open, and empty.
  func removeAll() {
    locked { state in
      state.undo.removeAll()
      state.redo.removeAll()
      for group in state.open { group.steps.removeAll() }
      state.disabledCount = 0
    }
  }

  func remove(target: AnyObject) {
    locked { state in
      for group in state.undo + state.redo + state.open { group.remove(target: target) }
      state.undo.removeAll(where: \.isEmpty)
      state.redo.removeAll(where: \.isEmpty)
    }
  }

  // MARK: The current groups

  var mark: Mark {
    locked { state in
      // A group that is closed becomes a part of the outermost one, and is undone with it.
      let hasOpen = state.open.contains { !$0.isEmpty }
      let group = hasOpen ? state.open.first : state.undo.last
      return Mark(group: group?.number, registered: state.registered)
    }
  }

  /// Reads the group that would be undone.
  func ofUndo<Result>(_ body: (UndoGroup) -> Result) -> Result? {
    locked { $0.groupToUndo.map(body) }
  }

  /// Reads the group that would be redone.
  func ofRedo<Result>(_ body: (UndoGroup) -> Result) -> Result? {
    locked { $0.redo.last.map(body) }
  }

  /// Changes the groups that are being recorded, or else the last one.
  func describe<Value>(_ path: ReferenceWritableKeyPath<UndoGroup, Value>, _ value: Value) {
    locked { state in
      let groups = state.open.isEmpty ? state.undo.suffix(1) : state.open[...]
      for group in groups { group[keyPath: path] = value }
    }
  }
}
