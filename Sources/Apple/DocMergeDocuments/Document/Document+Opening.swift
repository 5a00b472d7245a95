import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Glibc
import Synchronization

extension Document {
  /// Facts about a file that was just read or written.
  struct FileFacts: Sendable {
    /// The URL that the file has in the access.
    var url: URL
    var date: Date?
    /// The file, or the package with all members, at that time.
    var item: WrittenItem?
    var base: ObjectID?
    var isInConflict: Bool
    /// The folder of the container that changes with every operation.
    var stateFolder: URL?
  }

  nonisolated func startOpening(_ completion: ((Bool) -> Void)?) {
    let (outcome, caller) = (DocumentOutcome.current, CallerQueue.current)
    let answer = Answer(completion, on: .main)
    let opening: @Sendable () async -> Void = { [self] in
      guard isClosed else { return await answer.give(true) }
      do {
        try await read(loadingOn: caller)
        await answer.give(true)
        reloadIfOthersWrote()
      } catch {
        FileCoordinator.removeFilePresenter(self)
        let error = await reportOnMain(error, isWriting: false)
        outcome?.error = error
        await answer.give(false)
      }
    }
    // A document that is being closed opens again afterwards.
    let waits = facts.withLock { facts in
      facts.closing?.openings.append(opening)
      return facts.closing != nil
    }
    if !waits { enqueue(opening) }
  }

  /// Reads the file of a closed document, which is open then.
  private nonisolated func read(loadingOn caller: CallerQueue) async throws {
    let found = try await read(fileURL, presenting: true, loadingOn: caller)
    take(found)
    facts.withLock { facts in
      facts.readings += 1
      facts.changes.note(.cleared)
    }
    await MainThread.run { self.become(open: found) }
  }

  /// Reads a file in a coordinated access.
  private nonisolated func read(
    _ url: URL, presenting: Bool, loadingOn caller: CallerQueue, keepsEdits: Bool = false
  ) async throws -> FileFacts {
    try await bringContents(of: url)
    let coordinator = FileCoordinator(filePresenter: self)
    return try await coordinator.read(itemAt: url, options: .withoutChanges) { url in
      // From here on no change is missed.
      if presenting { FileCoordinator.addFilePresenter(self) }
      return try await self.access {
        // Edits of other programs become a version first, so that there is one to start from.
        let found = try DocumentFile.keepVersion(of: url)
        // Changes during the reading are newer than these facts, and are noticed later.
        let facts = DocumentFile.facts(of: url, document: found)
        let loading = Loading(
          queue: caller, access: AccessWindow.current.last, keepsEdits: keepsEdits)
        try Loading.$current.withValue(loading) {
          try AnyThread.run { try self.read(from: url) }
        }
        return facts
      }
    }
  }

  /// Passes contents to the subclass where the document was opened, or on the main thread.
  nonisolated func handOver(_ contents: UncheckedSendable<Any>) throws {
    let loading = Loading.current ?? Loading(queue: .main, access: nil)
    facts.withLock { $0.loads += 1 }
    defer { facts.withLock { $0.loads -= 1 } }
    try loading.run {
      try AnyThread.run {
        if loading.keepsEdits, self.hasUnsavedChanges { throw Loading.Needless() }
        try self.load(fromContents: contents.value, ofType: self.fileType)
      }
      // Edits after this point are unsaved: the file does not have them.
      self.facts.withLock { $0.loaded = $0.changes.token }
    }
  }

  /// Whether contents that were read are being passed on.
  nonisolated var isLoading: Bool { facts.withLock { $0.loads > 0 } }

  /// Downloads contents that are elsewhere, and shows the progress.
  private nonisolated func bringContents(of url: URL) async throws {
    guard Downloads.isPlaceholder(url) else { return }
    transfer.withLock { if $0.isCancelled { $0 = Progress(totalUnitCount: 1) } }
    let (progress, parts) = (progress, 1000.0)
    (progress.totalUnitCount, progress.completedUnitCount) = (Int64(parts), 0)
    changeState(adding: .progressAvailable)
    defer { changeState(removing: .progressAvailable) }
    try await Downloads.shared.bring(url, isCancelled: { progress.isCancelled }) { fraction in
      progress.completedUnitCount = Int64(fraction * parts)
    }
  }

  /// Notes the facts about the file of the contents in memory.
  nonisolated func take(_ found: FileFacts) {
    fileModificationDate = found.date
    facts.withLock {
      $0.base = found.base
      $0.known = found.item
      $0.refused = nil
      $0.lastError = nil
      $0.stateFolder = found.stateFolder
      $0.stateDate = found.stateFolder.flatMap(VersionedItem.date)
    }
  }

  /// Notes that the document is open, or was saved.
  func become(open found: FileFacts) {
    let wasClosed = isClosed
    var old: State = [.closed, .savingError]
    // Contents that are saved while the document is being closed must not be edited yet.
    if !isClosing { old.insert(.editingDisabled) }
    if !found.isInConflict { old.insert(.inConflict) }
    changeState(adding: found.isInConflict ? .inConflict : [], removing: old)
    if wasClosed { startKeeping() }
  }

  // MARK: Reverting

  nonisolated func startReverting(_ url: URL, _ completion: ((Bool) -> Void)?) {
    let (outcome, caller) = (DocumentOutcome.current, CallerQueue.current)
    let answer = Answer(completion, on: .main)
    let keepsEdits = Loading.isAutomatic
    enqueue { [self] in
      do {
        if keepsEdits, await MainThread.run({ self.hasUnsavedChanges }) { throw Loading.Needless() }
        try await reload(from: url, loadingOn: caller, keepsEdits: keepsEdits)
        await answer.give(true)
        reloadIfOthersWrote()
      } catch is Loading.Needless {
        await findConflicts()
        await answer.give(false)
      } catch {
        outcome?.error = error
        await answer.give(false)
      }
    }
  }

  /// Reads a file again, with editing disabled meanwhile.
  ///
  /// - Throws: the error, after it was reported.
  private nonisolated func reload(
    from url: URL, loadingOn caller: CallerQueue, keepsEdits: Bool
  ) async throws {
    await MainThread.run {
      self.changeState(adding: .editingDisabled)
      self.disableEditing()
    }
    do {
      facts.withLock { $0.loaded = nil }
      let found = try await read(
        url, presenting: false, loadingOn: caller, keepsEdits: keepsEdits)
      await MainThread.run { self.becomeReverted(found, from: url) }
    } catch let error as Loading.Needless {
      await MainThread.run {
        self.enableEditing()
        self.changeState(removing: .editingDisabled)
      }
      throw error
    } catch {
      let error = await reportOnMain(error, isWriting: false)
      await MainThread.run {
        self.enableEditing()
        // The contents in memory may be half old, half new: no edits until a revert or a save succeeds.
        self.changeState(adding: [.savingError, .editingDisabled])
      }
      throw error
    }
  }

  private func becomeReverted(_ found: FileFacts, from url: URL) {
    var found = found
    if !url.isSameItem(as: fileURL) {
      // Contents that differ from those of the file have to be saved.
      (found.base, found.item) = facts.withLock { ($0.base, $0.known) }
      found.isInConflict = documentState.contains(.inConflict)
      facts.withLock { $0.changes.note(.done) }
    } else {
      facts.withLock { facts in
        guard let loaded = facts.loaded else { return facts.changes.note(.cleared) }
        facts.changes.noteSaved(loaded)
      }
    }
    undoWatch?.reset()
    facts.withLock { $0.readings += 1 }
    take(found)
    enableEditing()
    guard !isClosed else { return changeState(removing: [.editingDisabled, .savingError]) }
    become(open: found)
  }
}

extension DocumentFile {
  /// Makes a version of a file in the folder of a container, if it has none yet.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - isNeeded: Whether a full disk is an error: without the version, a save would replace edits of another program
  ///     for good. Reading needs no space.
  /// - Returns: the document; `nil` for a file in no container.
  /// - Throws: why the container cannot be opened or read, or why no version could be made where it is needed.
  static func keepVersion(of url: URL, isNeeded: Bool = false) throws -> VersionedItem? {
    guard let place = try VersionedItem.place(of: url), VersionedItem.exists(url) else {
      return nil
    }
    do {
      _ = try place.container.save([place.path])
    } catch let error as FileError
      where !isNeeded || [EACCES, EPERM, EROFS].contains(error.code)
    {
      // In another user's container, and on a full disk, the document can still be read.
    }
    return try VersionedItem.find(url)
  }

  static func facts(of url: URL, document: VersionedItem?) -> Document.FileFacts {
    Document.FileFacts(
      url: url, date: VersionedItem.date(of: url), item: WrittenItem(at: url),
      base: document?.document.current.id,
      isInConflict: document?.document.isInConflict ?? false,
      stateFolder: document.map {
        URL(fileURLWithPath: "\($0.container.path)/.docmerge/refs/docmerge/state")
      })
  }
}
