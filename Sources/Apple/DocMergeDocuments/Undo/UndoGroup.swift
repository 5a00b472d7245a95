/// The unit of one undo: actions and groups of actions, in the order of their registration.
final class UndoGroup {
  /// One step of undoing the group.
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

  /// Takes a group that was closed inside it.
  func take(_ group: UndoGroup) {
    steps.append(.group(group))
    // The name of the group is the last one that was given in it.
    if !group.name.isEmpty { name = group.name }
    isDiscardable = isDiscardable || group.isDiscardable
    values.merge(group.values) { $1 }
  }

  /// Takes over the description of another group.
  func takeDescription(of group: UndoGroup) {
    name = group.name
    isDiscardable = group.isDiscardable
    values = group.values
  }

  /// Runs everything in it, the last first; only once no other code has the group any more.
  @MainActor
  func run() {
    for step in steps.reversed() {
      switch step {
      case .action(let action): action.run()
      case .group(let group): group.run()
      }
    }
  }

  /// Removes the actions of a target.
  func remove(target: AnyObject) {
    steps.removeAll { step in
      switch step {
      case .action(let action): action.isFor(target)
      case .group(let group):
        group.removeAndTell(target: target)
      }
    }
  }

  /// Removes the actions of a target, and returns whether nothing is left.
  private func removeAndTell(target: AnyObject) -> Bool {
    remove(target: target)
    return steps.isEmpty
  }
}

/// One registered action: it does nothing once its target is gone.
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

  /// Whether it was registered for `other`; a freed target may have had the same address.
  func isFor(_ other: AnyObject) -> Bool {
    identity == ObjectIdentifier(other)
  }
}
