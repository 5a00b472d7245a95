import DocMergeHistory
package import DocMergeObjects

extension Container {
  /// The bytes that a document may have, on its way from other replicas and from the folder.
  ///
  /// The number of `docmerge.maxsize` in git's settings, which may end in `k`, `m` or `g`.
  package func documentLimit() throws(GitError) -> Int64 {
    // A value that is no number counts as the default: a typing error must not remove the limit.
    try git.configuration(Container.documentLimitKey).flatMap(GitStore.number)
      .flatMap { $0 > 0 ? $0 : nil } ?? Limits.document
  }

  /// The memory that a git process may use when it works on data from a remote.
  ///
  /// A version that is sent as a difference needs itself and the other one, beside all else.
  package func childMemory() throws(GitError) -> Int64 {
    let (twice, overflows) = try documentLimit().multipliedReportingOverflow(by: 2)
    return overflows ? 0 : sum(twice, Limits.gitMemory)
  }

  /// The memory that libgit2 may take at once, for one of the objects that it works on.
  package func libgit2Memory() throws(GitError) -> Int64 {
    // Documents that are already here may be larger than the present limit.
    sum(max(try documentLimit(), Limits.document), Limits.spare)
  }

  /// As much as there can be where it would be more.
  private func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  package static let documentLimitKey = "docmerge.maxsize"
}
