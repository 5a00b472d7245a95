import Foundation

extension Document {
  func startAutosaving(_ completion: ((Bool) -> Void)?) {
    guard hasUnsavedChanges else { return enqueue { completion?(true) } }
    save(to: fileURL, for: .forOverwriting, completionHandler: completion)
  }

  // MARK: Closing

  func startClosing(_ completion: ((Bool) -> Void)?) {
    let outcome = DocumentOutcome.current
    guard !isClosed, !isClosing else {
      return enqueue { [self] in completion?(isClosed) }
    }
    isClosing = true
    changeState(adding: .editingDisabled)
    disableEditing()
    saveAndClose(rounds: 3, outcome, completion)
  }

  /// Saves until nothing is unsaved, and closes.
  private func saveAndClose(
    rounds: Int, _ outcome: DocumentOutcome?, _ completion: ((Bool) -> Void)?
  ) {
    let inner = DocumentOutcome { [self] error in
      endClosing()
      outcome?.fail(error)
    }
    DocumentOutcome.$current.withValue(inner) {
      autosave { [self] success in
        if success, hasUnsavedChanges, rounds > 1 {
          return saveAndClose(rounds: rounds - 1, outcome, completion)
        }
        guard success, !hasUnsavedChanges else {
          outcome?.error = inner.error
          endClosing()
          completion?(false)
          return
        }
        enqueue { [self] in
          become(closed: ())
          completion?(true)
        }
      }
    }
  }

  private func endClosing() {
    isClosing = false
    enableEditing()
    changeState(removing: .editingDisabled)
  }

  private func become(closed: Void) {
    FileCoordinator.removeFilePresenter(self)
    keeper?.cancel()
    keeper = nil
    isClosing = false
    enableEditing()
    changeState(
      adding: .closed,
      removing: [.editingDisabled, .inConflict, .savingError, .progressAvailable])
  }

  /// Closes at once, since the file goes.
  nonisolated func closeForDeletion(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    Task { @MainActor in
      enqueue { [self] in
        if !isClosed {
          changes.note(.cleared)
          disableEditing()
          become(closed: ())
        }
        completion(nil)
      }
    }
  }

  // MARK: Saving by itself

  func noteChange(_ change: ChangeKind) {
    changes.note(change)
    guard hasUnsavedChanges else {
      edits = EditTimes()
      return
    }
    let now = ContinuousClock.now
    edits = EditTimes(first: edits.first ?? now, last: now)
  }

  /// Looks after unsaved changes for as long as the document is open.
  func startKeeping() {
    TerminationWatch.shared.add(self)
    keeper?.cancel()
    keeper = Task { [weak self] in
      while let pause = self?.keepingPause, !Task.isCancelled {
        try? await Task.sleep(for: pause)
        guard !Task.isCancelled else { return }
        await self?.keep()
      }
    }
  }

  /// Looks for conflicts when something was done in the container, as by a sync in another process.
  private func lookAtContainer() {
    guard let stateFolder else { return }
    let date = VersionedItem.date(of: stateFolder)
    guard date != stateDate else { return }
    stateDate = date
    lookForConflicts()
  }

  /// How long to wait before looking again; `nil` once the document is closed.
  private var keepingPause: Duration? {
    guard !isClosed else { return nil }
    guard hasUnsavedChanges, let due else { return periods.idle }
    return max(ContinuousClock.now.duration(to: due), .milliseconds(1))
  }

  private var due: ContinuousClock.Instant? {
    guard let first = edits.first, let last = edits.last else { return nil }
    return min(
      last.advanced(by: periods.idle), first.advanced(by: periods.typing))
  }

  private func keep() async {
    guard !isClosed, !isClosing else { return }
    lookAtContainer()
    guard hasUnsavedChanges else { return }
    if let due, due > .now { return }
    guard pendingSaves == 0 else {
      edits = EditTimes(first: .now, last: .now)
      return
    }
    edits = EditTimes()
    do {
      try await autosave()
    } catch {
      // Reported already; it is tried again after a while.
    }
    guard hasUnsavedChanges, edits.last == nil else { return }
    edits = EditTimes(first: .now, last: .now)
  }
}
