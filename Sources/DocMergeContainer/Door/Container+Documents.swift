import DocMergeCore
import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

extension Container {
  /// Saves new contents of a document, whether or not it is in the folder.
  ///
  /// The version is made from `base`. If another version was made from it meanwhile, the document is in conflict and
  /// both are kept.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - id: the document.
  ///   - base: the version that they were made from.
  ///   - message: the person's message.
  /// - Returns: the document afterwards.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  public func save(
    _ bytes: [UInt8], to id: DocumentID, from base: Version, message: String? = nil
  ) throws -> DocumentSummary {
    try operate {
      try saveEdits(of: [id])
      return try edit(id, .save) { record, change in
        let blob = try change.batch.add(GitObject(kind: .blob, bytes: bytes))
        let kind: DocumentKind = base.content.kind == .executable ? .executable : .file
        let content = ContentID(kind: kind, object: blob)
        return (
          content, Int64(bytes.count), [base], message ?? "Save \(record.name?.display ?? "")"
        )
      }
    }
  }

  /// Makes an old version of a document, deleted or not, its current one.
  ///
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  public func restore(_ id: DocumentID, to version: Version) throws -> DocumentSummary {
    try operate {
      try saveEdits(of: [id])
      return try edit(id, .restore) { record, _ in
        let current = try graph.heads(of: record).prefix(1)
        let words = "Restore \(record.name?.display ?? "") to \(version.id.short)"
        return (version.content, version.size, Array(current), words)
      }
    }
  }

  /// Deletes documents: each gets a version that records the deletion, and leaves the folder.
  ///
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  public func delete(_ ids: [DocumentID]) throws {
    try operate {
      try saveEdits(of: ids)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      var names: [String] = []
      for id in ids {
        guard var record = try change.record(id) else {
          throw ContainerError.noSuchDocument(id.description)
        }
        try checkDownloaded(record)
        let heads = try graph.heads(of: record)
        guard heads.first?.isDeletion == false else { continue }
        let deletion = try change.addDeletion(of: record, parents: heads.map(\.id).sorted())
        record.replace(record.ranked, with: [deletion], change.dot())
        try change.put(record)
        names.append(record.name?.display ?? id.description)
      }
      let subject = names.count == 1 ? names[0] : "\(names.count) documents"
      _ = try change.commit(.delete, "delete \(subject)")
      try catchUp()
    }
  }

  /// Gives a document another path.
  ///
  /// - Throws: ``ContainerError/pathIsTaken(_:)``, ``ContainerError``, ``FileError``, ``GitError``.
  public func move(_ id: DocumentID, to path: DocumentPath) throws {
    guard !path.components.contains(where: { GitFolderName.matches(Array($0)) }) else {
      throw ContainerError.invalidPath(path.display)
    }
    try operate {
      try saveEdits(of: [id])
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      guard var record = try change.record(id), let old = try index.entry(of: id) else {
        throw ContainerError.noSuchDocument(id.description)
      }
      guard path != old.wanted else { return }
      // A new spelling of the document's own name is no obstacle, even where both are one file.
      let there = try FileStatus.of(root.appending(path))
      if let there, there.inode != old.fingerprint.inode {
        throw ContainerError.pathIsTaken(path.display)
      }
      for name in [path] + path.folders {
        let others = try index.documents(wanting: NameKey(name)).filter { $0.id != id }
        guard others.isEmpty else { throw ContainerError.pathIsTaken(name.display) }
      }
      for folder in path.folders {
        guard let there = try FileStatus.of(root.appending(folder)) else { continue }
        guard there.form == .folder || there.inode == old.fingerprint.inode else {
          throw ContainerError.pathIsTaken(folder.display)
        }
      }
      record.rename(path, change.dot())
      try change.put(record)
      _ = try change.commit(.move, "move \(old.wanted.display) to \(path.display)")
      try catchUp()
    }
  }

  /// Saves edits in the folder, so that an operation starts from them.
  private func saveEdits(of ids: [DocumentID]) throws {
    let paths = try ids.compactMap { try index.entry(of: $0)?.path }
    guard !paths.isEmpty else { return }
    _ = try saveUnlocked(.only(Set(paths)), kind: .save, message: nil)
  }

  /// Adds one version to one document, in place of its parents among the heads.
  private func edit(
    _ id: DocumentID, _ kind: OperationKind,
    _ make: (Record, inout StateChange) throws -> (ContentID, Int64, from: [Version], words: String)
  ) throws -> DocumentSummary {
    var change = try StateChange(git: git, identity: try identity(), base: try state())
    guard var record = try change.record(id), let name = record.name else {
      throw ContainerError.noSuchDocument(id.description)
    }
    try checkDownloaded(record)
    let (content, size, parents, words) = try make(record, &change)
    let identity = change.identity
    let version = try change.add(
      StateChange.NewVersion(
        document: id, path: name, content: content, size: size, parents: parents.map(\.id),
        author: identity.person, date: change.date, replica: identity.replica,
        computer: identity.computer, operation: kind, subject: words,
        committer: .init(person: identity.person, seconds: change.date.seconds)))
    let superseded = Set(parents.map(\.id))
    record.replace(
      record.ranked.filter { superseded.contains($0.id) }, with: [version], change.dot())
    try HeadJoiner(git: git).joinHeads(of: &record, in: &change)
    try change.put(record)
    _ = try change.commit(kind, "\(kind.rawValue) \(name.display)")
    try catchUp()
    return try document(id)
  }
}
