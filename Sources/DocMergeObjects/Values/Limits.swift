/// The limits for data from another replica.
///
/// Data beyond a limit is refused before it is unpacked, and its sender reported. The numbers are far beyond what
/// people make; they keep a hostile remote from filling the memory. docmerge(1) lists them. Each floor adds those of
/// the data that it reads.
public enum Limits {
  /// The bytes of a commit: its parents, people and message.
  public static let commit = 1 << 20
  /// The bytes of a tree: the names of one folder.
  public static let tree = 64 << 20
  /// The bytes of a person's name, and of a mail address.
  public static let personName = 1_000
}
