import Foundation
import Synchronization

extension Document {
  nonisolated func startAutosaving(_ completion: ((Bool) -> Void)?) {
    guard AnyThread.run({ self.hasUnsavedChanges }) else {
      let answer = Answer(completion, on: .current)
      return enqueue { await answer.give(true) }
    }
    let completion = UncheckedSendable(completion)
    AnyThread.run {
      self.save(to: self.fileURL, for: .forOverwriting, completionHandler: completion.value)
    }
  }

  // MARK: Closing

  /// Disables editing on the main thread, and starts to close; may be called on any thread.
  nonisolated func startClosing(_ completion: ((Bool) -> Void)?) {
    let (outcome, completion) = (DocumentOutcome.current, UncheckedSendable(completion))
    MainThread.perform { self.startClosing(outcome, Answer(completion.value, on: .main)) }
  }

  private func startClosing(_ outcome: DocumentOutcome?, _ answer: Answer) {
    let begins = facts.withLock { facts in
      guard !facts.state.contains(.closed), !facts.isClosing else { return false }
      facts.isClosing = true
      return true
    }
    guard begins else {
      return enqueue { [self] in await answer.give(isClosed) }
    }
    changeState(adding: .editingDisabled)
    disableEditing()
    saveAndClose(rounds: 3, outcome, answer)
  }

  /// Saves until nothing is unsaved, and closes.
  private func saveAndClose(rounds: Int, _ outcome: DocumentOutcome?, _ answer: Answer) {
    // A failure to get contents is the only failure that no handler of a save receives.
    let inner = DocumentOutcome { [self] error in
      outcome?.error = error
      MainThread.perform { self.endClosing() }
      enqueue { await answer.give(false) }
    }
    DocumentOutcome.$current.withValue(inner) {
      autosave { [self] success in
        if success, hasUnsavedChanges, rounds > 1 {
          return saveAndClose(rounds: rounds - 1, outcome, answer)
        }
        guard success, !hasUnsavedChanges else {
          outcome?.error = inner.error
          endClosing()
          return enqueue { await answer.give(false) }
        }
        enqueue { [self] in
          await MainThread.run { self.become(closed: ()) }
          await answer.give(true)
        }
      }
    }
  }

  private func endClosing() {
    facts.withLock { $0.isClosing = false }
    enableEditing()
    changeState(removing: .editingDisabled)
  }

  private func become(closed: Void) {
    FileCoordinator.removeFilePresenter(self)
    facts.withLock { facts in
      facts.keeper?.cancel()
      facts.keeper = nil
      facts.isClosing = false
    }
    enableEditing()
    changeState(
      adding: .closed,
      removing: [.editingDisabled, .inConflict, .savingError, .progressAvailable])
  }

  /// Closes at once, since the file is removed; if it is gone already, unsaved edits stay.
  nonisolated func closeForDeletion(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    enqueue { [self] in
      let mayClose = await MainThread.run {
        !self.hasUnsavedChanges || VersionedItem.exists(self.fileURL)
      }
      if mayClose { await closeWithoutSaving() }
      completion(nil)
    }
  }

  nonisolated func closeWithoutSaving() async {
    await MainThread.run {
      guard !self.isClosed else { return }
      self.facts.withLock { $0.changes.note(.cleared) }
      self.disableEditing()
      self.become(closed: ())
    }
  }

  // MARK: Autosaving

  nonisolated func noteChange(_ change: ChangeKind) {
    facts.withLock { $0.changes.note(change) }
    let isDirty = AnyThread.run { self.hasUnsavedChanges }
    facts.withLock { facts in
      guard isDirty else { return facts.edits = EditTimes() }
      let now = ContinuousClock.now
      facts.edits = EditTimes(first: facts.edits.first ?? now, last: now)
    }
  }

  /// Whether there are unsaved changes, as far as it was noted.
  nonisolated var isDirty: Bool { facts.withLock(\.changes.isDirty) }

  /// Saves unsaved changes from time to time, as long as the document is open.
  func startKeeping() {
    TerminationWatch.shared.add(self)
    let keeper = Task { [weak self] in
      while let pause = self?.keepingPause, !Task.isCancelled {
        try? await Task.sleep(for: pause)
        guard !Task.isCancelled else { return }
        await self?.keep()
      }
    }
    facts.withLock { facts in
      facts.keeper?.cancel()
      facts.keeper = keeper
    }
  }

  /// Checks for conflicts after a change in the container, such as by a sync in another process.
  private func lookAtContainer() {
    guard let folder = facts.withLock(\.stateFolder) else { return }
    let date = VersionedItem.date(of: folder)
    let isNew = facts.withLock { facts in
      defer { facts.stateDate = date }
      return facts.stateDate != date
    }
    if isNew { lookForConflicts() }
  }

  /// How long to wait before the next check; `nil` once the document is closed.
  private var keepingPause: Duration? {
    guard !isClosed else { return nil }
    guard hasUnsavedChanges, let due else { return facts.withLock(\.periods.idle) }
    return max(ContinuousClock.now.duration(to: due), .milliseconds(1))
  }

  private var due: ContinuousClock.Instant? {
    let (edits, periods) = facts.withLock { ($0.edits, $0.periods) }
    guard let first = edits.first, let last = edits.last else { return nil }
    return min(last.advanced(by: periods.idle), first.advanced(by: periods.typing))
  }

  private func keep() async {
    guard !isClosed, !isClosing else { return }
    lookAtContainer()
    guard hasUnsavedChanges else { return }
    if let due, due > .now { return }
    guard facts.withLock(\.pendingSaves) == 0 else { return put(edits: .now) }
    put(edits: nil)
    do {
      try await autosave()
    } catch {
      // Reported already; it is tried again after a while.
    }
    guard hasUnsavedChanges, facts.withLock(\.edits.last) == nil else { return }
    put(edits: .now)
  }

  private func put(edits moment: ContinuousClock.Instant?) {
    facts.withLock { $0.edits = EditTimes(first: moment, last: moment) }
  }
}
