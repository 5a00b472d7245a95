import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Synchronization

extension Document {
  /// Writes, and makes a version; on the queue for file work, in a coordinated access.
  nonisolated func write(_ plan: SavePlan, at url: URL) throws -> FileFacts {
    if plan.refusesFile, try VersionedItem.exists(url) || DocumentFile.isNameTaken(url) {
      throw DocumentFailure.cocoa(.fileWriteFileExists, at: url)
    }
    let isOurs = facts.withLock(\.written).map { $0 == WrittenItem(at: url) } ?? false
    let expected = WrittenItem(at: url)
    let before = plan.isOwn ? try DocumentFile.keepVersion(of: url, isNeeded: true) : nil
    if before == nil { try checkIsUnchanged(expected, plan) }
    let displaced = DisplacedItem(
      expected: expected, plan.refusesFile ? .leaveAny : before == nil ? .leave : .keep)
    let (written, date) = try SafeWriter.$displaced.withValue(displaced) {
      try writeContents(plan, at: url)
    }
    // From here on a rename by others is followed.
    if plan.isOwn { PresenterRegistry.shared.noteWritten(url, by: self) }
    if plan.package != nil { try DocumentFile.declarePackage(at: url) }
    var after = try DocumentFile.keepVersion(of: url)
    // What an earlier save wrote is no edit of another program, though no version could be made then.
    let base = isOurs ? before?.document.current.id : plan.base
    if let base, let before, let current = after,
      try DocumentFile.isDiverged(before, from: base)
    {
      after = try DocumentFile.fork(current, from: base, beside: before)
    } else if let current = after?.document.current.id, current != before?.document.current.id {
      VersionNews.gained.send(current.description, of: url)
    }
    if let before, let theirs = displaced.contents {
      after = try DocumentFile.keep(theirs, displaced.date, of: url, from: before) ?? after
    }
    // The document is saved, even if discardable versions cannot be removed.
    if plan.isOwn { try? FileVersion.removeDiscardableVersionsOfItem(at: url) }
    var facts = DocumentFile.facts(of: url, document: after)
    // What others wrote since is news.
    if plan.isOwn { (facts.item, facts.date) = (written, date) }
    return facts
  }

  /// Checks whether a file outside of containers is still the one that was read or written here.
  ///
  /// A save that was asked for replaces it in any case, as in Apple's class; a save that the document makes by itself
  /// leaves the decision to a person.
  private nonisolated func checkIsUnchanged(_ item: WrittenItem?, _ plan: SavePlan) throws {
    guard plan.isPeriodic, plan.isOwn, let item else { return }
    let (known, written) = facts.withLock { ($0.known, $0.written) }
    guard let known, item != known, item != written else { return }
    throw ChangedByOthers()
  }

  /// Writes the contents.
  ///
  /// - Returns: the item that was written, and its date.
  private nonisolated func writeContents(
    _ plan: SavePlan, at url: URL
  ) throws -> (WrittenItem?, Date?) {
    let old = WrittenItem(at: url)
    // A write that fails may have put the new file in place, too, only not durably.
    defer {
      let new = WrittenItem(at: url)
      if plan.isOwn, new != old { facts.withLock { $0.written = new } }
    }
    try AnyThread.run {
      try self.writeContents(
        plan.contents.value, andAttributes: plan.attributes.value, safelyTo: url,
        for: plan.operation)
    }
    return (WrittenItem(at: url), VersionedItem.date(of: url))
  }
}

extension DocumentFile {
  /// Whether another document has the name of a new one, only spelt with other letters or characters.
  ///
  /// In a container, on any replica, the two would be one name, and one of them would get another.
  fileprivate static func isNameTaken(_ url: URL) throws -> Bool {
    guard let place = try VersionedItem.place(of: url) else { return false }
    let key = NameKey(place.path)
    let folder = SystemPath(wrapperPath: url.deletingLastPathComponent())
    return try Files.entries(of: folder).contains { entry in
      let other = DocumentPath(
        (place.path.folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? []) + entry.name)
      return other.map { $0 != place.path && NameKey($0) == key } ?? false
    }
  }

  /// Makes two versions in conflict: the saved contents, and those that another program wrote after the document was
  /// read.
  fileprivate static func fork(
    _ saved: VersionedItem, from base: ObjectID, beside other: VersionedItem
  ) throws -> VersionedItem? {
    try saved.container.fork(
      saved.document.current.id, of: saved.document.id, from: base,
      beside: other.document.current.id)
    let after = try VersionedItem.find(saved.url)
    for head in after?.document.heads.dropFirst() ?? [] {
      VersionNews.gained.send(head.id.description, of: saved.url, isConflict: true)
    }
    return after
  }

  /// Makes a version in conflict of what another program wrote between the check of a file and its replacement.
  ///
  /// - Parameters:
  ///   - contents: what the program wrote.
  ///   - date: the date of its item.
  ///   - url: the document, which was saved since.
  ///   - before: the document as it was checked.
  /// - Returns: the document with both versions; `nil` if the contents are those of the check, or the saved ones.
  /// - Throws: why it cannot be kept; what the program wrote is in the file again then.
  fileprivate static func keep(
    _ contents: DocumentContents, _ date: Date?, of url: URL, from before: VersionedItem
  ) throws -> VersionedItem? {
    do {
      guard let saved = try VersionedItem.find(url) else { return nil }
      let current = saved.document.current
      guard try saved.container.contents(of: before.document.current) != contents,
        try saved.container.contents(of: current) != contents
      else { return nil }
      // The saved version stays the current one, since the file has its contents: the other one gets an earlier date.
      let latest = Timestamp(nanoseconds: current.date.nanoseconds - 1)
      let new = Container.ForeignVersion(
        contents: contents, author: current.author, computer: current.computer,
        date: min(date.map(Timestamp.init) ?? latest, latest),
        message: "Save \(saved.path.display)")
      let version = try saved.container.addHead(
        new, to: saved.document.id, from: [before.document.current.id])
      VersionNews.gained.send(version.id.description, of: url, isConflict: true)
      return try VersionedItem.find(url)
    } catch {
      try? VersionFiles.write(contents, to: url)
      throw error
    }
  }
}
