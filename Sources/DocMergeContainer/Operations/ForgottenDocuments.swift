package import DocMergeHistory
package import DocMergeObjects

/// The documents that a prune, of any replica, has removed from the states.
///
/// They are read from the ancestors of some states, when they are needed.
package struct ForgottenDocuments {
  package let git: GitStore
  /// States; `nil` for none.
  package let tips: [ObjectID?]
  private var known: Set<DocumentID>?

  package init(git: GitStore, tips: [ObjectID?]) {
    self.git = git
    self.tips = tips
  }

  /// Whether a prune has forgotten the document.
  ///
  /// Linear in the number of operations, once. An undone prune counts, too: a replica that knows of the undo knows the
  /// document again.
  package mutating func contains(_ id: DocumentID) throws -> Bool {
    if let known { return known.contains(id) }
    let graph = try OperationGraph(git, from: tips.compactMap(\.self))
    let found = Set(
      try graph.prunes(includesUndone: true).flatMap { $0.pruned.documents.map(\.id) })
    known = found
    return found.contains(id)
  }
}
