import Foundation
import Synchronization

/// Counts the changes of an undo manager as changes of a document.
///
/// An undo manager posts on the thread that uses it, so all of this works on any thread.
@MainActor
final class UndoWatch {
  let manager: UndoManager
  private weak let document: Document?
  private nonisolated let observers = Observers()
  /// The last counted mark.
  private nonisolated let counted: Mutex<UndoStacks.Mark>

  init(_ manager: UndoManager, _ document: Document) {
    self.manager = manager
    self.document = document
    counted = Mutex(manager.mark)
    observe(UndoManager.didCloseUndoGroupNotification) { $0.groupClosed() }
    observe(UndoManager.didUndoChangeNotification) { $0.walked(.undone) }
    observe(UndoManager.didRedoChangeNotification) { $0.walked(.redone) }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping @MainActor (UndoWatch) -> Void)
  {
    observers.add(name, of: manager) { [weak self] in
      AnyThread.run { if let self { body(self) } }
    }
  }

  /// Whether a group is open with changes that are not counted yet.
  var isRecording: Bool {
    manager.groupingLevel > 0 && !manager.isUndoing && !manager.isRedoing && isNew
  }

  private var isNew: Bool {
    let mark = manager.mark
    return mark.group != nil && counted.withLock(\.registered) != mark.registered
  }

  /// Counts the changes in the open group, since it is about to be saved.
  func flush() { if isRecording { count(.done) } }

  private func count(_ kind: Document.ChangeKind) {
    let mark = manager.mark
    let last = counted.withLock { counted in
      defer { counted = mark }
      return counted
    }
    // A group that was counted while it was open stays one change: a single undo reverts all of it.
    if kind == .done, mark.group == last.group { document?.continueLastChange() }
    document?.updateChangeCount(kind)
  }

  private func groupClosed() {
    guard manager.groupingLevel == 0, !manager.isUndoing, !manager.isRedoing, isNew else { return }
    count(.done)
  }

  private func walked(_ kind: Document.ChangeKind) { count(kind) }

  /// Forgets all undo actions, since other contents were read.
  func reset() {
    manager.removeAllActions()
    let mark = manager.mark
    counted.withLock { $0 = mark }
  }
}

/// Observes as long as it lives, on any thread.
private final class Observers: Sendable {
  private let tokens = Mutex<[UncheckedSendable<any NSObjectProtocol>]>([])

  func add(_ name: Notification.Name, of sender: AnyObject, _ body: @escaping @Sendable () -> Void)
  {
    let token = UncheckedSendable(
      NotificationCenter.default.addObserver(
        forName: name, object: sender, queue: nil
      ) { _ in body() })
    tokens.withLock { $0.append(token) }
  }

  deinit {
    tokens.withLock { for token in $0 { NotificationCenter.default.removeObserver(token.value) } }
  }
}

extension Document {
  /// Makes the next change a part of the last one.
  nonisolated func continueLastChange() { facts.withLock { $0.changes.continueLast() } }

  /// The counter of the undo manager's changes, if there is one.
  nonisolated var undoWatch: UndoWatch? { watch.withLock(\.self) }

  /// The counter of the undo manager's changes; made at the first use.
  var madeUndoWatch: UndoWatch {
    undoWatch ?? keepFirst(UndoWatch(UndoManager(), self))
  }

  // Bound to no actor: in a closure that is bound to the main actor, Swift stops a program on another thread.

  private nonisolated func keepFirst(_ new: UndoWatch) -> UndoWatch {
    watch.withLock { watch in
      let first = watch ?? new
      watch = first
      return first
    }
  }

  /// Counts the changes of another undo manager from now on.
  nonisolated func setUndoWatch(_ new: UndoWatch?) {
    let old = watch.withLock { watch in
      defer { watch = new }
      return watch
    }
    // It is freed when the lock is released.
    withExtendedLifetime(old) {}
  }
}
