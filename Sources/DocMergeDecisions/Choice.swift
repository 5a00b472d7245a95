package import DocMergeCore

/// The choice of a person for one region that both sides claim.
package enum Choice: Sendable, Hashable, Codable {
  /// The text of ours.
  case ours
  /// The text of theirs.
  case theirs
  /// The text of ours, then the text of theirs.
  case oursThenTheirs
  /// The text of theirs, then the text of ours.
  case theirsThenOurs
  /// The text of the base.
  case base
  /// The text of a bolder rule.
  case suggestion
  /// The earlier decision of a person for the same conflict.
  case remembered
  /// A text of the person's own, in UTF-8 with `\n` at the end of each line.
  case edited([UInt8])

  /// The text of one side.
  package init(side: MergeSide) {
    self = side == .ours ? .ours : .theirs
  }
}
