extension Container {
  /// What the names of copies have in brackets, before the computer and the day.
  static let copyWord = "conflict, "

  private static let maxCopiesKey = "docmerge.maxcopies"
  private static let usualMaxCopies = 10

  /// How many copies of one document may be made without a person: `docmerge.maxcopies`, or 10; `nil` for any
  /// number, which a negative one says.
  ///
  /// - Throws: ``GitError``.
  public func maxCopies() throws -> Int? {
    let text = try git.configuration(Container.maxCopiesKey)
    // What is no number is taken for the usual: a typing error must not take the bound away.
    let number = text.flatMap { Int($0) } ?? Container.usualMaxCopies
    return number < 0 ? nil : number
  }

  /// Whether more copies of a document would be too many to be made without a person.
  ///
  /// Those count that have the names that keeping both gives them; one that somebody renamed is a document of its own.
  ///
  /// - Parameters:
  ///   - count: how many more.
  ///   - path: where the document is.
  /// - Returns: whether they would go beyond ``maxCopies()``.
  /// - Throws: ``GitError``, `DatabaseError`.
  package func wouldBeTooMany(_ count: Int, copiesOf path: DocumentPath) throws -> Bool {
    guard count > 0, let most = try maxCopies() else { return false }
    let (stem, ending) = path.parts
    let start = NameKey(path.renamed(Array(stem) + " (\(Container.copyWord)".utf8))
    let copies = try index.documents(wantingStart: start.bytes).count { copy in
      copy.wanted.folder == path.folder && copy.wanted.parts.ending.elementsEqual(ending)
    }
    return copies + count > most
  }

  /// What is to be said of documents that stay in conflict since they have too many copies.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  func wordsOfTooManyCopies() throws -> [String] {
    try conflicts().filter { document in
      try automaticRule(for: document.path) == .policy
        && strategies(for: document.path).last == "keep-both"
        && wouldBeTooMany(document.heads.count - 1, copiesOf: document.path)
    }.map {
      "\($0.path.display) stays in conflict: keep-both makes no more than \(try maxCopies() ?? 0) "
        + "copies of it without a person (docmerge.maxcopies)"
    }
  }
}
