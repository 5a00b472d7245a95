/// A stretch of the output of a merge.
public enum Region: Sendable, Hashable {
  /// Bytes that need no decision.
  case agreed(Agreed)
  /// Bytes that both sides claim.
  case conflict(Conflict)

  /// Bytes that need no decision, and where they come from.
  public struct Agreed: Sendable, Hashable {
    /// Why the bytes are in the output.
    public enum Origin: Sendable, Hashable {
      /// Neither side changed them.
      case base
      /// Only ours brought them.
      case ours
      /// Only theirs brought them.
      case theirs
      /// Both sides brought them.
      case both
      /// Both sides claimed the place, and a favour settled it.
      case favoured(Favour)
      /// Both sides claimed the place, and a rule settled it.
      case decided(by: MergeRule, from: Conflict)
    }

    /// The bytes; their indices are offsets into the text that they were taken from.
    public var bytes: ArraySlice<UInt8>

    /// Why the bytes are in the output.
    public var origin: Origin

    /// Makes a region that needs no decision.
    public init(bytes: ArraySlice<UInt8>, origin: Origin) {
      self.bytes = bytes
      self.origin = origin
    }
  }

  /// What each text has at a place that both sides claim.
  ///
  /// The indices of the slices are offsets into the three texts.
  public struct Conflict: Sendable, Hashable {
    /// What the base has; `nil` when it is unknown, as in a text with markers that shows no base.
    ///
    /// Conflicts that were cut apart in ``ConflictStyle/merge`` style share the whole base of the
    /// conflict that they were, since the lines between them have no place in it.
    public var base: ArraySlice<UInt8>?

    /// What ours has.
    public var ours: ArraySlice<UInt8>

    /// What theirs has.
    public var theirs: ArraySlice<UInt8>

    /// How lines end around the conflict, and so how marker lines end.
    public var lineEnding: LineEnding

    /// What a bolder rule would make of it; never applied by itself.
    public var suggestion: Suggestion?

    /// Why nothing settled it, where there is more to say than that both sides claim the place.
    public var reason: String?

    /// Makes a conflict between `ours` and `theirs`.
    public init(
      base: ArraySlice<UInt8>?, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>,
      lineEnding: LineEnding = .lineFeed, suggestion: Suggestion? = nil
    ) {
      self.suggestion = suggestion
      self.base = base
      self.ours = ours
      self.theirs = theirs
      self.lineEnding = lineEnding
    }
  }

  /// What a rule would make of a conflict if it were allowed to.
  public struct Suggestion: Sendable, Hashable {
    /// The text that the rule would put in the place of the conflict.
    public var bytes: [UInt8]

    /// The rule.
    public var rule: MergeRule

    /// Makes a suggestion.
    public init(bytes: [UInt8], rule: MergeRule) {
      self.bytes = bytes
      self.rule = rule
    }
  }
}
