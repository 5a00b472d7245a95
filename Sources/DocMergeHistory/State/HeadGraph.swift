package import DocMergeObjects

/// Which heads of a document count, by the ancestry of the versions.
package struct HeadGraph: Sendable {
  package let git: GitStore

  package init(git: GitStore) {
    self.git = git
  }

  /// The heads that are no ancestor of another head, the winner first.
  ///
  /// A record can hold an ancestor of another head after an undo was joined with a later edit. It
  /// stays in the record, since what one replica drops another may need for joining, and falls out
  /// here. More than one: the document is in conflict.
  package func heads(of record: Record) throws(GitError) -> [Version] {
    try ends(of: record.ranked)
  }

  /// Those of `ranked` that are no ancestor of another, in the same order.
  ///
  /// Of versions that are not here nobody knows what they were made from: all of them count then.
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
