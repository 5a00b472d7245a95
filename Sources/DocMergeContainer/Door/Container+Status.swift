public import DocMergeFolder
public import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// The differences between the folder of a container and the saved state.
public struct StatusReport: Sendable, Hashable {
  /// Documents with unsaved edits.
  public var modified: [DocumentPath] = []
  /// Files that are not documents of the container yet.
  public var added: [DocumentPath] = []
  /// Documents that were removed from the folder.
  public var removed: [DocumentPath] = []
  /// Documents that were moved or renamed in the folder.
  public var moved: [SaveReport.Move] = []
  /// Items that cannot be saved, and why.
  public var skipped: [SkippedItem] = []
  /// Documents that are not in the folder as they should be yet, and why; later commands try again.
  public var notInPlace: [SkippedItem] = []
  /// Documents that have other names here than elsewhere, since another item has theirs.
  public var nameClashes: [NameClash] = []
  /// Folders that are one on a file system that ignores case, or the form of letters.
  public var folderClashes: [FolderClash] = []
  /// The documents in conflict.
  public var conflicts: [DocumentSummary] = []
  /// All documents that docmerge last saw in the folder, in no order.
  public var documents: [DocumentPath] = []
  /// Which documents are in the folder; `nil`: all.
  public var focus: Focus?
  /// How many documents are outside of the focus, and so not in the folder.
  public var outside = 0
  /// How many of those are in conflict.
  public var conflictsOutside = 0
  /// The documents that are in the folder although they are outside of the focus.
  public var stayingOutside: [DocumentPath] = []
}

/// A document whose name is taken, by another document or by a file that is none.
public struct NameClash: Sendable, Hashable {
  /// Its path in the folder.
  public var path: DocumentPath
  /// Its own name, which it gets once that is free.
  public var wanted: DocumentPath

  /// Describes a clash.
  public init(path: DocumentPath, wanted: DocumentPath) {
    self.path = path
    self.wanted = wanted
  }
}

/// Folders whose names differ only in case, or in the form of letters such as `é`.
///
/// Each replica has the documents of both; on a file system that cannot tell the names apart they are in one folder.
public struct FolderClash: Sendable, Hashable {
  /// The folders, by path; at least two.
  public var folders: [DocumentPath]

  /// Describes a clash.
  public init(folders: [DocumentPath]) { self.folders = folders }

  /// The clashes among the folders of documents, by path.
  ///
  /// - Complexity: O(*n*), *n* being the number of documents.
  package static func all(among documents: [DocumentPath]) -> [FolderClash] {
    let folders = Set(documents.flatMap(\.folders))
    let alike = Dictionary(grouping: folders, by: NameKey.init).values.filter { $0.count > 1 }
    return alike.map { FolderClash(folders: $0.sorted()) }
      // The folders in them clash, too; to name the outer ones is enough.
      .filter { clash in Set(clash.folders.map(\.name)).count > 1 }
      .sorted { $0.folders[0] < $1.folders[0] }
  }
}

extension Container {
  /// Compares the folder with the saved state; saves nothing and never waits.
  ///
  /// Where the index is lost, it is made again first, as by any operation.
  ///
  /// Linear in the number of files; reads only those that look changed.
  ///
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`.
  public func status() throws -> StatusReport {
    try rebuildIndexIfLost()
    let changes = try separatingUnsavable(changes(in: .all))
    try noteTouched(changes.touched)
    let focus = try settings.focus()
    return StatusReport(
      modified: changes.modified.map(\.item.path).sorted(),
      added: changes.added.map(\.path).sorted(),
      removed: changes.removed.map(\.path).sorted(),
      moved: changes.moved.map { .init(from: $0.entry.path, to: $0.item.path) },
      skipped: changes.skipped, notInPlace: try notInPlace(),
      nameClashes: try nameClashes(), folderClashes: FolderClash.all(among: changes.known),
      conflicts: try conflicts(), documents: changes.known, focus: focus,
      outside: try index.countOutside(), conflictsOutside: try countConflictsOutside(),
      stayingOutside: focus.map { focus in changes.known.filter { !focus.contains($0) } } ?? [])
  }

  /// Makes a lost index again, unless a process is at work: that one does it.
  ///
  /// Without the index, every saved document would look new.
  ///
  /// - Throws: what ``operateAsking(finishesClone:asksAgain:_:)`` throws.
  package func rebuildIndexIfLost() throws {
    guard try index.reached() == nil, try state() != nil, try writeLock.holder() == nil else {
      return
    }
    // A document that cannot be put in place now is reported by the status.
    _ = try operateAsking {}
  }

  /// Names the changes that a save cannot keep, and why; a move is kept even if the contents are not.
  private func separatingUnsavable(_ changes: FolderChanges) throws -> FolderChanges {
    let limit = try settings.documentLimit()
    let reader = ContentReader(root: root, git: git, isToSave: true)
    func reason(_ item: FolderItem) -> String? {
      if let reason = ContainerSettings.tooLarge(item.fingerprint.size, limit: limit) {
        return reason
      }
      do throws(FileError) {
        try reader.check(item)
        return nil
      } catch {
        return error.description
      }
    }
    let items = changes.modified.map(\.item) + changes.moved.map(\.item) + changes.added
    let unsavable = items.compactMap { item in
      reason(item).map { SkippedItem(path: item.path, reason: $0) }
    }
    guard !unsavable.isEmpty else { return changes }
    let paths = Set(unsavable.map(\.path))
    var changes = changes
    changes.skipped += unsavable
    changes.modified.removeAll { paths.contains($0.item.path) }
    changes.added.removeAll { paths.contains($0.path) }
    return changes
  }

  /// The documents whose names in the folder are not their own, by path.
  ///
  /// Costs their number; reads only the index.
  ///
  /// - Throws: `DatabaseError`.
  package func nameClashes() throws -> [NameClash] {
    try index.displaced().map { NameClash(path: $0.path, wanted: $0.wanted) }
      .sorted { $0.path < $1.path }
  }

  /// How many documents outside of the focus are in conflict.
  ///
  /// Costs what the conflicts cost.
  private func countConflictsOutside() throws -> Int {
    guard try index.countOutside() > 0, let state = try state() else { return 0 }
    return try state.conflicts().count { try index.isOutside($0) }
  }

  /// The reasons for the documents that wait to be put in place.
  ///
  /// Documents that were put beside an obstacle are not among them: they are as good as they can be.
  private func notInPlace() throws -> [SkippedItem] {
    let waiting = try index.unsettled()
    guard !waiting.isEmpty, let state = try state() else { return [] }
    var obstacles = Obstacles(root: root, git: git, index: index)
    try obstacles.find(around: waiting)
    let plan = try NamePlan(index: index, obstacles: obstacles.paths)
    return try waiting.sorted().compactMap { id in
      let entry = try index.entry(of: id)
      guard let wish = try state.record(id).flatMap({ try target($0).wish }) else {
        return entry.map { SkippedItem(path: $0.path, reason: tr("is deleted, and still there")) }
      }
      guard let entry else { return SkippedItem(path: wish.name, reason: tr("is to be put there")) }
      let place = try plan.place(of: id, wanting: wish.name)
      if place != entry.path {
        return SkippedItem(path: entry.path, reason: tr("is to be \(place.display)"))
      }
      guard entry.version != wish.version.id, try git.contains(wish.version.id) else { return nil }
      return SkippedItem(path: entry.path, reason: tr("an older version is there"))
    }
  }

  /// Notes that documents which looked changed are unchanged, so that they need not be read again.
  ///
  /// Only if no process is at work: it saves time, nothing else.
  private func noteTouched(_ entries: [FolderIndex.Entry]) throws {
    guard !entries.isEmpty else { return }
    try writeLock.holdIfFree {
      let unchanged = try entries.filter { entry in
        guard let now = try index.entry(of: entry.id) else { return false }
        return now.version == entry.version && now.path == entry.path && now.seen < entry.seen
      }
      try index.change(unchanged.map { .put($0) })
    }
  }
}
