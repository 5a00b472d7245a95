import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects

extension ContainerSettings {
  /// The size limit of a document, in bytes, for documents from other replicas and from the folder.
  ///
  /// The number of `docmerge.maxsize` in git's settings, which may end in `k`, `m` or `g`.
  package func documentLimit() throws(GitError) -> Int64 {
    // Saves and syncs refuse a value that is no number; elsewhere a typing error must not remove the limit.
    try git.configuration(Self.maxSizeKey).flatMap(GitStore.number)
      .flatMap { $0 > 0 ? $0 : nil } ?? Limits.document
  }

  /// Why a document of this size cannot be saved: other replicas would refuse it, and everything else with it.
  package static func tooLarge(_ size: Int64, limit: Int64) -> String? {
    size > limit ? tr("has \(size) bytes, more than \(limit) (\(maxSizeKey))") : nil
  }

  /// The memory that a git process may use when it works on data from a remote.
  ///
  /// A version that is sent as a delta needs memory for itself and the other version, besides all else.
  package func childMemory() throws(GitError) -> Int64 {
    let (twice, overflows) = try documentLimit().multipliedReportingOverflow(by: 2)
    return overflows ? 0 : sum(twice, Limits.gitMemory)
  }

  /// The memory that libgit2 may allocate at once, for one object.
  package func libgit2Memory() throws(GitError) -> Int64 {
    // Documents that are already here may be larger than the current limit.
    sum(max(try documentLimit(), Limits.document), Limits.spare)
  }

  /// The sum, or the largest number if the sum is larger.
  private func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  package static let maxSizeKey = "docmerge.maxsize"
}
