import DocMergeCore
package import DocMergeFolder
public import DocMergeHistory
import DocMergeSystem

extension Container {
  /// Which documents to check.
  package enum Scope: Sendable {
    case all
    /// These paths, and their contents where they are folders.
    case only(Set<DocumentPath>)
  }

  /// Saves the changes in the folder: every changed document gets a new version.
  ///
  /// A file that a program of this computer is still writing is left for later, unless it is named: until the program
  /// closes the file, has not written for half a minute, or has been writing for ten minutes.
  ///
  /// When it returns, every version in the report is durable. Linear in the number of documents for the whole folder;
  /// with `paths`, linear in the number of documents there.
  ///
  /// - Parameters:
  ///   - paths: the documents or folders to save; `nil` for all.
  ///   - message: the person's message for the versions.
  /// - Returns: the documents that were saved, and those that could not be saved.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  public func save(_ paths: [DocumentPath]? = nil, message: String? = nil) throws -> SaveReport {
    try save(paths.map { .only(Set($0)) } ?? .all, kind: .save, message: message)
  }

  package func save(kind: OperationKind) throws -> SaveReport {
    try save(.all, kind: kind, message: nil)
  }

  private func save(
    _ scope: Scope, kind: OperationKind, message: String?
  ) throws -> SaveReport {
    try settings.check(ContainerSettings.ofSaves)
    var (report, left) = try operateAsking {
      try saveUnlocked(scope, kind: kind, message: message)
    }
    report.notInPlace += left
    return report
  }

  /// Saves while the caller holds the lock.
  package func saveUnlocked(
    _ scope: Scope, kind: OperationKind, message: String?, updatesFolder: Bool = true,
    waitsForWriters: Bool = false
  ) throws -> SaveReport {
    let (changes, watched) = try watchedChanges(in: scope)
    let state = try state()
    var report = SaveReport(skipped: changes.skipped)
    if changes.isEmpty, state != nil {
      try index.change(changes.touched.map { .put($0) })
      if updatesFolder, try !index.unsettled().isEmpty {
        report.notInPlace = try bringFolderInLine()
      }
    } else {
      // A named document is wanted as it is.
      let isAll = if case .all = scope { true } else { false }
      var saver = try ChangeSaver(
        container: self, base: state, message: message, waitsForWriters: isAll || waitsForWriters)
      try saver.save(changes)
      report = try saver.commit(kind, updatesFolder: updatesFolder)
    }
    if let watched, report.skipped.isEmpty, report.later.isEmpty {
      try index.change([.watched(watched)])
    }
    return report
  }

  /// The differences between the folder and the saved state; changes nothing.
  package func changes(in scope: Scope) throws -> FolderChanges {
    try sortingStale(differences(in: scope))
  }

  /// Sorts placeholders that are in no document's place, or in another document's, by the state.
  package func sortingStale(_ changes: FolderChanges) throws -> FolderChanges {
    guard !changes.copies.isEmpty || !changes.foreign.isEmpty, let state = try state() else {
      return changes
    }
    var changes = changes
    try changes.sortStale { id in
      // The placeholder of an unknown document may be another container's.
      try state.record(id).map { try target($0).wish == nil || index.isOutside(id) } ?? false
    }
    return changes
  }

  private func differences(in scope: Scope) throws -> FolderChanges {
    let finder = ChangeFinder(
      index: index, reader: ContentReader(root: root, git: git), git: git, now: environment.now)
    if case .only(let paths) = scope, let changes = try quickChanges(paths, finder) {
      return changes
    }
    let known = KnownDocuments(try index.marks())
    let scanner = FolderScanner(root: root, rules: FolderRules(git: git), known: known)
    let all = try finder.changes(from: known, to: try scanner.scan())
    guard case .only(let paths) = scope else { return all }
    return all.limited { path in paths.contains { path == $0 || path.isInside($0) } }
  }

  /// The changes of known documents that did not move; `nil` when a path needs a full scan.
  private func quickChanges(
    _ paths: Set<DocumentPath>, _ finder: ChangeFinder
  ) throws -> FolderChanges? {
    var changes = FolderChanges.none
    for path in paths.sorted() {
      guard let entry = try index.entry(at: path) else { return nil }
      let scanner = FolderScanner(
        root: root, rules: FolderRules(git: git),
        known: KnownDocuments(only: path, entry.content.kind))
      guard let item = try scanner.item(at: path) else { return nil }
      try finder.compare(entry, item, into: &changes)
    }
    // A file in place of a placeholder need not be its document, which may be elsewhere.
    let isPlain =
      changes.foreign.isEmpty && !changes.modified.contains(where: \.entry.isPlaceholder)
    guard isPlain, try !changes.modified.contains(where: isAnother) else { return nil }
    return changes
  }

  /// Whether the file in a document's place may be another document, which was renamed.
  private func isAnother(_ found: FolderChanges.Found) throws -> Bool {
    let fingerprint = found.item.fingerprint
    return try !fingerprint.isSameInode(as: found.entry.fingerprint)
      && index.entries(inode: fingerprint.inode).contains { $0.id != found.entry.id }
  }
}

extension FolderChanges {
  /// The changes whose paths, old or new, pass the test, and those of documents whose places these take.
  fileprivate func limited(to isIncluded: (DocumentPath) -> Bool) -> FolderChanges {
    var paths: Set<DocumentPath> = []
    var places = moved.filter { isIncluded($0.item.path) || isIncluded($0.entry.path) }
      .map(\.item.path)
    let movedFrom = Dictionary(
      moved.map { ($0.entry.path, $0.item.path) }, uniquingKeysWith: { first, _ in first })
    while let place = places.popLast() {
      guard paths.insert(place).inserted else { continue }
      if let next = movedFrom[place] { places.append(next) }
    }
    func isMeant(_ path: DocumentPath) -> Bool { paths.contains(path) || isIncluded(path) }
    var result = self
    result.modified.removeAll { !isMeant($0.item.path) }
    result.moved.removeAll { !isMeant($0.item.path) && !isMeant($0.entry.path) }
    result.added.removeAll { !isMeant($0.path) }
    result.removed.removeAll { !isMeant($0.path) }
    result.vanished.removeAll { !isMeant($0.path) }
    result.skipped.removeAll { !isMeant($0.path) }
    result.copies.removeAll { !isMeant($0.item.path) }
    result.foreign.removeAll { !isMeant($0.item.path) }
    return result
  }
}
