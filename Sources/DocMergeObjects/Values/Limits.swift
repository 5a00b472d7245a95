/// How much of anything may come from another replica.
///
/// What goes beyond is refused before it is unpacked, and its sender named. The numbers are far beyond
/// what people make; they keep a hostile remote from filling the memory. docmerge(1) lists them. Each floor
/// adds those of what it reads.
public enum Limits {
  /// The bytes of a commit: its parents, people and message.
  public static let commit = 1 << 20
  /// The bytes of a tree: the names of one folder.
  public static let tree = 64 << 20
  /// The bytes of a person's name, and of a mail address.
  public static let personName = 1_000
}
