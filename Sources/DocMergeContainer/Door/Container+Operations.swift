public import DocMergeCore
public import DocMergeHistory
public import DocMergeObjects

/// One entry of the operation log of a replica.
public struct Operation: Sendable, Hashable, Identifiable {
  /// The state that it made: a commit.
  public var id: ObjectID
  /// The kind of the operation.
  public var kind: OperationKind
  /// A description in words.
  public var summary: String
  /// The person who did it.
  public var person: Person
  /// The name of the computer.
  public var computer: String
  /// The date.
  public var date: Timestamp
  /// The rule that decided it without a person, such as `clean`; `nil` when a person did it.
  public var automatic: String?
  /// The operation that it undoes.
  public var undoes: ObjectID?
  /// Whether a later operation undoes it.
  public var isUndone: Bool
  /// Whether it was signed, by itself or with later ones.
  public var isSigned: Bool
}

extension Container {
  /// The operations of this replica, newest first.
  ///
  /// Linear in the number of operations.
  ///
  /// - Parameter limit: how many to list at most.
  /// - Returns: the operations of this replica only; those of others are in their own logs.
  /// - Throws: ``GitError``.
  public func operations(limit: Int = .max) throws -> [Operation] {
    var result: [Operation] = []
    var undone: Set<ObjectID> = []
    var isSigned = false
    var next = try state()?.id
    while let id = next, result.count < limit {
      let commit = try git.commit(id)
      guard let note = OperationNote(message: commit.message) else { break }
      next = commit.parents.first
      isSigned = isSigned || commit.isSigned
      if note.kind == .sign { continue }
      let isUndone = undone.contains(id)
      // An undo that is itself undone restores its target.
      if !isUndone, let target = note.undoes { undone.insert(target) }
      result.append(
        Operation(
          id: id, kind: note.kind, summary: note.summary, person: commit.author.person,
          computer: note.computer, date: note.date, automatic: note.automatic, undoes: note.undoes,
          isUndone: isUndone, isSigned: isSigned))
    }
    return result
  }

  /// Finds the operation whose id starts with `digits`.
  ///
  /// - Throws: ``ContainerError/noSuchOperation(_:)``, ``GitError``.
  package func operation(_ digits: String) throws -> Operation {
    let found = try operations().filter { $0.id.description.hasPrefix(digits.lowercased()) }
    guard digits.utf8.count >= 4, found.count == 1 else {
      throw ContainerError.noSuchOperation(digits)
    }
    return found[0]
  }
}
