/// What one undo takes back: actions and groups of actions, in the order of their making.
final class UndoGroup {
  /// One thing to do when the group is undone.
  enum Step {
    case action(UndoAction)
    case group(UndoGroup)
  }

  let number: UInt64
  var steps: [Step] = []
  var name = ""
  var isDiscardable = false
  var values: [UndoManager.UserInfoKey: Any] = [:]

  init(number: UInt64) { self.number = number }

  /// Whether undoing it would do nothing.
  var isEmpty: Bool {
    steps.allSatisfy { step in
      if case .group(let group) = step { group.isEmpty } else { false }
    }
  }

  /// Takes a group in that was closed inside of it.
  func take(_ group: UndoGroup) {
    steps.append(.group(group))
    // The name of the group is the last that was given in it.
    if !group.name.isEmpty { name = group.name }
    isDiscardable = isDiscardable || group.isDiscardable
    values.merge(group.values) { $1 }
  }

  /// Takes over what is said of another group.
  func takeDescription(of group: UndoGroup) {
    name = group.name
    isDiscardable = group.isDiscardable
    values = group.values
  }

  /// Does everything in it, the last first; once nobody else has the group any more.
  @MainActor
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

  @MainActor
  func run() {
    if let target { handler(target) }
  }

  /// Whether it was registered for `other`; a target that is gone may have left its number to it.
  func isFor(_ other: AnyObject) -> Bool {
    identity == ObjectIdentifier(other)
  }
}
