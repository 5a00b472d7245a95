import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

extension Container {
  /// The documents in conflict, by path.
  ///
  /// Costs what the conflicts cost, in containers of any size.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  public func conflicts() throws -> [DocumentSummary] {
    if try hasNoConflicts() { return [] }
    guard let state = try state() else { return [] }
    return try state.conflicts().compactMap { id in
      guard try !index.isOutside(id) else { return nil }
      return try state.record(id).flatMap { record in try summary(record) }
    }.filter(\.isInConflict).sorted { $0.path < $1.path }
  }

  /// Whether the index knows, without git, that nothing is in conflict.
  ///
  /// It does when its state is still the one that the reference names.
  private func hasNoConflicts() throws -> Bool {
    guard let reached = try index.reached(), reached.conflicts.isEmpty else { return false }
    let reference = SystemPath(git.path).appending(References.state(reached.replica).utf8)
    // Packed or missing references are for git to read.
    guard let bytes = try? Files.read(reference).bytes else { return false }
    return bytes.elementsEqual("\(reached.state)\n".utf8)
  }

  /// All documents, by path, except those outside of the focus.
  ///
  /// Linear in their number.
  ///
  /// - Parameters:
  ///   - includesDeleted: whether deleted documents are listed too.
  ///   - includesOutside: whether documents outside of the focus are listed too.
  /// - Returns: a summary for each document.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func documents(
    includesDeleted: Bool = false, includesOutside: Bool = false
  ) throws -> [DocumentSummary] {
    guard let state = try state() else { return [] }
    let entries = Dictionary(
      try index.entries().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let (isOnDemand, focus) = (
      try settings.isOnDemand(), try includesOutside ? nil : settings.focus()
    )
    let outside = Set(try includesOutside ? [] : index.outside().map(\.id))
    return try state.allRecords().compactMap { record in
      let entry = entries[record.id]
      guard entry != nil || !outside.contains(record.id) else { return nil }
      // The index has no deleted documents.
      let isIn = entry != nil || record.name.flatMap { focus?.contains($0) } ?? true
      return isIn ? try summary(record, entry, isOnDemand) : nil
    }.filter { includesDeleted || !$0.isDeleted }.sorted { $0.path < $1.path }
  }

  /// The document with this id.
  ///
  /// Costs the same in containers of any size.
  ///
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``GitError``, `DatabaseError`.
  public func document(_ id: DocumentID) throws -> DocumentSummary {
    guard let record = try state()?.record(id), let summary = try summary(record) else {
      throw ContainerError.noSuchDocument(id.description)
    }
    return summary
  }

  /// The document at `path`, or else the last deleted one of those that had this name.
  ///
  /// Costs the same in containers of any size for a document in the folder; otherwise linear.
  ///
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``ContainerError/outsideOfFocus(_:)``,
  ///   ``ContainerError/hasAnotherName(_:here:)``, ``ContainerError/isAlias(_:of:)``, ``GitError``,
  ///   `DatabaseError`.
  public func document(at path: DocumentPath) throws -> DocumentSummary {
    if let entry = try index.entry(at: path) { return try document(entry.id) }
    let candidates = try documents(includesDeleted: true).filter { document in
      document.path == path || (document.isDeleted && document.aliases.contains(path))
    }
    let best = candidates.max { one, two in
      one.isDeleted != two.isDeleted ? one.isDeleted : two.current.wins(over: one.current)
    }
    guard let best else {
      throw try missing(path)
    }
    return best
  }

  /// Why no document has this path in the folder.
  private func missing(_ path: DocumentPath) throws -> ContainerError {
    let wanting = try index.documents(wanting: NameKey(path)).filter { $0.wanted == path }
    if let entry = try wanting.compactMap({ try index.entry(of: $0.id) }).first {
      return .hasAnotherName(path.display, here: entry.path.display)
    }
    guard wanting.isEmpty else { return .outsideOfFocus(path.display) }
    if let document = try documents().first(where: { $0.aliases.contains(path) }) {
      return .isAlias(path.display, of: document.path.display)
    }
    return .noSuchDocument(path.display)
  }

  /// The document at `path` in the folder; `nil` when there is none.
  ///
  /// Costs the same in containers of any size.
  ///
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``GitError``, ``DatabaseError``.
  package func documentInFolder(at path: DocumentPath) throws -> DocumentSummary? {
    try index.entry(at: path).map { entry in try document(entry.id) }
  }

  /// The document of a file that was renamed since the last save; `nil` when there is none.
  ///
  /// Costs a look at all documents.
  ///
  /// - Throws: ``GitError``, `DatabaseError`, `FileError`.
  package func documentRenamed(to path: DocumentPath) throws -> DocumentSummary? {
    let root = SystemPath(self.path)
    guard let status = try FileStatus.of(root.appending(path)) else { return nil }
    let file = Fingerprint(status)
    let entry = try index.entries(inode: status.inode).first { entry in
      guard file.isSameInode(as: entry.fingerprint) else { return false }
      return try FileStatus.of(root.appending(entry.path)) == nil
    }
    return try entry.map { try document($0.id) }
  }

  /// All versions that led to the heads of a document, newest first.
  ///
  /// - Throws: ``ContainerError/noSuchDocument(_:)``, ``GitError``.
  public func history(of id: DocumentID) throws -> [HistoryEntry] {
    let heads = try document(id).heads.map(\.id)
    return try VersionReader(git: git).history(of: heads, document: id)
  }

  /// The contents of a version.
  ///
  /// - Throws: ``GitError`` when the contents are not here.
  public func contents(of version: Version) throws -> DocumentContents {
    try ContentLoader(git: git).contents(version.content)
  }

  /// The last common ancestor of `versions`, or `nil`.
  ///
  /// - Throws: ``GitError``.
  package func base(of versions: [Version]) throws -> Version? {
    guard versions.count > 1 else { return nil }
    return try git.commonAncestor(versions.map(\.id)).map { id in
      try VersionReader(git: git).entry(id).version
    }
  }

  package func summary(_ record: Record) throws -> DocumentSummary? {
    try summary(record, index.entry(of: record.id), settings.isOnDemand())
  }

  private func summary(
    _ record: Record, _ entry: FolderIndex.Entry?, _ isOnDemand: Bool
  ) throws -> DocumentSummary? {
    guard let name = record.name else { return nil }
    let heads = try graph.heads(of: record)
    return DocumentSummary(
      id: record.id, path: entry?.path ?? name, heads: heads, aliases: record.aliases,
      availability: try availability(of: entry, heads, isOnDemand: isOnDemand))
  }
}
