public import DocMergeContainer
import DocMergeFolder
public import DocMergeHistory
package import DocMergeObjects

/// The contents of documents that are in the folder of this copy, and those that are not.
///
///     let local = container.local
///     _ = try local.setFocus(Focus(["Trips"]))
///     _ = try local.download(local.documentsElsewhere().map(\.id))
///
/// Contents are elsewhere if a document is outside of the focus (`ContainerSettings.focus`), or if contents are on
/// demand (`ContainerSettings.isOnDemand`). Nothing here loses a version.
public struct LocalContents: Sendable {
  let container: Container

  var git: GitStore { container.git }

  /// Whether the contents of a version are here.
  ///
  /// - Throws: ``GitError``.
  public func hasContents(of version: Version) throws -> Bool {
    guard try git.contains(version.id) else { return false }
    return try version.isDeletion || git.contains(version.content.object)
  }

  /// The current contents of the document in the folder, saved or not.
  ///
  /// - Throws: ``FileError`` when it cannot be read.
  public func contents(of document: DocumentSummary) throws -> DocumentContents {
    let scanner = FolderScanner(
      root: container.root, rules: FolderRules(git: git),
      known: KnownDocuments(
        only: document.path, document.current.content.kind))
    guard let item = try scanner.item(at: document.path) else { return .deleted }
    var objects: [ObjectID: GitObject] = [:]
    let reader = ContentReader(root: container.root, git: git)
    let found = item.withBits(of: document.current.content)
    let reading = try reader.read(found) { object throws(GitError) in
      let id = try object.id
      objects[id] = object
      return id
    }
    return try ContentLoader { id throws(GitError) in
      guard let object = objects[id] else { return try git.object(id) }
      return object
    }.contents(reading.content)
  }

  /// The documents in the folder whose contents are not all here, in no order.
  ///
  /// Costs the number of them where contents are on demand, and next to nothing elsewhere.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  public func documentsElsewhere() throws -> [DocumentSummary] {
    guard try container.settings.isOnDemand() else {
      return try container.index.placeholders().map { try container.document($0.id) }
    }
    return try container.documents().filter { $0.availability != .local }
  }

  /// The documents in the focus whose contents are not here, where a copy has all contents of its focus.
  ///
  /// ``download(_:options:isCancelled:progress:)`` fetches them.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  public func placeholdersInFocus() throws -> [DocumentID] {
    guard try container.settings.bringsFocus() else { return [] }
    return try container.index.placeholders().map(\.id)
  }

  /// How many documents are not in the folder because they are outside of its focus.
  ///
  /// Reads only the index.
  ///
  /// - Throws: `DatabaseError`.
  public func countOutside() throws -> Int { try container.index.countOutside() }

  /// The documents that are not in the folder because they are outside of its focus.
  ///
  /// Reads only the index.
  ///
  /// - Throws: `DatabaseError`.
  public func documentsOutside() throws -> Set<DocumentID> {
    Set(try container.index.outside().map(\.id))
  }
}

extension LocalContents {
  /// Set while versions of documents that are here could not be fetched.
  private static let behindKey = "docmerge.behind"

  /// Whether newer versions of documents that are here may not be in the folder yet.
  package func isBehind() throws(GitError) -> Bool {
    try git.configuration(Self.behindKey) != nil
  }

  /// Notes whether versions of documents that are here could not be fetched.
  func note(isBehind: Bool) throws {
    guard try self.isBehind() != isBehind else { return }
    try container.writeLock.hold(mends: false) { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: container).run() }
      if isBehind {
        try git.setConfiguration(Self.behindKey, to: "true")
      } else {
        try git.removeConfiguration(Self.behindKey)
      }
    }
  }
}

extension Container {
  /// The contents of documents in the folder of this copy.
  public var local: LocalContents { LocalContents(container: self) }
}
