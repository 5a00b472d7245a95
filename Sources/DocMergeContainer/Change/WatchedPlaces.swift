import DocMergeCore
package import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

extension Container {
  /// After this time everything is checked again, even with a monitor: it is not notified when programs write through
  /// memory (mmap) after they have closed the file.
  private static let trust: Int64 = 3600 * 1_000_000_000

  /// Whether the folder has unsaved changes; costs what happened there, where a monitor runs.
  ///
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`.
  package func hasUnsavedChanges() throws -> Bool { try !watchedChanges(in: .all).0.isEmpty }

  /// The differences between the folder and the saved state, and the mark up to which a monitor knew the folder.
  ///
  /// The mark is `nil` if not all of the folder was checked, or nothing has happened.
  package func watchedChanges(in scope: Scope) throws -> (
    FolderChanges, FolderIndex.MonitorPosition?
  ) {
    guard case .all = scope else { return (try changes(in: scope), nil) }
    let before = try index.watched()
    guard let look = try journal.look(since: before?.mark) else {
      return (try changes(in: scope), nil)
    }
    let now = environment.now
    if let before, let paths = look.paths,
      now.nanoseconds - before.wholeLook.nanoseconds < Container.trust,
      let changes = try WatchedPlaces(container: self).changes(at: paths)
    {
      let watched = FolderIndex.MonitorPosition(mark: look.mark, wholeLook: before.wholeLook)
      return (try sortingStale(changes), paths.isEmpty ? nil : watched)
    }
    return (try changes(in: scope), FolderIndex.MonitorPosition(mark: look.mark, wholeLook: now))
  }
}

/// Checks some places of a folder like a scan of all of it.
private struct WatchedPlaces {
  let container: Container

  /// From this many paths on, a full scan is no more work.
  private static let most = 10_000
  private static let ruleNames = [".gitignore", ".gitattributes"].map { Array($0.utf8) }

  private var rules: FolderRules { FolderRules(git: container.git) }

  /// The changes at the paths; `nil` when everything must be checked.
  func changes(at paths: Set<DocumentPath>) throws -> FolderChanges? {
    guard paths.count < WatchedPlaces.most,
      !paths.contains(where: { WatchedPlaces.ruleNames.contains($0.name) })
    else { return nil }
    var places: Set<DocumentPath> = []
    for path in paths {
      if let place = try place(of: path) { places.insert(place) }
    }
    let outermost = places.filter { place in !place.folders.contains { places.contains($0) } }
      .sorted()
    var entries: [FolderIndex.Entry] = []
    for place in outermost {
      if let entry = try container.index.entry(at: place) { entries.append(entry) }
      entries += try container.index.entries(under: place)
    }
    let known = KnownDocuments(entries.map(KnownDocuments.Mark.init))
    let scanner = FolderScanner(root: container.root, rules: rules, known: known)
    let finder = ChangeFinder(
      index: container.index, reader: ContentReader(root: container.root, git: container.git),
      git: container.git, now: container.environment.now)
    return try finder.changes(from: known, to: try scanner.scan(outermost))
  }

  /// The item to check for a path: itself, or the package that contains it; `nil` for a path that no document can have.
  private func place(of path: DocumentPath) throws -> DocumentPath? {
    for folder in path.folders.reversed() {
      if try container.index.entry(at: folder)?.content.kind == .package { return folder }
      guard try FileStatus.of(container.root.appending(folder))?.form == .folder else {
        return path
      }
      if try container.index.hasEntries(under: folder) { continue }
      let scanner = FolderScanner(
        root: container.root, rules: rules, known: KnownDocuments([]))
      guard try scanner.isWalked(folder) else { return nil }
      if try scanner.isDocument(folder) { return folder }
    }
    return path
  }
}

extension KnownDocuments.Mark {
  fileprivate init(_ entry: FolderIndex.Entry) {
    self.init(
      path: entry.path, kind: entry.content.kind, fingerprint: entry.fingerprint,
      seen: entry.seen)
  }
}
