package import DocMergeObjects

/// Commits whose further parents are versions: plain git keeps and transfers them.
package struct VersionChain {
  package let message: String
  package let signature: Commit.Signature

  package init(message: String, signature: Commit.Signature) {
    self.message = message
    self.signature = signature
  }

  /// How many versions one link names.
  static let linkSize = 256

  /// Adds links for `versions`, and returns the end of the chain.
  package func extend(
    _ old: ObjectID?, keeping versions: [ObjectID], in batch: inout ObjectBatch
  ) throws(GitError) -> ObjectID? {
    try extend(old, keeping: versions, datedBy: signature, in: &batch)
  }

  private func extend(
    _ old: ObjectID?, keeping versions: [ObjectID], datedBy signature: Commit.Signature,
    in batch: inout ObjectBatch
  ) throws(GitError) -> ObjectID? {
    var chain = old
    var rest = versions[...]
    while !rest.isEmpty {
      let part = rest.prefix(VersionChain.linkSize)
      rest = rest.dropFirst(VersionChain.linkSize)
      chain = try link(chain, part, datedBy: signature, in: &batch)
    }
    return chain
  }

  private func link(
    _ old: ObjectID?, _ versions: ArraySlice<ObjectID>, datedBy signature: Commit.Signature,
    in batch: inout ObjectBatch
  ) throws(GitError) -> ObjectID {
    try batch.add(
      Commit(
        tree: try batch.add(Tree().object), parents: (old.map { [$0] } ?? []) + versions,
        author: signature, committer: signature, message: message
      ).object)
  }

  // MARK: Many versions of one operation

  /// The size limit, in bytes, of a version that is kept in one link with many others: git sends the previous version
  /// of a document in such a link again along with the next one.
  package static let largest: Int64 = 64 << 10

  /// After this many commits in a row that cannot lead to anything new, git ends a walk (`SLOP` in its `revision.c`).
  private static let patience = 6

  /// Adds links for the versions of one operation, so that git does not read many of them whenever it searches for the
  /// objects of a later change.
  ///
  /// git walks from the new commits and from the known ones, the later ones first, until only known commits are left.
  /// The previous version of a changed document is known from a link, which the walk has to find among those of the
  /// import: with 100 000 documents that took a second for each push, each fetch and each check. Links to many versions
  /// are dated before all versions, so that they are the last ones in the walk, and it ends at links that name nothing.
  /// The end of the chain has the date of the operation, since git offers younger commits first.
  package func extend(
    _ old: ObjectID?, keepingMany versions: [ObjectID], in batch: inout ObjectBatch
  ) throws(GitError) -> ObjectID? {
    guard versions.count > VersionChain.linkSize else {
      return try extend(old, keeping: versions, in: &batch)
    }
    var early = signature
    early.seconds = 0
    var chain = try extend(old, keeping: versions, datedBy: early, in: &batch)
    for _ in 0..<VersionChain.patience {
      chain = try link(chain, [], datedBy: early, in: &batch)
    }
    return try link(chain, [], datedBy: signature, in: &batch)
  }
}
