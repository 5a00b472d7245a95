import DocMergeCore
package import DocMergeFolder
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem
import Glibc

/// Turns changes of the folder into versions, one operation for all of them.
package struct ChangeSaver {
  package let container: Container
  private let message: String?
  /// Whether files that a program is still writing are left for later.
  let waitsForWriters: Bool
  package var change: StateChange
  package var report = SaveReport()
  var indexChanges: [FolderIndex.Change] = []
  private var plan: NamePlan
  private var newNames: [(id: DocumentID, path: DocumentPath)] = []
  /// Whether documents may have to move, so that the folder must be checked.
  var needsCatchUp = false

  package init(
    container: Container, base: StateReader?, message: String?, waitsForWriters: Bool
  ) throws {
    self.container = container
    self.message = message
    self.waitsForWriters = waitsForWriters
    change = try StateChange(git: container.git, identity: try container.identity(), base: base)
    plan = try NamePlan(index: container.index)
  }

  package mutating func save(_ changes: FolderChanges) throws {
    report.skipped = changes.skipped
    indexChanges = changes.touched.map { .put($0) }
    // They make room for returning documents. The next scan finds files that were put there meanwhile.
    let left = try changes.stale.filter { try !remove(Placeholder($0.document), at: $0.item) }
    let covered = Set(left.compactMap(\.covered))
    for found in changes.modified {
      if try isForgotten(found.entry) {
        try saveNew(found.item)
      } else if try saveContents(found) == .saved {
        report.modified.append(found.item.path)
      }
    }
    for found in changes.moved where try !isStale(found) && !isBeingReplaced(found) {
      if try isForgotten(found.entry) { try saveNew(found.item) } else { try saveMove(found) }
    }
    for item in changes.added where try !isDraft(item) { try saveNew(item) }
    for entry in changes.removed where try !covered.contains(entry.id) && !isBackedUp(entry) {
      if try !isForgotten(entry) { try saveDeletion(entry) }
    }
    for entry in changes.vanished where !covered.contains(entry.id) { try bringBack(entry) }
  }

  /// Handles a document whose placeholder is gone.
  private mutating func bringBack(_ entry: FolderIndex.Entry) throws {
    if try isWanted(entry.id) { try putBack(entry) } else { forget(entry) }
  }

  /// Removes a placeholder that was moved while its document was deleted; `false` for everything else.
  ///
  /// That happens when the process that had to remove it was killed, or had scanned the folder before.
  private mutating func isStale(_ found: FolderChanges.Found) throws -> Bool {
    let (entry, item) = (found.entry, found.item)
    guard container.isPlaceholder(of: entry.id, at: item.path), try !isWanted(entry.id) else {
      return false
    }
    if try remove(Placeholder(entry.id), at: item) { forget(entry) }
    return true
  }

  /// Removes a placeholder that stands for no document any more; `false` if it, or something else, stays.
  private mutating func remove(_ placeholder: Placeholder, at item: FolderItem) throws -> Bool {
    let path = item.path
    let writer = FileWriter(root: container.root, git: container.git)
    do {
      guard let status = try FileStatus.of(container.root.appending(path)) else { return true }
      guard status.inode == item.fingerprint.inode,
        container.isPlaceholder(of: placeholder.document, at: path)
      else { return false }
      try writer.remove(path, expecting: .init(status: status, content: placeholder.content))
      return true
    } catch is FileWriter.Refusal {
      // The next scan finds it.
    } catch let error as FileError where error.code != ENOSPC {
      report.skipped.append(SkippedItem(path: path, reason: error.description))
    }
    return false
  }

  /// Whether the document should be in the folder.
  private func isWanted(_ id: DocumentID) throws -> Bool {
    try change.record(id).flatMap { try container.target($0).wish } != nil
  }

  private mutating func forget(_ entry: FolderIndex.Entry) {
    plan.set(entry.id, wants: nil)
    indexChanges.append(.remove(entry.id))
  }

  /// Makes a removed placeholder again; beside the item that is in its place now.
  private mutating func putBack(_ entry: FolderIndex.Entry) throws {
    let writer = FileWriter(root: container.root, git: container.git)
    let old = entry.path
    var entry = entry
    for path in [old, old.suffixed(String(entry.id.description.prefix(8)))] {
      do {
        entry.path = path
        if path != old {
          guard try FileStatus.of(container.root.appending(path)) == nil else { continue }
          // After a crash, a scan must not take it for a new name.
          try container.index.change([.put(entry), .unsettle(entry.id)])
        }
        try writer.create(path, .placeholder(Placeholder(entry.id)))
      } catch is FileWriter.Refusal {
        continue
      } catch let error as FileError where error.code != ENOSPC {
        report.skipped.append(SkippedItem(path: path, reason: error.description))
        return
      }
      if let status = try FileStatus.of(container.root.appending(path)) {
        entry.fingerprint = Fingerprint(status)
      }
      entry.seen = container.environment.now
      indexChanges.append(.put(entry))
      return
    }
    report.skipped.append(
      SkippedItem(path: old, reason: tr("its placeholder is gone, and its place is taken")))
  }

  /// Whether a document in the folder is no longer in the state; the index forgets it then.
  ///
  /// That happens when the undo of a sync broke off: a file that was edited since is a document of its own.
  private mutating func isForgotten(_ entry: FolderIndex.Entry) throws -> Bool {
    if try change.record(entry.id) != nil { return false }
    forget(entry)
    return true
  }

  /// Writes the operation, then the index.
  ///
  /// - Parameters:
  ///   - kind: the kind of the operation.
  ///   - updatesFolder: whether to update the folder; `false` when the caller does that.
  /// - Returns: the documents that were saved.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  package mutating func commit(
    _ kind: OperationKind, updatesFolder: Bool
  ) throws -> SaveReport {
    let summary = ChangeSaver.summary(report, kind)
    let (before, reached) = (change.base?.id, try container.index.reached()?.state)
    for name in newNames where !needsCatchUp {
      // Either the new document makes room for another one, or another one for it.
      needsCatchUp =
        try plan.place(of: name.id, wanting: name.path) != name.path
        || plan.affected(by: [name.path]) != [name.id]
    }
    let changed = Array(change.records.values)
    let state = try change.commit(kind, summary)
    // Except the documents that wait, which are checked again each time.
    let isCurrent = reached == before && !needsCatchUp
    if let state, isCurrent { indexChanges.append(.reached(try container.reached(state))) }
    try container.index.change(indexChanges)
    // A document that cannot be put in place was not part of the save, so the save has not failed.
    if updatesFolder, try !isCurrent || !container.index.unsettled().isEmpty {
      report.notInPlace = try container.bringFolderInLine()
    }
    guard state != nil else { return report }
    for record in changed where try container.graph.heads(of: record).count > 1 {
      if let name = record.name { report.conflicts.append(name) }
    }
    report.conflicts.sort()
    report.modified.sort()
    return report
  }

  // MARK: One document

  /// The outcome for contents.
  private enum Contents {
    case saved
    /// The state has them already.
    case known
    /// They cannot be read.
    case unread
  }

  /// Adds a version with the current contents of the item.
  private mutating func saveContents(_ found: FolderChanges.Found) throws -> Contents {
    guard let reading = try read(found.item) else { return .unread }
    guard var record = try change.record(found.entry.id) else {
      throw ContainerError.noSuchDocument(found.entry.path.display)
    }
    var entry = found.entry
    entry.path = found.item.path
    entry.content = reading.content
    entry.fingerprint = reading.fingerprint
    entry.seen = change.date
    if entry.isPlaceholder || entry.content == found.entry.content {
      // It was only moved: the version that it shows, current or older, is unchanged.
      indexChanges.append(.put(entry))
      return .known
    }
    let heads = try container.graph.heads(of: record)
    if let current = heads.first, current.content == reading.content {
      entry.version = current.id
      indexChanges.append(.put(entry))
      return .known
    }
    let name = record.name ?? found.item.path
    let parents = try parents(of: found, reading, heads)
    let version = try change.add(
      newVersion(found.entry.id, name, reading, parents: parents, verb: "Save"))
    let superseded = record.ranked.filter { parents.contains($0.id) }
    record.replace(superseded, with: [version], change.dot())
    try HeadJoiner(git: container.git).joinHeads(of: &record, in: &change)
    try change.put(record)
    if !record.ranked.contains(version) {
      entry.version = record.ranked.first { $0.content == version.content }?.id ?? version.id
    } else {
      entry.version = version.id
    }
    // The contents there need not be the winner, nor the joined result.
    if record.ranked.map(\.content) != [version.content] { needsCatchUp = true }
    indexChanges.append(.put(entry))
    return .saved
  }

  /// The parents of the new contents.
  private func parents(
    of found: FolderChanges.Found, _ reading: ContentReader.Reading, _ heads: [Version]
  ) throws -> [ObjectID] {
    let (entry, current) = (found.entry, found.entry.version)
    // In place of a placeholder, an edit cannot be based on the version that it stands for, except on the file that a
    // killed download put there.
    let isDownloaded = found.item.fingerprint.isSameInode(as: entry.fingerprint)
    if entry.isPlaceholder, !isDownloaded { return [] }
    guard heads.map(\.id) == [current], reading.content.kind.isFile,
      reading.size <= StaleEdit.limit
    else { return [current] }
    // An editor may have read the file before the current version was put there.
    let wait = reading.fingerprint.modified.seconds - entry.seen.seconds
    let edit = StaleEdit(
      container: container, document: entry.id, replica: change.identity.replica,
      file: container.root.appending(found.item.path), isAtOnce: wait < Self.atOnce)
    return [try edit.start(from: current)]
  }

  /// A person takes longer than this, in seconds, to read a new version and to change it.
  private static let atOnce: Int64 = 60

  private mutating func saveMove(_ found: FolderChanges.Found) throws {
    guard var record = try change.record(found.entry.id) else {
      throw ContainerError.noSuchDocument(found.entry.path.display)
    }
    var found = found
    record.rename(found.item.path, change.dot())
    try change.put(record)
    plan.set(record.id, wants: found.item.path)
    needsCatchUp = true
    report.moved.append(.init(from: found.entry.path, to: found.item.path))
    found.entry.wanted = found.item.path
    found.entry.path = found.item.path
    // A file that could not be read keeps looking different, and is tried again.
    if try saveContents(found) == .unread { indexChanges.append(.put(found.entry)) }
  }

  private mutating func saveNew(_ item: FolderItem) throws {
    if let outside = try container.index.outside(named: item.path) {
      return try saveReturned(item, outside)
    }
    guard let reading = try read(item) else { return }
    let id = DocumentID.random(container.environment)
    let version = try change.add(
      newVersion(id, item.path, reading, parents: [], verb: "Add"))
    let dot = change.dot()
    var record = Record(id: id)
    record.replace([], with: [version], dot)
    record.rename(item.path, dot)
    try change.put(record)
    plan.set(id, wants: item.path)
    newNames.append((id, item.path))
    report.added.append(item.path)
    indexChanges.append(
      .put(
        .init(
          id: id, wanted: item.path, path: item.path, version: version.id, content: reading.content,
          fingerprint: reading.fingerprint, seen: change.date)))
  }

  private mutating func saveDeletion(_ entry: FolderIndex.Entry) throws {
    guard var record = try change.record(entry.id) else {
      throw ContainerError.noSuchDocument(entry.path.display)
    }
    let deletion = try change.addDeletion(of: record, parents: [entry.version])
    record.replace(record.ranked.filter { $0.id == entry.version }, with: [deletion], change.dot())
    try HeadJoiner(git: container.git).joinHeads(of: &record, in: &change)
    try change.put(record)
    plan.set(record.id, wants: nil)
    needsCatchUp = true
    indexChanges.append(.remove(entry.id))
    report.removed.append(entry.path)
  }

  package mutating func read(_ item: FolderItem) throws -> ContentReader.Reading? {
    let limit = try container.settings.documentLimit()
    func isTooLarge(_ size: Int64) -> Bool {
      guard let reason = ContainerSettings.tooLarge(size, limit: limit) else { return false }
      report.skipped.append(SkippedItem(path: item.path, reason: reason))
      return true
    }
    guard !isTooLarge(item.fingerprint.size), !isBeingWritten(item) else { return nil }
    do {
      let reader = ContentReader(root: container.root, git: container.git, isToSave: true)
      let reading = try reader.read(item) { object throws(GitError) in
        try change.batch.add(object)
      }
      if change.batch.isLarge { try change.batch.flush(into: container.git) }
      return isTooLarge(reading.size) ? nil : reading
    } catch let error as FileError {
      report.skipped.append(SkippedItem(path: item.path, reason: error.description))
      return nil
    }
  }

  func newVersion(
    _ id: DocumentID, _ path: DocumentPath, _ reading: ContentReader.Reading, parents: [ObjectID],
    verb: String
  ) -> StateChange.NewVersion {
    let person = change.identity.person
    return StateChange.NewVersion(
      document: id, path: path, content: reading.content, size: reading.size, parents: parents,
      author: person, date: reading.fingerprint.modified, replica: change.identity.replica,
      computer: change.identity.computer, operation: .save,
      subject: message ?? "\(verb) \(path.display)",
      committer: .init(person: person, seconds: change.date.seconds))
  }

  /// For example `save 3 documents`, `save Notes/todo.md`.
  private static func summary(_ report: SaveReport, _ kind: OperationKind) -> String {
    let paths = report.modified + report.added + report.removed + report.moved.map(\.to)
    if kind == .initialize {
      return "init with \(paths.count) document\(paths.count == 1 ? "" : "s")"
    }
    if paths.count == 1, let path = paths.first { return "\(kind.rawValue) \(path.display)" }
    return "\(kind.rawValue) \(paths.count) documents"
  }
}

extension StateChange {
  /// Adds the version that records the deletion of the document.
  package mutating func addDeletion(of record: Record, parents: [ObjectID]) throws -> Version {
    let path = record.name ?? DocumentPath(unchecked: Array("\(record.id)".utf8))
    let empty = try batch.add(Tree().object)
    return try add(
      NewVersion(
        document: record.id, path: path, content: ContentID(kind: .deleted, object: empty), size: 0,
        parents: parents, author: identity.person, date: date, replica: identity.replica,
        computer: identity.computer, operation: .delete, subject: "Delete \(path.display)"))
  }
}
