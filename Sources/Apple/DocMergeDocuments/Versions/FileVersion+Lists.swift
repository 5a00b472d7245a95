import DocMerge
public import Foundation

extension FileVersion {
  /// The version in the folder, or `nil` when nothing is at the URL.
  ///
  /// While the document is in conflict, it is the one that all replicas agree on by rule: the one with the latest date.
  /// It need not be the one that was made here.
  public static func currentVersionOfItem(at url: URL) -> FileVersion? {
    guard VersionedItem.exists(url) else { return nil }
    if let item = try? VersionedItem.findRenamed(url), !item.document.isDeleted,
      let entry = try? item.container.entry(item.document.current, of: item.document)
    {
      return FileVersion(
        url, .container(item.container, item.document.id, entry), isCurrent: true,
        isConflict: false)
    }
    let identifier = "file:\(VersionedItem.realPath(url.path) ?? url.path)"
    return FileVersion(url, .file(identifier: identifier), isCurrent: true, isConflict: false)
  }

  /// All versions but the current one, newest first; `nil` when nothing is at the URL.
  ///
  /// Those in conflict are among them.
  public static func otherVersionsOfItem(at url: URL) -> [FileVersion]? {
    guard VersionedItem.exists(url) else { return nil }
    return (try? others(url)) ?? []
  }

  /// The versions that are in conflict with the current one; `nil` when nothing is at the URL.
  public static func unresolvedConflictVersionsOfItem(at url: URL) -> [FileVersion]? {
    guard VersionedItem.exists(url) else { return nil }
    return (try? conflicts(url)) ?? []
  }

  /// The same as ``unresolvedConflictVersionsOfItem(at:)``, except that failures are thrown.
  ///
  /// - Throws: `CocoaError`.
  public static func conflicts(_ url: URL) throws -> [FileVersion] {
    try DocumentFailure.translate(isWriting: false, at: url) { try heads(url) }
  }

  private static func heads(_ url: URL) throws -> [FileVersion] {
    guard let item = try VersionedItem.findRenamed(url), item.document.isInConflict else {
      return []
    }
    return try item.document.heads.dropFirst().map { head in
      FileVersion(
        url,
        .container(
          item.container, item.document.id, try item.container.entry(head, of: item.document)),
        isCurrent: false, isConflict: true)
    }
  }

  static func others(_ url: URL) throws -> [FileVersion] {
    guard let item = try VersionedItem.findRenamed(url) else { return [] }
    let heads = item.document.heads.map(\.id)
    let current = item.document.current
    let removed = VersionMarks(.removed, item.document.id, in: item.container).ids
    // Of contents that are elsewhere only the current versions are known.
    let history =
      try item.document.availability == .local
      ? item.container.history(of: item.document.id)
      : item.document.heads.map { try item.container.entry($0, of: item.document) }
    let same = parentsWithSameContents(of: current, in: history)
    return history.filter { entry in
      guard entry.id != current.id else { return false }
      if heads.contains(entry.id) { return true }
      return !entry.version.isDeletion && !same.contains(entry.id)
        && !removed.contains(Substring(entry.id.description))
    }.map { entry in
      FileVersion(
        url, .container(item.container, item.document.id, entry), isCurrent: false,
        isConflict: heads.contains(entry.id))
    }
  }

  /// Parents from a mere decision, with the contents of the current version, are the current version still.
  private static func parentsWithSameContents(
    of current: Version, in history: [HistoryEntry]
  ) -> Set<ObjectID> {
    let versions = Dictionary(history.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    var result: Set<ObjectID> = []
    var waiting = [current.id]
    while let id = waiting.popLast() {
      guard let entry = versions[id], entry.parents.count > 1 else { continue }
      for parent in entry.parents
      where versions[parent]?.version.content == current.content
        && versions[parent]?.version.date == current.date
      {
        if result.insert(parent).inserted { waiting.append(parent) }
      }
    }
    return result
  }

  /// The version with this ``persistentIdentifier``, or `nil` if it does not exist any more.
  public static func version(
    itemAt url: URL, forPersistentIdentifier persistentIdentifier: Any
  ) -> FileVersion? {
    guard let identifier = persistentIdentifier as? String else { return nil }
    if let current = currentVersionOfItem(at: url), current.identifier == identifier {
      return current
    }
    return otherVersionsOfItem(at: url)?.first { $0.identifier == identifier }
  }

  /// A version that no list shows any more.
  static func removed(_ identifier: String, itemAt url: URL) -> FileVersion? {
    guard let id = ObjectID(hex: identifier), let item = try? VersionedItem.find(url),
      let entry = try? item.container.entry(id)
    else { return nil }
    return FileVersion(
      url, .container(item.container, item.document.id, entry), isCurrent: false,
      isConflict: false)
  }

  /// The versions whose contents are not on this computer.
  ///
  /// - Throws: `CocoaError`.
  public static func nonlocalVersionsOfItem(at url: URL) async throws -> [FileVersion] {
    try DocumentFailure.translate(isWriting: false, at: url) {
      try others(url).filter { !$0.hasLocalContents }
    }
  }

  /// Passes the versions whose contents are not on this computer to the handler, on some queue.
  public static func getNonlocalVersionsOfItem(
    at url: URL, completionHandler: @escaping @Sendable ([FileVersion]?, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(try await nonlocalVersionsOfItem(at: url), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Removes all versions but the current one: no list shows them any more.
  ///
  /// This resolves a conflict. The container's history keeps the versions.
  ///
  /// - Throws: `CocoaError`.
  public static func removeOtherVersionsOfItem(at url: URL) throws {
    Misuse.check(url, forWriting: true) { "versions of \($0) are removed" }
    try DocumentFailure.translate(at: url) { try removeOthers(url) }
  }

  private static func removeOthers(_ url: URL) throws {
    guard let item = try VersionedItem.findSaved(url) else { return }
    let versions = try others(url)
    let heads = item.document.heads.dropFirst().map(\.id)
    let gone = try item.container.dismiss(Set(heads), of: item.document.id)
    let current = try item.container.document(item.document.id)
    let left = Set(current.heads.map(\.id))
    let history = try item.container.history(of: item.document.id).map(\.id)
    try VersionMarks(.removed, item.document.id, in: item.container)
      .add(history.filter { !left.contains($0) })
    for id in gone { VersionNews.resolved.send(id.description, of: url) }
    for version in versions where !left.contains(where: { $0.description == version.identifier }) {
      VersionNews.lost.send(version.identifier, of: url)
    }
  }
}
