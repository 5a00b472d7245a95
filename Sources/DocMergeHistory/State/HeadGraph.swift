package import DocMergeObjects

/// Finds the heads of a document that count, by the ancestry of the versions.
package struct HeadGraph: Sendable {
  package let git: GitStore

  package init(git: GitStore) {
    self.git = git
  }

  /// The heads that are no ancestor of another head, the winner first.
  ///
  /// A record can have an ancestor of another head after an undo was joined with a later edit. It stays in the record,
  /// since one replica may need for joining what another drops, and is filtered out here. More than one head: the
  /// document is in conflict.
  package func heads(of record: Record) throws(GitError) -> [Version] {
    try ends(of: record.ranked)
  }

  /// The versions of `ranked` that are no ancestors of others, in the same order.
  ///
  /// The ancestry of versions that are not here is not known: all of them count then.
  package func ends(of ranked: [Version]) throws(GitError) -> [Version] {
    guard ranked.count > 1 else { return ranked }
    for head in ranked where try !git.contains(head.id) { return ranked }
    var result: [Version] = []
    for head in ranked {
      var isSuperseded = false
      for other in ranked where other.id != head.id && !isSuperseded {
        isSuperseded = try git.isAncestor(head.id, of: other.id)
      }
      if !isSuperseded { result.append(head) }
    }
    return result
  }
}
