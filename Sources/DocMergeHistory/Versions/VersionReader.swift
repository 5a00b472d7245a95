import DocMergeLanguage
public import DocMergeObjects

/// One entry of a document's history: a version, its origin, and how it was made.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
  /// The version.
  public var version: Version
  /// The document that it is a version of.
  public var document: DocumentID
  /// The parents of the version.
  public var parents: [ObjectID]
  /// The name that the document had.
  public var path: DocumentPath
  /// The operation that made it.
  public var operation: OperationKind
  /// How a conflict was settled, such as `merge`; `nil` for other operations.
  public var strategy: String?
  /// The person's message, or docmerge's.
  public var message: String

  package init(
    version: Version, document: DocumentID, parents: [ObjectID], path: DocumentPath,
    operation: OperationKind, strategy: String? = nil, message: String
  ) {
    self.version = version
    self.document = document
    self.parents = parents
    self.path = path
    self.operation = operation
    self.strategy = strategy
    self.message = message
  }

  /// The id of the version.
  public var id: ObjectID { version.id }
}

/// Reads versions from their commits.
package struct VersionReader: Sendable {
  package let git: GitStore
  /// Whether everything that commits name is known to exist.
  package var isConnected = false

  package init(git: GitStore, isConnected: Bool = false) {
    self.git = git
    self.isConnected = isConnected
  }

  /// Reads a version with its history entry.
  ///
  /// - Throws: ``GitError/Code/notFound`` when the commit is not here or is not that of a version.
  package func entry(_ id: ObjectID) throws(GitError) -> HistoryEntry {
    try entry(id, git.commit(id))
  }

  /// Reads a version whose commit was read already.
  ///
  /// - Parameters:
  ///   - id: the version.
  ///   - commit: its commit.
  ///   - supposed: the contents that it should have. If it has them, its trees need not be unpacked.
  /// - Returns: the same as without that.
  /// - Throws: ``GitError/Code/notFound`` when the commit is not that of a version.
  package func entry(
    _ id: ObjectID, _ commit: Commit, supposed: ContentID? = nil
  ) throws(GitError) -> HistoryEntry {
    guard let note = VersionNote(message: commit.message) else {
      throw GitStore.malformed(id, tr("not a version of a document"))
    }
    let content = try content(note, commit, id, supposed: supposed)
    let version = Version(
      id: id, content: content, size: note.size, date: note.date, author: commit.author.person,
      replica: note.replica, computer: note.computer)
    return HistoryEntry(
      version: version, document: note.document, parents: commit.parents, path: note.path,
      operation: note.operation, strategy: note.strategy, message: note.subject)
  }

  /// Whether the trees of a version contain nothing but `supposed`; equal ids are equal trees.
  private func isRight(
    _ supposed: ContentID, _ note: VersionNote, _ commit: Commit
  ) throws(GitError) -> Bool {
    guard let mode = note.kind.mode, note.kind == supposed.kind else { return false }
    let trees = try Tree.alone(at: note.path.components, mode, supposed.object)
    guard trees.last?.id == commit.tree else { return false }
    if isConnected { return true }
    for tree in trees where try !git.contains(tree.id) { return false }
    return true
  }

  private func content(
    _ note: VersionNote, _ commit: Commit, _ id: ObjectID, supposed: ContentID?
  ) throws(GitError) -> ContentID {
    if let supposed, try isRight(supposed, note, commit) { return supposed }
    guard let mode = note.kind.mode else { return ContentID(kind: .deleted, object: commit.tree) }
    var object = commit.tree
    let names = note.path.components
    for (depth, name) in names.enumerated() {
      guard let entry = try git.tree(object)[Array(name)],
        entry.mode == (depth == names.count - 1 ? mode : .folder)
      else { throw GitStore.malformed(id, tr("nothing at \(note.path.display)")) }
      object = entry.id
    }
    return ContentID(kind: note.kind, object: object)
  }

  /// All versions that lead to the heads, newest date first, parents never before children.
  ///
  /// Linear in the number of versions of the document.
  package func history(of heads: [ObjectID], document: DocumentID) throws(GitError)
    -> [HistoryEntry]
  {
    var entries: [ObjectID: HistoryEntry] = [:]
    var waiting = heads
    while let id = waiting.popLast() {
      guard entries[id] == nil else { continue }
      let entry = try entry(id)
      entries[id] = entry
      waiting += entry.parents
    }
    return sorted(entries)
  }

  private func sorted(_ entries: [ObjectID: HistoryEntry]) -> [HistoryEntry] {
    var children: [ObjectID: Int] = [:]
    for entry in entries.values {
      for parent in entry.parents { children[parent, default: 0] += 1 }
    }
    var ready = entries.values.filter { children[$0.id, default: 0] == 0 }
    var result: [HistoryEntry] = []
    // Few versions are ready at a time, so a linear search for the newest is cheap.
    while let next = ready.indices.max(by: {
      (ready[$0].version.date, ready[$0].id) < (ready[$1].version.date, ready[$1].id)
    }) {
      let entry = ready.remove(at: next)
      result.append(entry)
      for parent in entry.parents {
        children[parent, default: 0] -= 1
        if children[parent] == 0, let entry = entries[parent] { ready.append(entry) }
      }
    }
    return result
  }
}
