/// How much of anything may come from another replica.
///
/// What goes beyond is refused before it is unpacked, and its sender named. The numbers are far beyond
/// what people make; they keep a hostile remote from filling the memory. docmerge(1) lists them.
public enum Limits {
  /// The bytes of a commit: its parents, people and message.
  public static let commit = 1 << 20
  /// The bytes of a tree: the names of one folder.
  public static let tree = 64 << 20
  /// The bytes of one text of a state: a shard of records, a clock, a list of conflicts.
  public static let stateText = 64 << 20
  /// The replicas that a clock counts, or that a remote has.
  public static let replicas = 10_000
  /// The acts that a replica has done.
  public static let acts: UInt64 = 1 << 53
  /// The acts that put one version, or one name, into a record.
  public static let dots = 1_000
  /// The heads of a document, and the versions that a version was made from.
  public static let versions = 1_000
  /// The names that replicas gave one document at the same time.
  public static let names = 1_000
  /// The files and folders of a package.
  public static let members = 1_000_000
  /// The folders of a package inside each other.
  public static let depth = 256
  /// The bytes of a link's target.
  public static let target = 4_095
  /// The bytes of a person's name, and of a mail address.
  public static let personName = 1_000
  /// The bytes of a document, unless `docmerge.maxsize` of git's settings says something else.
  public static let document: Int64 = 1 << 30
  /// The memory of a git that fetches, without that of documents.
  static let gitMemory: Int64 = 512 << 20
  /// The memory of an object, beside that of its bytes.
  static let spare: Int64 = 1 << 20

  /// So much of a line that is wrong is told.
  static let quoted = 200
}

extension Container {
  /// The bytes that a document may have, on its way from other replicas and from the folder.
  ///
  /// The number of `docmerge.maxsize` in git's settings, which may end in `k`, `m` or `g`.
  func documentLimit() throws(GitError) -> Int64 {
    // What is no number is taken for the usual: a typing error must not take the limit away.
    try git.configuration(Container.documentLimitKey).flatMap(GitStore.number)
      .flatMap { $0 > 0 ? $0 : nil } ?? Limits.document
  }

  /// The memory that a git may take which works on what comes from a remote.
  ///
  /// A version that is sent as a difference needs itself and the other one, beside all else.
  func childMemory() throws(GitError) -> Int64 {
    let (twice, overflows) = try documentLimit().multipliedReportingOverflow(by: 2)
    return overflows ? 0 : sum(twice, Limits.gitMemory)
  }

  /// The memory that libgit2 may take at once, for one of the objects that it works on.
  func libgit2Memory() throws(GitError) -> Int64 {
    // Documents that are here already may be larger than what is taken in now.
    sum(max(try documentLimit(), Limits.document), Limits.spare)
  }

  /// As much as there can be where it would be more.
  private func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  static let documentLimitKey = "docmerge.maxsize"
}
