public import DocMergeCore

/// What a person takes for one region that both sides claim.
public enum Choice: Sendable, Hashable, Codable {
  /// What ours has.
  case ours
  /// What theirs has.
  case theirs
  /// What ours has, then what theirs has.
  case oursThenTheirs
  /// What theirs has, then what ours has.
  case theirsThenOurs
  /// What the base has.
  case base
  /// What a bolder rule would write.
  case suggestion
  /// What a person decided for the same conflict before.
  case remembered
  /// A text of the person's own, in UTF-8 with `\n` at the end of each line.
  case edited([UInt8])

  /// What one side has.
  public init(side: MergeSide) {
    self = side == .ours ? .ours : .theirs
  }
}
