public import DocMergeObjects

extension Limits {
  /// The bytes of one text of a state: a shard of records, a clock, a list of conflicts.
  public static let stateText = 64 << 20
  /// The replicas that a clock counts, or that a remote has.
  public static let replicas = 10_000
  /// The acts that a replica has done.
  public static let acts: UInt64 = 1 << 53
  /// The acts that put one version, or one name, into a record.
  public static let dots = 1_000
  /// The heads of a document, and the parents of a version.
  public static let versions = 1_000
  /// The names that replicas gave one document at the same time.
  public static let names = 1_000
  /// The files and folders of a package.
  public static let members = 1_000_000
  /// The folders of a package inside each other.
  public static let depth = 256
  /// The bytes of the target of a link.
  public static let target = 4_095
  /// The bytes of a document, unless `docmerge.maxsize` of git's settings says something else.
  public static let document: Int64 = 1 << 30
  /// The memory of a git that fetches, without that of documents.
  package static let gitMemory: Int64 = 512 << 20
  /// The memory of an object, beside that of its bytes.
  package static let spare: Int64 = 1 << 20

  /// At most this many characters of a wrong line are quoted.
  package static let quoted = 200
}
