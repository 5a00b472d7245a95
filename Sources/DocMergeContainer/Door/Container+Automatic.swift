package import DocMergeHistory
import DocMergeObjects

/// Bounds of decisions without a person.
extension Container {
  /// The text in the brackets of the names of copies, before the computer and the day.
  static let copyWord = "conflict, "

  /// Whether this many more copies of a document would be too many without a person.
  ///
  /// Copies count that are not deleted and have their original names; a renamed copy is a document of its own. Costs
  /// the history of the document.
  ///
  /// - Parameters:
  ///   - count: how many more.
  ///   - document: the document.
  /// - Returns: whether the total would exceed ``ContainerSettings/maxCopies()``.
  /// - Throws: ``GitError``.
  package func wouldBeTooMany(_ count: Int, copiesOf document: DocumentSummary) throws -> Bool {
    guard count > 0, let most = try settings.maxCopies() else { return false }
    // Fewer than the bound need not be counted.
    let versions = try history(of: document.id)
    guard versions.count + count > most, let state = try state() else { return false }
    let word = Array(" (\(Container.copyWord)".utf8)
    let copies = try versions.count { entry in
      let copy = try state.record(DocumentID.derived(from: document.id, version: entry.id))
      guard let copy, try isPresent(copy), let name = copy.name?.name else { return false }
      return name.firstRange(of: word) != nil
    }
    return copies + count > most
  }

  /// The documents whose conflicts would have been settled by keeping both, but for the number of copies, by path.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  package func documentsWithTooManyCopies() throws -> [DocumentPath] {
    try conflicts().filter { document in
      try document.availability == .local && settings.automaticRule(for: document.path) == .policy
        && settings.strategies(for: document.path).last == "keep-both" && !isDisputed(document)
        && wouldBeTooMany(document.heads.count - 1, copiesOf: document)
    }.map(\.path)
  }

  /// Whether two of the versions in conflict settle the same ones, each in its own way.
  ///
  /// Replicas with different rules would alternate for ever; so a person has to decide.
  package func isDisputed(_ document: DocumentSummary) throws -> Bool {
    let entries = try document.heads.map { try entry($0.id) }.filter { $0.operation == .resolve }
    return Set(entries.map { Set($0.parents) }).count < entries.count
  }
}
