import DocMergeCore
import DocMergeFolder
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeResolvers
import Glibc

/// A decision about a document in conflict, with the heads that it was made for.
package struct DocumentResolution: Sendable, Hashable {
  /// The document.
  package var document: DocumentID
  /// The versions that it decides between, in the order of the sides of the resolution.
  package var heads: [ObjectID]
  /// The decision, as a resolver made it.
  package var resolution: Resolution

  /// Makes a decision.
  package init(document: DocumentID, heads: [ObjectID], resolution: Resolution) {
    self.document = document
    self.heads = heads
    self.resolution = resolution
  }

  /// Whether each side that it names is one of the heads.
  fileprivate var isWhole: Bool {
    var sides = resolution.copies
    if case .side(let index) = resolution.outcome { sides.append(index) }
    return sides.allSatisfy(heads.indices.contains)
  }

  /// The versions that become separate documents beside it.
  fileprivate var copies: [ObjectID] { resolution.copies.map { heads[$0] } }
}

extension Container {
  /// Carries out decisions: each document gets a version with all its heads as parents.
  ///
  /// All of them are one operation. The new versions are pure functions of the versions that they settle, so replicas
  /// that decide alike independently make the same version and no new conflict.
  ///
  /// - Parameters:
  ///   - decisions: one for each document.
  ///   - rule: the name of the rule that decided without a person; `nil` when a person did. With a rule, documents that
  ///     moved meanwhile are left alone, and so are decisions that were made before: a person has taken them back.
  /// - Returns: the documents that are settled.
  /// - Throws: ``ContainerError/headsMoved(_:)`` when the heads of a document have changed (also when the folder held
  ///   an unsaved edit, which is saved then), or when a decision names a side that does not exist; nothing is changed
  ///   in these cases. ``ContainerError/notInConflict(_:)``, ``FileError``, ``GitError``.
  @discardableResult
  package func settle(
    _ decisions: [DocumentResolution], automatic rule: String? = nil
  ) throws -> [DocumentID] {
    try operate {
      let paths = try decisions.compactMap { try index.entry(of: $0.document)?.path }
      _ = try saveUnlocked(.only(Set(paths)), kind: .save, message: nil)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      var settled: [(document: DocumentID, name: String, strategy: String)] = []
      for decision in decisions {
        guard let record = try change.record(decision.document) else {
          throw ContainerError.noSuchDocument(decision.document.description)
        }
        try checkDownloaded(record)
        let heads = try graph.heads(of: record)
        let name = record.name?.display ?? record.id.description
        let isAsDecided = Set(heads.map(\.id)) == Set(decision.heads) && decision.isWhole
        guard isAsDecided, heads.count > 1 else {
          if rule != nil { continue }
          throw isAsDecided ? ContainerError.notInConflict(name) : .headsMoved(name)
        }
        if try rule != nil && wasMade(decision, record, heads) { continue }
        if let copy = try lackingCopy(decision, record) {
          if rule != nil { continue }
          throw ContainerError.notDownloaded(copy.name?.display ?? copy.id.description)
        }
        try settle(record, heads, decision, in: &change)
        settled.append((record.id, name, decision.resolution.strategy))
      }
      guard !settled.isEmpty else { return [] }
      let subject = settled.count == 1 ? settled[0].name : "\(settled.count) documents"
      let strategies = Set(settled.map(\.strategy)).sorted().joined(separator: ", ")
      _ = try change.commit(
        .resolve, "resolve \(subject) (\(strategies))",
        extra: rule.map { [(OperationNote.automaticKey, $0)] } ?? [])
      try catchUp()
      return settled.map(\.document)
    }
  }

  private func settle(
    _ record: Record, _ heads: [Version], _ decision: DocumentResolution,
    in change: inout StateChange
  ) throws {
    var record = record
    let version = try change.add(version(decision, record, heads, in: &change))
    let path = name(of: record)
    for id in decision.copies { try addCopy(of: id, from: record, path, in: &change) }
    record.replace(record.ranked, with: [version], change.dot())
    try change.put(record)
  }

  /// A copy that the decision makes again, where its deletion is not here to continue from.
  private func lackingCopy(_ decision: DocumentResolution, _ origin: Record) throws -> Record? {
    for id in decision.copies {
      let copy = DocumentID.derived(from: origin.id, version: id)
      guard let record = try state()?.record(copy), record.ranked.first?.isDeletion == true else {
        continue
      }
      for head in record.ranked where try !git.contains(head.id) { return record }
    }
    return nil
  }

  /// The documents that were made of versions in conflict and then deleted, such as by an undo: a decision to keep both
  /// continues from them, and needs their versions.
  ///
  /// - Parameter documents: documents in conflict.
  /// - Returns: their deleted copies.
  /// - Throws: ``GitError``, `DatabaseError`.
  package func deletedCopies(of documents: [DocumentSummary]) throws -> [DocumentSummary] {
    guard let state = try state() else { return [] }
    return try documents.flatMap { document in
      try document.heads.compactMap { head in
        let copy = DocumentID.derived(from: document.id, version: head.id)
        return try state.record(copy).flatMap(summary).flatMap { $0.isDeleted ? $0 : nil }
      }
    }
  }

  /// The version that a decision leads to: a pure function of the heads and of the decision.
  private func version(
    _ decision: DocumentResolution, _ record: Record, _ heads: [Version],
    in change: inout StateChange
  ) throws -> StateChange.NewVersion {
    let (content, size) = try content(decision, in: &change)
    let path = name(of: record)
    // The contents have an author: of the version that was taken, or the last one of those that were merged.
    let origin = try origin(of: decision, heads)
    return StateChange.NewVersion(
      document: record.id, path: path, content: content, size: size,
      parents: heads.map(\.id).sorted(), author: origin.author, date: origin.date,
      replica: origin.replica, computer: origin.computer, operation: .resolve,
      strategy: decision.resolution.summary, subject: "Resolve \(path.display)")
  }

  /// Whether the same decision was made before, here or elsewhere, and does not count any more.
  private func wasMade(
    _ decision: DocumentResolution, _ record: Record, _ heads: [Version]
  ) throws -> Bool {
    var scratch = try StateChange(git: git, identity: try identity(), base: nil)
    let version = try scratch.add(version(decision, record, heads, in: &scratch))
    return try git.contains(version.id)
  }

  private func name(of record: Record) -> DocumentPath {
    record.name ?? DocumentPath(unchecked: Array("\(record.id)".utf8))
  }

  private func origin(of decision: DocumentResolution, _ heads: [Version]) throws -> Version {
    switch decision.resolution.outcome {
    case .side(let index): return try VersionReader(git: git).entry(decision.heads[index]).version
    case .contents, .package: return heads.max { $0.isOlder(than: $1) } ?? heads[0]
    }
  }

  private func content(
    _ decision: DocumentResolution, in change: inout StateChange
  ) throws -> (ContentID, Int64) {
    switch decision.resolution.outcome {
    case .side(let index):
      let version = try VersionReader(git: git).entry(decision.heads[index]).version
      return (version.content, version.size)
    case .contents(let bytes, let isExecutable):
      let blob = try change.batch.add(GitObject(kind: .blob, bytes: bytes))
      let kind: DocumentKind = isExecutable ? .executable : .file
      return (ContentID(kind: kind, object: blob), Int64(bytes.count))
    case .package(let members):
      // The paths were those of versions.
      let members = members.map {
        DocumentContents.PackageMember(
          path: DocumentPath(unchecked: $0.path), kind: DocumentKind($0.kind), bytes: $0.bytes)
      }
      return try addPackage(members, to: &change.batch)
    }
  }

  /// Adds the files of a package, and returns its tree and size.
  func addPackage(
    _ members: [DocumentContents.PackageMember], to batch: inout ObjectBatch
  ) throws -> (ContentID, Int64) {
    let entries = members.map { (names: $0.path.components[...], member: $0) }
    let tree = try addTree(of: entries, to: &batch)
    let size = members.reduce(0) { $0 + Int64($1.bytes.count) }
    return (ContentID(kind: .package, object: tree), size)
  }

  /// Adds the files of a folder, and its subfolders, and returns its tree.
  private func addTree(
    of members: [(names: ArraySlice<ArraySlice<UInt8>>, member: DocumentContents.PackageMember)],
    to batch: inout ObjectBatch
  ) throws -> ObjectID {
    var entries: [Tree.Entry] = []
    for (name, inside) in Dictionary(grouping: members, by: { $0.names.first ?? [] }) {
      guard let (names, member) = inside.first, let mode = member.kind.mode
      else { continue }
      if names.count == 1 {
        let blob = try batch.add(GitObject(kind: .blob, bytes: member.bytes))
        entries.append(Tree.Entry(name: Array(name), mode: mode, id: blob))
      } else {
        let tree = try addTree(of: inside.map { ($0.names.dropFirst(), $0.member) }, to: &batch)
        entries.append(Tree.Entry(name: Array(name), mode: .folder, id: tree))
      }
    }
    return try batch.add(Tree(entries: entries).object)
  }

  /// The paths of the documents that a decision makes of versions: where they are, or else the names that they will get
  /// unless something has them.
  ///
  /// - Parameters:
  ///   - decision: a decision, carried out or not.
  ///   - document: the document as it was.
  /// - Returns: the paths, in the order of the versions.
  /// - Throws: ``GitError``, `DatabaseError`.
  package func copies(
    by decision: DocumentResolution, of document: DocumentSummary
  ) throws -> [DocumentPath] {
    if decision.copies.isEmpty { return [] }
    let state = try state()
    return try document.heads.compactMap { head in
      guard decision.copies.contains(head.id), !head.isDeletion else { return nil }
      let copy = try state?.record(DocumentID.derived(from: document.id, version: head.id))
      if let known = try copy.flatMap(summary), !known.isDeleted { return known.path }
      return copyName(of: head, beside: document.path)
    }
  }

  /// `Name (conflict, COMPUTER 2026-11-21).ext`, the same everywhere.
  private func copyName(of version: Version, beside path: DocumentPath) -> DocumentPath {
    path.suffixed(
      "\(Container.copyWord)\(Person.computer(version.computer)) \(CalendarDay(version.date))")
  }

  /// Makes a document of a version.
  private func addCopy(
    of id: ObjectID, from origin: Record, _ path: DocumentPath, in change: inout StateChange
  ) throws {
    let version = try VersionReader(git: git).entry(id).version
    guard !version.isDeletion else { return }
    let name = copyName(of: version, beside: path)
    let copy = DocumentID.derived(from: origin.id, version: id)
    var record = try change.record(copy) ?? Record(id: copy)
    // A copy that was made before and then edited is not reset. A copy that was deleted, such as by an undo, continues
    // from there.
    if let head = try graph.heads(of: record).first, !head.isDeletion { return }
    let first = try change.add(
      StateChange.NewVersion(
        document: copy, path: name, content: version.content, size: version.size,
        parents: [id] + record.ranked.map(\.id).sorted(), author: version.author,
        date: version.date, replica: version.replica, computer: version.computer,
        operation: .resolve, strategy: "keep-both", subject: "Keep \(name.display)"))
    record.replace(record.ranked, with: [first], change.dot())
    record.rename(name, change.dot())
    try change.put(record)
  }
}

/// A day, in UTC so that it is the same on every replica: `2026-11-21`.
private struct CalendarDay: CustomStringConvertible {
  let description: String

  init(_ moment: Timestamp) {
    var seconds = time_t(moment.seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    description = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }
}

extension DocumentKind {
  /// The kind of a file in a package.
  fileprivate init(_ kind: Conflict.Kind) {
    switch kind {
    case .file(isExecutable: true): self = .executable
    case .symlink: self = .symlink
    default: self = .file
    }
  }
}
