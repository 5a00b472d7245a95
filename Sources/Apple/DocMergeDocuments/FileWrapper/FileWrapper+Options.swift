extension FileWrapper {
  /// How to read.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Reads all contents now: what happens on disk later does not show.
    public static let immediate = ReadingOptions(rawValue: 1 << 0)
    /// Never maps files into memory; on Linux nothing is mapped anyway.
    public static let withoutMapping = ReadingOptions(rawValue: 1 << 1)
  }

  /// How to write.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// All or nothing; on Linux every write is.
    public static let atomic = WritingOptions(rawValue: 1 << 0)
    /// Gives the wrapper and all in it the names that they have on disk then.
    public static let withNameUpdating = WritingOptions(rawValue: 1 << 1)
  }
}

/// Why a file wrapper could not be asked for something.
public enum FileWrapperError: Error, Sendable, Hashable {
  /// It is of another kind.
  case wrongKind
  /// What it wraps was changed or removed before it was read.
  case changedOnDisk
}
