/// What a packing did.
public struct PackReport: Sendable, Hashable {
  /// The number of files that hold objects.
  public struct Count: Sendable, Hashable {
    /// Objects in files of their own.
    public var loose = 0
    /// Packs, which hold any number of objects.
    public var packs = 0
  }

  /// The files before the packing.
  public var before: Count
  /// The files after it; small loose objects may be left, since others save meanwhile.
  public var after: Count
  /// Whether it finished.
  public var isDone: Bool
}

/// What a packing combines.
public enum PackScope: Sendable, Hashable {
  /// Loose objects and packs, all of them, as far as that is worth the time.
  case all
  /// Loose objects and packs of less than 1 MiB.
  case small
}
