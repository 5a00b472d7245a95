import Foundation
import Glibc
import Synchronization

extension Document {
  /// Saves because another access wants to read the file.
  ///
  /// A main thread that waits for another process must not keep that process waiting for a document without unsaved
  /// edits.
  nonisolated func saveForReader(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    let once = Once()
    MainThread.async {
      guard once.take() else { return }
      MainActor.assumeIsolated { self.saveNow(completion) }
    }
    answerWithoutMainThread(once, if: { !$0.hasUnsavedChanges && !$0.isRecordingUndo }) {
      completion(nil)
    }
  }

  nonisolated func refuseEviction(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    guard !isClosed else { return completion(nil) }
    let url = fileURL
    let error = PlaceError.mustStay(url, reason: "is open")
    completion(DocumentFailure.cocoa(error, isWriting: true, at: url))
  }

  /// Whether an undo group is open with changes that are not counted yet.
  nonisolated var isRecordingUndo: Bool { AnyThread.run { self.undoWatch?.isRecording == true } }

  /// How often the condition of a question is checked, until the asker has given up: a minute.
  private nonisolated static let mostLooks = 240

  /// Answers as soon as a condition holds, unless there is an answer by then; checks every quarter of a second.
  nonisolated func answerWithoutMainThread(
    _ once: Once, looks: Int = mostLooks,
    if holds: @escaping @Sendable @MainActor (Document) -> Bool,
    _ answer: @escaping @Sendable () -> Void
  ) {
    guard looks > 0 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + MainThread.patience) { [weak self] in
      guard let self, !once.isTaken else { return }
      guard self.isClosed || AnyThread.run({ holds(self) }) else {
        return self.answerWithoutMainThread(once, looks: looks - 1, if: holds, answer)
      }
      if once.take() { answer() }
    }
  }

  private func saveNow(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    guard !isClosed, hasUnsavedChanges else { return completion(nil) }
    let outcome = DocumentOutcome(at: fileURL) { completion($0) }
    DocumentOutcome.$current.withValue(outcome) {
      autosave { success in
        guard !success else { return completion(nil) }
        let error = outcome.error ?? DocumentError.skipped
        completion(DocumentFailure.cocoa(error, isWriting: true, at: self.fileURL))
      }
    }
  }

  /// Reads the file again if it was changed, unless that would lose edits.
  nonisolated func reloadIfChanged(onlyIfNewer: Bool) {
    enqueue { [self] in
      guard !isClosed, !isClosing else { return }
      let url = fileURL
      guard let item = try? await access({ WrittenItem(at: url) }) else {
        // After an access of another program the file may just have another name, which is reported soon.
        return onlyIfNewer ? await findConflicts() : await becomeDeleted(url)
      }
      let (known, date) = facts.withLock { ($0.known, $0.date ?? .distantPast) }
      let isNewer = !onlyIfNewer || VersionedItem.date(of: url).map { $0 > date } ?? false
      // The edits are kept: saving them makes a version beside the other one.
      let mayReload = await MainThread.run { !self.hasUnsavedChanges && !self.isClosing }
      guard item != known, isNewer || item.isPackage, mayReload else {
        return await findConflicts()
      }
      // Through the method that apps override; it waits for its own turn.
      await MainThread.run {
        Loading.$isAutomatic.withValue(true) {
          self.revert(toContentsOf: url, completionHandler: nil)
        }
      }
    }
  }

  /// Reads the file again if it is not the one that was last read or written here.
  ///
  /// What others wrote before the end of an access of this document looks like its own work to the registry.
  nonisolated func reloadIfOthersWrote() {
    guard !isClosed, let known = facts.withLock(\.known), known != WrittenItem(at: fileURL) else {
      return
    }
    reloadIfChanged(onlyIfNewer: false)
  }

  /// The file was removed without a question: unsaved edits stay, and a save makes the file again.
  private nonisolated func becomeDeleted(_ url: URL) async {
    // A file that only has another name is followed as soon as that is reported.
    guard !PresenterRegistry.shared.expectsMove(of: self) else { return }
    let isKept = await MainThread.run { self.hasUnsavedChanges || self.fileURL != url }
    guard !isKept, !VersionedItem.exists(url) else { return await findConflicts() }
    await closeWithoutSaving()
  }

  nonisolated func follow(to url: URL) {
    let old = fileURL
    setFileURL(url)
    MainThread.perform {
      self.noteActivity()
      self.noteMove(from: old, to: url)
    }
  }

  private func noteMove(from old: URL, to new: URL) {
    let isWritable = [old, new].map { Glibc.access($0.deletingLastPathComponent().path, W_OK) == 0 }
    guard isWritable == [false, true] else { return }
    NotificationCenter.default.post(
      name: Document.didMoveToWritableLocationNotification, object: self,
      userInfo: [Document.didMoveToWritableLocationOldURLKey: old])
  }

  nonisolated func lookForConflicts() {
    enqueue { [self] in await findConflicts() }
  }

  /// Sets whether the state shows versions to decide between.
  nonisolated func findConflicts() async {
    guard !isClosed else { return }
    let url = fileURL
    // A container that cannot be read now leaves the state as it is; the next event reads it again.
    let found = try? await access { try FileVersion.conflicts(url).isEmpty }
    guard let isEmpty = found else { return }
    await MainThread.run {
      guard !self.isClosed else { return }
      self.changeState(adding: isEmpty ? [] : .inConflict, removing: isEmpty ? .inConflict : [])
    }
  }
}
