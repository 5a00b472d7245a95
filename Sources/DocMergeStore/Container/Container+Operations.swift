public import DocMergeCore

/// One entry of the operation log of a replica.
public struct Operation: Sendable, Hashable, Identifiable {
  /// The state that it led to: a commit.
  public var id: ObjectID
  /// What was done.
  public var kind: OperationKind
  /// What was done, in words.
  public var summary: String
  /// Who did it.
  public var person: Person
  /// The name of the computer that it was done on.
  public var computer: String
  /// When.
  public var date: Timestamp
  /// The operation that it undoes.
  public var undoes: ObjectID?
  /// Whether a later operation undoes it.
  public var isUndone: Bool
}

extension Container {
  /// What was done on this replica, newest first.
  ///
  /// Linear in the number of operations.
  ///
  /// - Parameter limit: how many to list at the most.
  /// - Returns: the operations of this replica only; those of others are in their logs.
  /// - Throws: ``GitError``.
  public func operations(limit: Int = .max) throws -> [Operation] {
    var result: [Operation] = []
    var undone: Set<ObjectID> = []
    var next = try state()?.id
    while let id = next, result.count < limit {
      let commit = try git.commit(id)
      guard let note = OperationNote(message: commit.message) else { break }
      let isUndone = undone.contains(id)
      // An undo that is itself undone gives its target back.
      if !isUndone, let target = note.undoes { undone.insert(target) }
      result.append(
        Operation(
          id: id, kind: note.kind, summary: note.summary, person: commit.author.person,
          computer: note.computer, date: note.date, undoes: note.undoes, isUndone: isUndone))
      next = commit.parents.first
    }
    return result
  }

  /// Finds the operation whose id starts with `digits`.
  ///
  /// - Throws: ``ContainerError/noSuchOperation(_:)``, ``GitError``.
  public func operation(_ digits: String) throws -> Operation {
    let found = try operations().filter { $0.id.description.hasPrefix(digits.lowercased()) }
    guard digits.utf8.count >= 4, found.count == 1 else {
      throw ContainerError.noSuchOperation(digits)
    }
    return found[0]
  }

  /// Undoes an operation: the documents that it changed have the heads and names of before.
  ///
  /// Nothing is deleted: the versions stay, and the undo is an operation that can be undone. A
  /// document that the operation made becomes a deleted one.
  ///
  /// - Parameter operation: which; `nil` for the latest that is no undo and not undone yet.
  /// - Returns: the operation that was undone.
  /// - Throws: ``ContainerError/nothingToUndo``, ``ContainerError/changedSince(documents:)``,
  ///   ``GitError``, ``FileError``.
  public func undo(_ operation: Operation? = nil) throws -> Operation {
    try operate {
      guard
        let target = try operation
          ?? operations().first(where: { $0.undoes == nil && !$0.isUndone })
      else { throw ContainerError.nothingToUndo }
      guard let parent = try git.commit(target.id).parents.first else {
        throw ContainerError.nothingToUndo
      }
      let after = try StateReader(target.id, in: git)
      let before = try StateReader(parent, in: git)
      let records = try changedRecords(from: before, to: after)
      let places = try records.compactMap { try index.entry(of: $0.after.id)?.path }
      _ = try saveUnlocked(.only(Set(places)), kind: .save, message: nil)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      try restore(records, in: &change)
      let done = try change.commit(
        .undo, "undo \(target.summary)",
        extra: [(OperationNote.undoesKey, target.id.description)])
      guard done != nil else { throw ContainerError.nothingToUndo }
      try catchUp()
      return target
    }
  }

  private typealias RecordChange = (before: Record?, after: Record)

  private func changedRecords(
    from before: StateReader, to after: StateReader
  ) throws -> [RecordChange] {
    try after.shards(differingFrom: before).flatMap { shard in
      let old = Dictionary(
        try before.records(in: shard).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      return try after.records(in: shard).filter { old[$0.id] != $0 }.map { (old[$0.id], $0) }
    }
  }

  private func restore(_ records: [RecordChange], in change: inout StateChange) throws {
    var changedSince: [String] = []
    for (before, after) in records {
      guard let now = try change.record(after.id), now.says(after) else {
        if let now = try change.record(after.id), before.map({ now.says($0) }) != true {
          changedSince.append(now.name?.display ?? now.id.description)
        }
        continue
      }
      var record = now
      if let before {
        record.replace(now.ranked, with: before.ranked, change.dot())
        for name in now.names.elements { record.names.remove(name) }
        for name in before.names.elements { record.names.add(name, change.dot()) }
      } else {
        let deletion = try change.addDeletion(of: now, parents: now.ranked.map(\.id).sorted())
        record.replace(now.ranked, with: [deletion], change.dot())
      }
      change.put(record)
    }
    guard changedSince.isEmpty else {
      throw ContainerError.changedSince(documents: changedSince.sorted())
    }
  }
}

extension Record {
  /// Whether both say the same of the document, whoever put it there.
  fileprivate func says(_ other: Record) -> Bool {
    heads.elements == other.heads.elements && names.elements == other.names.elements
  }
}
