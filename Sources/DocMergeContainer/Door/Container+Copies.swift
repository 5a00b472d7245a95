package import DocMergeHistory
import DocMergeObjects

extension Container {
  /// The text in the brackets of the names of copies, before the computer and the day.
  static let copyWord = "conflict, "

  private static let maxCopiesKey = "docmerge.maxcopies"
  private static let usualMaxCopies = 10

  /// How many copies of one document may be made without a person: `docmerge.maxcopies`, or 10; `nil` for any number,
  /// which is a negative value.
  ///
  /// - Throws: ``GitError``.
  public func maxCopies() throws -> Int? {
    let text = try git.configuration(Container.maxCopiesKey)
    // A value that is not a number counts as the default: a typing error must not remove the bound.
    let number = text.flatMap { Int($0) } ?? Container.usualMaxCopies
    return number < 0 ? nil : number
  }

  /// Whether this many more copies of a document would be too many without a person.
  ///
  /// Copies count that are not deleted and have their original names; a renamed copy is a document of its own. Costs
  /// the history of the document.
  ///
  /// - Parameters:
  ///   - count: how many more.
  ///   - document: the document.
  /// - Returns: whether the total would exceed ``maxCopies()``.
  /// - Throws: ``GitError``.
  package func wouldBeTooMany(_ count: Int, copiesOf document: DocumentSummary) throws -> Bool {
    guard count > 0, let most = try maxCopies() else { return false }
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
      try document.availability == .local && automaticRule(for: document.path) == .policy
        && strategies(for: document.path).last == "keep-both" && !isDisputed(document)
        && wouldBeTooMany(document.heads.count - 1, copiesOf: document)
    }.map(\.path)
  }
}
