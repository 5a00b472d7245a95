extension FileWrapper {
  /// How to read.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options from their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Reads all contents now: later changes on disk do not show.
    public static let immediate = ReadingOptions(rawValue: 1 << 0)
    /// Never maps files into memory; on Linux nothing is mapped anyway.
    public static let withoutMapping = ReadingOptions(rawValue: 1 << 1)
  }

  /// How to write.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options from their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// All or nothing; on Linux every write is.
    public static let atomic = WritingOptions(rawValue: 1 << 0)
    /// Gives the wrapper and its members their new names on disk.
    public static let withNameUpdating = WritingOptions(rawValue: 1 << 1)
  }
}

/// Why an access to a file wrapper failed.
public enum FileWrapperError: Error, Sendable, Hashable {
  /// It is of another kind.
  case wrongKind
  /// The wrapped item was changed or removed before it was read.
  case changedOnDisk
}
