import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Glibc
import Synchronization

/// Everything that a save needs, read from the document before anything is written.
struct SavePlan: Sendable {
  var source: URL
  var target: URL
  var operation: Document.SaveOperation
  var contents: UncheckedSendable<Any>
  /// The original wrapper, when the contents are a copy of it.
  var package: UncheckedSendable<FileWrapperSnapshot>?
  var attributes: UncheckedSendable<[AnyHashable: Any]>
  var token: UncheckedSendable<Any>
  /// The version that the contents are based on.
  var base: ObjectID?
  /// How often contents had been read by then.
  var readings: Int
  /// Whether the document itself is saved, and not a copy.
  var isOwn: Bool
  var mayReplace: Bool
  /// Whether the document saves by itself after a while.
  var isPeriodic = SavePlan.isPeriodicSave

  /// Whether the current code saves a document that has had unsaved changes for a while.
  @TaskLocal static var isPeriodicSave = false

  /// How often a save tries again because the file was moved meanwhile.
  static let mostMoves = 8

  /// Whether an existing file must not be replaced.
  var refusesFile: Bool { operation == .forCreating && !mayReplace }

  /// Whether the save renames the document.
  var moves: Bool { isOwn && operation == .forOverwriting && source != target }

  /// Follows the document to a new name.
  mutating func follow(to url: URL) {
    guard !url.isSameItem(as: source) else { return }
    let type = target.pathExtension
    target = moves ? url.deletingPathExtension().appendingPathExtension(type) : url
    source = url
  }
}

extension Document {
  nonisolated func startSaving(
    _ url: URL, _ operation: SaveOperation, _ completion: ((Bool) -> Void)?
  ) {
    let outcome = DocumentOutcome.current
    let answer = Answer(completion, on: .current)
    let plan: SavePlan
    do {
      try checkIsOpen(for: operation, url)
    } catch {
      return enqueue { [self] in await fail(error, outcome, answer) }
    }
    do {
      // On the thread of the caller, before this returns.
      plan = try AnyThread.run { try self.plan(url, operation) }
    } catch {
      let error = report(error, isWriting: true)
      changeState(adding: .savingError)
      // As in Apple's class: the handler is not called when there is nothing to write.
      outcome?.fail(error)
      return
    }
    facts.withLock { $0.pendingSaves += 1 }
    enqueue { [self] in
      await carryOut(plan, outcome, answer)
      facts.withLock { $0.pendingSaves -= 1 }
      reloadIfOthersWrote()
    }
  }

  private nonisolated func carryOut(
    _ plan: SavePlan, _ outcome: DocumentOutcome?, _ answer: Answer
  ) async {
    do {
      var plan = plan
      // Pending saves led to these contents as well, unless others were read since.
      facts.withLock { if plan.readings == $0.readings { plan.base = $0.base } }
      let found = try await write(plan)
      await MainThread.run { [plan] in self.finish(plan, found) }
      await answer.give(true)
    } catch {
      await fail(error, outcome, answer)
    }
  }

  private nonisolated func fail(
    _ error: any Error, _ outcome: DocumentOutcome?, _ answer: Answer
  ) async {
    let refused = error is ChangedByOthers ? WrittenItem(at: fileURL) : nil
    facts.withLock { $0.refused = refused }
    let error = await reportOnMain(error, isWriting: true)
    outcome?.error = error
    await MainThread.run { self.changeState(adding: .savingError) }
    await answer.give(false)
  }

  private nonisolated func checkIsOpen(for operation: SaveOperation, _ url: URL) throws {
    guard isClosed, operation == .forOverwriting else { return }
    throw DocumentError.notOpen
  }

  /// Asks the subclass for everything, in the documented order.
  private func plan(_ url: URL, _ operation: SaveOperation) throws -> SavePlan {
    let source = fileURL
    let isSame = url.isSameItem(as: source)
    let token = changeCountToken(for: operation)
    let type = savingFileType
    let name = fileNameExtension(forType: type, saveOperation: operation)
    var target = isSame ? source : url
    if type != fileType, !name.isEmpty, target.pathExtension != name {
      target = target.deletingPathExtension().appendingPathExtension(name)
    }
    let contents = try contents(forType: type ?? "")
    let attributes = try fileAttributesToWrite(to: target, for: operation)
    // Apps return the wrapper that they continue to edit. Data must not be cast to a wrapper: for that, Swift bridges
    // it to an object, which copies all of it.
    let wrapper = contents is Data ? nil : contents as? FileWrapper
    let package = wrapper.map(FileWrapperSnapshot.init)
    let now = facts.withLock { ($0.base, $0.readings, $0.mayReplaceFiles) }
    return SavePlan(
      source: source, target: target, operation: operation,
      contents: UncheckedSendable(package?.copy ?? contents),
      package: package.map(UncheckedSendable.init),
      attributes: UncheckedSendable(attributes), token: UncheckedSendable(token), base: now.0,
      readings: now.1,
      isOwn: isSame || operation == .forCreating, mayReplace: now.2)
  }

  private nonisolated func write(_ plan: SavePlan) async throws -> FileFacts {
    guard plan.isOwn, plan.operation == .forOverwriting else { return try await write(at: plan) }
    var plan = plan
    var found: URL?
    for _ in 0..<SavePlan.mostMoves {
      // The file may have got another name since the save was asked for, even one that was just exchanged.
      await PresenterRegistry.shared.settle(self)
      plan.follow(to: found ?? PresenterRegistry.shared.place(of: self) ?? fileURL)
      do {
        return try await write(at: plan)
      } catch let moved as MovedMeanwhile {
        found = moved.place
      }
    }
    return try await write(at: plan)
  }

  /// The file got another name: before the access to it began to wait, or while it waited.
  private struct MovedMeanwhile: Error {
    /// The new URL; `nil` if only the registry of presenters knows it.
    var place: URL?
  }

  /// Checks whether the file of a save still has the name that the save was planned for.
  private nonisolated func checkPlace(_ plan: SavePlan, _ urls: [URL]) throws {
    guard plan.isOwn, plan.operation == .forOverwriting else { return }
    let source = plan.moves ? urls[1] : urls[0]
    if PresenterRegistry.shared.knows(self, elsewhereThan: source) { throw MovedMeanwhile() }
    // The new name is made of the old one.
    if plan.moves, !source.isSameItem(as: plan.source) { throw MovedMeanwhile(place: source) }
  }

  private nonisolated func write(at plan: SavePlan) async throws -> FileFacts {
    let coordinator = FileCoordinator(filePresenter: self)
    var intents = [FileAccessIntent.writingIntent(with: plan.target)]
    if plan.moves {
      intents = [
        .writingIntent(with: plan.target, options: .forReplacing),
        .writingIntent(with: plan.source, options: .forMoving),
      ]
    }
    return try await coordinator.coordinate(with: intents) { urls in
      if plan.operation == .forCreating {
        try DocumentFile.makeFolder(for: urls[0])
        FileCoordinator.addFilePresenter(self)
      }
      return try await self.access {
        try self.checkPlace(plan, urls)
        let moves = plan.moves
        var plan = plan
        // Another program may have moved the file while this save waited.
        plan.target = urls[0]
        plan.source = moves ? urls[1] : urls[0]
        if moves {
          try DocumentFile.move(plan.source, to: plan.target)
          coordinator.item(at: plan.source, didMoveTo: plan.target)
        }
        do {
          return try self.write(plan, at: plan.target)
        } catch {
          // If it cannot move back, everyone knows already where it is.
          if moves, (try? DocumentFile.move(plan.target, to: plan.source)) != nil {
            coordinator.item(at: plan.target, didMoveTo: plan.source)
          }
          throw error
        }
      }
    }
  }

  private func finish(_ plan: SavePlan, _ found: FileFacts) {
    guard plan.isOwn else {
      // A copy elsewhere saves none of the edits.
      return hasUnsavedChanges ? () : changeState(removing: .savingError)
    }
    if plan.operation == .forCreating || plan.moves || !found.url.isSameItem(as: fileURL) {
      setFileURL(found.url)
      PresenterRegistry.shared.refresh(self)
    }
    plan.package?.value.settle(at: found.url)
    updateChangeCount(withToken: plan.token.value, for: plan.operation)
    take(found)
    become(open: found)
    noteActivity()
    if plan.readings != facts.withLock(\.readings) { showSaved() }
  }

  /// Reads the file again: other contents than the saved ones were read since the save was asked for.
  private func showSaved() {
    guard !isClosing, !hasUnsavedChanges else { return }
    Loading.$isAutomatic.withValue(true) { revert(toContentsOf: fileURL, completionHandler: nil) }
  }

  func noteActivity() {
    guard let activity = userActivity else { return }
    // Other devices can only continue with what a container has.
    guard (try? VersionedItem.place(of: fileURL)) != nil else { return userActivity = nil }
    if activity.userInfo?[Document.userActivityURLKey] as? URL != fileURL {
      activity.needsSave = true
    }
  }
}

extension DocumentFile {
  /// Makes folders with the extension of this one documents of their container, if it is a folder.
  static func declarePackage(at url: URL) throws {
    guard WrittenItem(at: url)?.isFolder == true else { return }
    PackageNames.declare(url.pathExtension)
    guard let place = try VersionedItem.place(of: url) else { return }
    try place.container.declarePackages(like: place.path)
  }

  /// Makes the missing folder for a new document, if it belongs to a container.
  static func makeFolder(for url: URL) throws {
    let folder = url.deletingLastPathComponent()
    guard !VersionedItem.exists(folder), UbiquityContainers.container(holding: url) != nil else {
      return
    }
    try Disk.system.makeFolder(SystemPath(folder.path))
  }

  /// Renames a document, in its container if it is in one.
  static func move(_ source: URL, to target: URL) throws {
    guard !VersionedItem.exists(target) else {
      throw DocumentFailure.cocoa(.fileWriteFileExists, at: target)
    }
    if let item = try VersionedItem.find(source), let place = try VersionedItem.place(of: target),
      item.container.path == place.container.path
    {
      return try item.container.move(item.document.id, to: place.path)
    }
    guard rename(source.path, target.path) == 0 else {
      throw FileError("rename", SystemPath(source.path))
    }
  }

  /// Whether the document has changed since the version that an edit started from.
  static func isDiverged(_ now: VersionedItem, from base: ObjectID) throws -> Bool {
    let current = now.document.current
    guard current.id != base else { return false }
    return try now.container.entry(base).version.content != current.content
  }
}
