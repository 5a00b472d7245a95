package import DocMergeCore
import DocMergeFolder
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem

/// Operations of programs on single versions of a document, where resolving settles all of them.
extension Container {
  /// A version with its origin.
  ///
  /// - Throws: ``GitError`` when it is not here.
  package func entry(_ id: ObjectID) throws -> HistoryEntry {
    try VersionReader(git: git).entry(id)
  }

  /// The folder in the repository for files that can be made again at any time.
  package var scratchFolder: SystemPath {
    SystemPath("\(path)/\(Container.repositoryName)/\(Container.privateName)/scratch")
  }

  /// Removes some of the versions in conflict from the heads; the best of the others stays.
  ///
  /// The versions stay in the history. The contents of the document do not change, and the new version is a pure
  /// function of the versions that it settles, as in ``settle(_:automatic:)``.
  ///
  /// - Parameters:
  ///   - versions: the versions; those that are no heads, or would be the last, are left alone.
  ///   - id: the document.
  /// - Returns: the versions that are no longer heads.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  package func dismiss(_ versions: Set<ObjectID>, of id: DocumentID) throws -> [ObjectID] {
    try operate {
      try saveFolderEdits(of: id)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      guard var record = try change.record(id) else {
        throw ContainerError.noSuchDocument(id.description)
      }
      try checkDownloaded(record)
      let heads = try graph.heads(of: record)
      let gone = heads.filter { versions.contains($0.id) }
      guard let kept = heads.first(where: { !versions.contains($0.id) }), !gone.isEmpty else {
        return []
      }
      let path = record.name ?? DocumentPath(unchecked: Array("\(id)".utf8))
      let version = try change.add(
        StateChange.NewVersion(
          document: id, path: path, content: kept.content, size: kept.size,
          parents: ([kept] + gone).map(\.id).sorted(), author: kept.author, date: kept.date,
          replica: kept.replica, computer: kept.computer, operation: .resolve, strategy: "keep",
          subject: "Resolve \(path.display)"))
      let settled = Set(([kept] + gone).map(\.id))
      record.replace(
        record.ranked.filter { settled.contains($0.id) }, with: [version], change.dot())
      try change.put(record)
      _ = try change.commit(.resolve, "resolve \(path.display) (keep)")
      try catchUp()
      return gone.map(\.id)
    }
  }

  /// A version that another replica could have made, to be added to a document.
  package struct ForeignVersion: Sendable {
    package var contents: DocumentContents
    package var author: Person
    package var computer: String
    package var date: Timestamp
    package var message: String

    package init(
      contents: DocumentContents, author: Person, computer: String, date: Timestamp,
      message: String
    ) {
      self.contents = contents
      self.author = author
      self.computer = computer
      self.date = date
      self.message = message
    }
  }

  /// Adds a version beside the current one, so that the document is in conflict.
  ///
  /// - Parameters:
  ///   - new: the version.
  ///   - id: the document.
  ///   - parents: its parents; empty for none.
  /// - Returns: the version.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  package func addHead(
    _ new: ForeignVersion, to id: DocumentID, from parents: [ObjectID]
  ) throws -> Version {
    try add(new, to: id, "add a version of") { change, record, path in
      let version = try change.add(
        foreign(new, id, path, like: try graph.heads(of: record).first, parents, in: &change))
      record.replace([], with: [version], change.dot())
      return version
    }
  }

  /// Adds an old version: the current version keeps its contents, and gets it as an ancestor.
  ///
  /// - Returns: the old version.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  package func addOldVersion(_ new: ForeignVersion, to id: DocumentID) throws -> Version {
    try add(new, to: id, "add an old version of") { change, record, path in
      guard let current = try graph.heads(of: record).first else {
        throw ContainerError.noSuchDocument(path.display)
      }
      let parents = try entry(current.id).parents
      let version = try change.add(foreign(new, id, path, like: current, parents, in: &change))
      let identity = change.identity
      let follower = try change.add(
        StateChange.NewVersion(
          document: id, path: path, content: current.content, size: current.size,
          parents: [current.id, version.id].sorted(), author: current.author, date: current.date,
          replica: identity.replica, computer: current.computer, operation: .save,
          subject: new.message))
      record.replace(
        record.ranked.filter { $0.id == current.id }, with: [follower], change.dot())
      return version
    }
  }

  /// Makes a version a child of the version that its contents were really made from.
  ///
  /// A program that writes into the folder is assumed to have started from the file there. If it started from an older
  /// version, its version and the one that it replaced are in conflict.
  ///
  /// - Parameters:
  ///   - version: the version, a head.
  ///   - id: the document.
  ///   - base: the version that it was made from.
  ///   - other: the version that it replaced: a head again.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  package func fork(
    _ version: ObjectID, of id: DocumentID, from base: ObjectID, beside other: ObjectID
  ) throws {
    try operate {
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      guard var record = try change.record(id),
        let head = record.ranked.first(where: { $0.id == version })
      else { throw ContainerError.noSuchDocument(id.description) }
      try checkDownloaded(record)
      let entry = try entry(version)
      let identity = change.identity
      let forked = try change.add(
        StateChange.NewVersion(
          document: id, path: entry.path, content: head.content, size: head.size, parents: [base],
          author: head.author, date: head.date, replica: head.replica, computer: head.computer,
          operation: .save, subject: entry.message,
          committer: .init(person: identity.person, seconds: change.date.seconds)))
      record.replace([head], with: [forked, try self.entry(other).version], change.dot())
      try HeadJoiner(git: git).joinHeads(of: &record, in: &change)
      try change.put(record)
      _ = try change.commit(.save, "save \(entry.path.display)")
      try catchUp()
    }
  }

  private func add(
    _ new: ForeignVersion, to id: DocumentID, _ verb: String,
    _ body: (inout StateChange, inout Record, DocumentPath) throws -> Version
  ) throws -> Version {
    try operate {
      try saveFolderEdits(of: id)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      guard var record = try change.record(id), let path = record.name else {
        throw ContainerError.noSuchDocument(id.description)
      }
      try checkDownloaded(record)
      let version = try body(&change, &record, path)
      try change.put(record)
      _ = try change.commit(.save, "\(verb) \(path.display)")
      try catchUp()
      return version
    }
  }

  private func foreign(
    _ new: ForeignVersion, _ id: DocumentID, _ path: DocumentPath, like current: Version?,
    _ parents: [ObjectID], in change: inout StateChange
  ) throws -> StateChange.NewVersion {
    let (content, size) = try add(new.contents, at: path, like: current, to: &change.batch)
    return StateChange.NewVersion(
      document: id, path: path, content: content, size: size, parents: parents, author: new.author,
      date: new.date,
      replica: .random(environment), computer: Person.computer(new.computer), operation: .save,
      subject: new.message)
  }

  /// Adds contents of any kind; a file is executable if the current version is.
  private func add(
    _ contents: DocumentContents, at path: DocumentPath, like current: Version?,
    to batch: inout ObjectBatch
  ) throws -> (ContentID, Int64) {
    switch contents {
    case .file(let bytes, let isExecutable):
      let blob = try batch.add(GitObject(kind: .blob, bytes: bytes))
      let isLikeCurrent = current?.content.kind == .executable
      let kind: DocumentKind = isExecutable || isLikeCurrent ? .executable : .file
      return (ContentID(kind: kind, object: blob), Int64(bytes.count))
    case .symlink(let target):
      let blob = try batch.add(GitObject(kind: .blob, bytes: target))
      return (ContentID(kind: .symlink, object: blob), Int64(target.count))
    case .package(let members): return try addPackage(members, to: &batch)
    case .deleted: throw ContainerError.noSuchDocument(path.display)
    }
  }

  /// Saves edits in the folder, so that an operation starts from them.
  private func saveFolderEdits(of id: DocumentID) throws {
    guard let path = try index.entry(of: id)?.path else { return }
    _ = try saveUnlocked(.only([path]), kind: .save, message: nil)
  }
}
