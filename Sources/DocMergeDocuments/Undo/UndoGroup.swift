/// What one undo takes back: actions and groups of actions, in the order of their making.
@MainActor
final class UndoGroup {
  /// One thing to do when the group is undone.
  enum Step {
    case action(UndoAction)
    case group(UndoGroup)
  }

  var steps: [Step] = []
  var name = ""
  var isDiscardable = false
  var values: [UndoManager.UserInfoKey: Any] = [:]

  /// Whether undoing it would do nothing.
  var isEmpty: Bool {
    steps.allSatisfy { step in
      if case .group(let group) = step { group.isEmpty } else { false }
    }
  }

  /// Does everything in it, the last first.
  func run() {
    for step in steps.reversed() {
      switch step {
      case .action(let action): action.run()
      case .group(let group): group.run()
      }
    }
  }

  /// Forgets what was registered for a target.
  func remove(target: AnyObject) {
    steps.removeAll { step in
      switch step {
      case .action(let action): action.isFor(target)
      case .group(let group):
        group.removeAndTell(target: target)
      }
    }
  }

  /// Forgets what was registered for a target, and says whether nothing is left.
  private func removeAndTell(target: AnyObject) -> Bool {
    remove(target: target)
    return steps.isEmpty
  }
}

/// One registered action: nothing is done once its target is gone.
@MainActor
struct UndoAction {
  private weak var target: AnyObject?
  private let identity: ObjectIdentifier
  private let handler: @MainActor (AnyObject) -> Void

  init<Target: AnyObject>(_ target: Target, _ handler: @escaping @MainActor (Target) -> Void) {
    self.target = target
    identity = ObjectIdentifier(target)
    self.handler = { object in
      if let target = object as? Target { handler(target) }
    }
  }

  func run() {
    if let target { handler(target) }
  }

  /// Whether it was registered for `other`; a target that is gone may have left its number to it.
  func isFor(_ other: AnyObject) -> Bool {
    identity == ObjectIdentifier(other)
  }
}
