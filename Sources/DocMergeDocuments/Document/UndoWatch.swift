import Foundation

/// Counts what an undo manager does as changes of a document.
@MainActor
final class UndoWatch {
  let manager: UndoManager
  private weak var document: Document?
  private var observers: [any NSObjectProtocol] = []
  /// The group that was counted last, and how much was in it then.
  private var counted: UndoGroup?
  private var countedSteps = 0

  init(_ manager: UndoManager, _ document: Document) {
    self.manager = manager
    self.document = document
    counted = manager.groupToUndo
    countedSteps = counted?.steps.count ?? 0
    observe(UndoManager.didCloseUndoGroupNotification) { $0.groupClosed() }
    observe(UndoManager.didUndoChangeNotification) { $0.walked(.undone) }
    observe(UndoManager.didRedoChangeNotification) { $0.walked(.redone) }
  }

  isolated deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping @MainActor (UndoWatch) -> Void)
  {
    // An undo manager posts on the main actor, and waits.
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) {
        [weak self] _ in
        MainActor.assumeIsolated { if let self { body(self) } }
      })
  }

  /// Whether a group is open with changes in it that are not counted yet.
  var isRecording: Bool {
    manager.groupingLevel > 0 && !manager.isUndoing && !manager.isRedoing && isNew
  }

  private var isNew: Bool {
    guard let group = manager.groupToUndo else { return false }
    return group !== counted || group.steps.count != countedSteps
  }

  /// Counts what is in the open group, since it is about to be saved.
  func flush() { if isRecording { count() } }

  private func count() {
    counted = manager.groupToUndo
    countedSteps = counted?.steps.count ?? 0
    document?.updateChangeCount(.done)
  }

  private func groupClosed() {
    guard manager.groupingLevel == 0, !manager.isUndoing, !manager.isRedoing, isNew else { return }
    count()
  }

  private func walked(_ kind: Document.ChangeKind) {
    counted = manager.groupToUndo
    countedSteps = counted?.steps.count ?? 0
    document?.updateChangeCount(kind)
  }

  /// Forgets what can be undone, since other contents were read.
  func reset() {
    manager.removeAllActions()
    counted = nil
    countedSteps = 0
  }
}
