import DocMergeHistory
package import DocMergeObjects

extension Container {
  /// The bytes that a document may have, on its way from other replicas and from the folder.
  ///
  /// The number of `docmerge.maxsize` in git's settings, which may end in `k`, `m` or `g`.
  package func documentLimit() throws(GitError) -> Int64 {
    // What is no number is taken for the usual: a typing error must not take the limit away.
    try git.configuration(Container.documentLimitKey).flatMap(GitStore.number)
      .flatMap { $0 > 0 ? $0 : nil } ?? Limits.document
  }

  /// The memory that a git may take which works on what comes from a remote.
  ///
  /// A version that is sent as a difference needs itself and the other one, beside all else.
  package func childMemory() throws(GitError) -> Int64 {
    let (twice, overflows) = try documentLimit().multipliedReportingOverflow(by: 2)
    return overflows ? 0 : sum(twice, Limits.gitMemory)
  }

  /// The memory that libgit2 may take at once, for one of the objects that it works on.
  package func libgit2Memory() throws(GitError) -> Int64 {
    // Documents that are here already may be larger than what is taken in now.
    sum(max(try documentLimit(), Limits.document), Limits.spare)
  }

  /// As much as there can be where it would be more.
  private func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  package static let documentLimitKey = "docmerge.maxsize"
}
