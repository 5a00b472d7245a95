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
    enum Beginning { case closing, joined, closed }
    let beginning = facts.withLock { facts -> Beginning in
      if facts.closing != nil {
        facts.closing?.answers.append(answer)
        return .joined
      }
      guard !facts.state.contains(.closed) else { return .closed }
      facts.closing = Closing(answers: [answer])
      return .closing
    }
    switch beginning {
    case .joined: return
    case .closed: return closeOnceOpened(outcome, answer)
    case .closing: break
    }
    changeState(adding: .editingDisabled)
    disableEditing()
    saveAndClose(rounds: 3, outcome)
  }

  /// Closes a document that may just be opening; one that stays closed is.
  private func closeOnceOpened(_ outcome: DocumentOutcome?, _ answer: Answer) {
    enqueue { [self] in
      guard !isClosed else { return await answer.give(true) }
      await MainThread.run { self.startClosing(outcome, answer) }
    }
  }

  /// Saves until nothing is unsaved, and closes.
  private func saveAndClose(rounds: Int, _ outcome: DocumentOutcome?) {
    // A failure to get contents is the only failure that no handler of a save receives.
    let inner = DocumentOutcome(at: fileURL) { [self] error in
      outcome?.error = error
      MainThread.perform { self.endClosing() }
    }
    DocumentOutcome.$current.withValue(inner) {
      autosave { [self] success in
        if success, hasUnsavedChanges, rounds > 1 {
          return saveAndClose(rounds: rounds - 1, outcome)
        }
        // An override may never say that everything is saved.
        guard success, !hasUnsavedChanges || !isDirty else {
          outcome?.error = inner.error
          return endClosing()
        }
        enqueue { [self] in
          await MainThread.run { self.become(closed: ()) }.end(true, self)
        }
      }
    }
  }

  /// Continues with an open document, after a save has failed.
  private func endClosing() {
    let closing = takeClosing()
    enableEditing()
    changeState(removing: .editingDisabled)
    enqueue { [self] in await closing.end(false, self) }
  }

  private func takeClosing() -> Closing {
    facts.withLock { facts in
      defer { facts.closing = nil }
      return facts.closing ?? Closing(answers: [])
    }
  }

  /// Ends everything that belongs to an open document.
  ///
  /// - Returns: the closing, whose end the caller has to report.
  private func become(closed: Void) -> Closing {
    FileCoordinator.removeFilePresenter(self)
    facts.withLock { facts in
      facts.keeper?.cancel()
      facts.keeper = nil
    }
    let closing = takeClosing()
    enableEditing()
    changeState(
      adding: .closed,
      removing: [.editingDisabled, .inConflict, .savingError, .progressAvailable])
    return closing
  }

  /// Saves and closes, since the file is about to be removed or replaced; if it is gone already, unsaved edits stay.
  ///
  /// A deletion may be refused, or not happen: then the file has the last edits. If they cannot be saved, the document is
  /// closed without them.
  nonisolated func closeForDeletion(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    guard VersionedItem.exists(fileURL) else { return closeUnlessEdited(completion) }
    saveForReader { [self] _ in closeUnlessEdited(completion) }
  }

  private nonisolated func closeUnlessEdited(
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    enqueue { [self] in
      let mayClose = await MainThread.run {
        !self.hasUnsavedChanges || VersionedItem.exists(self.fileURL)
      }
      if mayClose { await closeWithoutSaving() }
      completion(nil)
    }
  }

  nonisolated func closeWithoutSaving() async {
    await MainThread.run { () -> Closing in
      guard !self.isClosed else { return Closing(answers: []) }
      self.facts.withLock { $0.changes.note(.cleared) }
      self.disableEditing()
      return self.become(closed: ())
    }.end(true, self)
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
    guard facts.withLock(\.pendingSaves) == 0, !isRefused else { return put(edits: .now) }
    put(edits: nil)
    do {
      try await SavePlan.$isPeriodicSave.withValue(true) { try await autosave() }
    } catch {
      // Reported already; it is tried again after a while.
    }
    guard hasUnsavedChanges, facts.withLock(\.edits.last) == nil else { return }
    put(edits: .now)
  }

  /// Whether the file is one of another program that a save has left alone; the app was told so.
  private var isRefused: Bool {
    let (refused, url) = facts.withLock { ($0.refused, $0.fileURL) }
    return refused.map { $0 == WrittenItem(at: url) } ?? false
  }

  private func put(edits moment: ContinuousClock.Instant?) {
    facts.withLock { $0.edits = EditTimes(first: moment, last: moment) }
  }
}

extension Document.Closing {
  /// Reports the end of the closing to all that wait for it, and opens the document again if that was asked for.
  fileprivate func end(_ isClosed: Bool, _ document: Document) async {
    for answer in answers { await answer.give(isClosed) }
    for opening in openings { document.enqueue(opening) }
  }
}
