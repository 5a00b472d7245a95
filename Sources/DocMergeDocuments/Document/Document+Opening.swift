import DocMergeCore
import DocMergeStore
import Foundation
import Synchronization

extension Document {
  /// What is known of a file that was just read or written.
  struct FileFacts: Sendable {
    var date: Date?
    /// When the member of a package that changed last did so.
    var newestMember: Date?
    var base: ObjectID?
    var isInConflict: Bool
    /// The folder of the container that changes with every operation.
    var stateFolder: URL?
  }

  func startOpening(_ completion: ((Bool) -> Void)?) {
    let outcome = DocumentOutcome.current
    enqueue { [self] in
      guard isClosed else { return completion?(true) ?? () }
      do {
        let found = try await read(fileURL, presenting: true)
        take(found)
        readings += 1
        changes.note(.cleared)
        become(open: found)
        completion?(true)
      } catch {
        FileCoordinator.removeFilePresenter(self)
        let error = report(error, isWriting: false)
        outcome?.error = error
        completion?(false)
      }
    }
  }

  /// Reads a file in a coordinated access.
  private func read(_ url: URL, presenting: Bool) async throws -> FileFacts {
    try await bringContents(of: url)
    let coordinator = FileCoordinator(filePresenter: self)
    return try await coordinator.read(itemAt: url, options: .withoutChanges) { url in
      // From here on no change is missed.
      if presenting { FileCoordinator.addFilePresenter(self) }
      return try await self.access {
        // Edits of other programs become a version before, so that there is one to start from.
        let found = try DocumentFile.keepVersion(of: url)
        // What is written while this reads is newer than these dates, and is noticed later.
        let facts = DocumentFile.facts(of: url, document: found)
        try self.read(from: url)
        return facts
      }
    }
  }

  /// Downloads what is elsewhere, and shows how far that is.
  private func bringContents(of url: URL) async throws {
    guard Downloads.isPlaceholder(url) else { return }
    let (progress, parts) = (progress, 1000.0)
    (progress.totalUnitCount, progress.completedUnitCount) = (Int64(parts), 0)
    changeState(adding: .progressAvailable)
    defer { changeState(removing: .progressAvailable) }
    try await Downloads.shared.bring(url) { fraction in
      progress.completedUnitCount = Int64(fraction * parts)
    }
  }

  /// Notes what is known of the file that the contents in memory are of.
  func take(_ found: FileFacts) {
    fileModificationDate = found.date
    facts.withLock {
      $0.base = found.base
      $0.newestMember = found.newestMember
      $0.lastError = nil
    }
    stateFolder = found.stateFolder
    stateDate = found.stateFolder.flatMap(VersionedItem.date)
  }

  /// The document is open, or was saved, and this is how.
  func become(open found: FileFacts) {
    let wasClosed = isClosed
    var old: State = [.closed, .savingError]
    // What is saved while the document is being closed must not be edited yet.
    if !isClosing { old.insert(.editingDisabled) }
    if !found.isInConflict { old.insert(.inConflict) }
    changeState(adding: found.isInConflict ? .inConflict : [], removing: old)
    if wasClosed { startKeeping() }
  }

  // MARK: Reverting

  func startReverting(_ url: URL, _ completion: ((Bool) -> Void)?) {
    let outcome = DocumentOutcome.current
    enqueue { [self] in
      do {
        try await reload(from: url)
        completion?(true)
      } catch {
        outcome?.error = error
        completion?(false)
      }
    }
  }

  /// Reads a file again, with editing disabled meanwhile.
  ///
  /// - Throws: the error, after it was reported.
  func reload(from url: URL) async throws {
    changeState(adding: .editingDisabled)
    disableEditing()
    do {
      var found = try await read(url, presenting: false)
      if url.standardizedFileURL != fileURL.standardizedFileURL {
        // Other contents than those of the file: they are to be saved.
        found.base = facts.withLock(\.base)
        found.isInConflict = documentState.contains(.inConflict)
        changes.note(.done)
      } else {
        changes.note(.cleared)
      }
      watch?.reset()
      readings += 1
      take(found)
      enableEditing()
      guard !isClosed else { return changeState(removing: [.editingDisabled, .savingError]) }
      become(open: found)
    } catch {
      let error = report(error, isWriting: false)
      enableEditing()
      // What is in memory may be half of each: no edits until a revert or a save succeeds.
      changeState(adding: [.savingError, .editingDisabled])
      throw error
    }
  }
}

extension DocumentFile {
  /// Makes a version of what lies in the folder of a container, if it is none yet.
  ///
  /// - Returns: the document; `nil` of a file in no container.
  static func keepVersion(of url: URL) throws -> VersionedItem? {
    guard let place = try VersionedItem.place(of: url), VersionedItem.exists(url) else {
      return nil
    }
    do {
      _ = try place.container.save([place.path])
    } catch is FileError {
      // Somebody else's container: the document can be read all the same.
    }
    return try VersionedItem.find(url)
  }

  static func facts(of url: URL, document: VersionedItem?) -> Document.FileFacts {
    Document.FileFacts(
      date: VersionedItem.date(of: url), newestMember: newestMember(of: url),
      base: document?.document.current.id,
      isInConflict: document?.document.isInConflict ?? false,
      stateFolder: document.map {
        URL(fileURLWithPath: "\($0.container.path)/.docmerge/refs/docmerge/state")
      })
  }
}
