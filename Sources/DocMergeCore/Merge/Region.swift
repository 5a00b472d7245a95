/// A stretch of the output of a merge.
public enum Region: Sendable, Hashable {
  /// Bytes that need no decision.
  case agreed(Agreed)
  /// Bytes that both sides claim.
  case conflict(Conflict)

  /// Bytes that need no decision, and their origin.
  public struct Agreed: Sendable, Hashable {
    /// Why the bytes are in the output.
    public enum Origin: Sendable, Hashable {
      /// Neither side changed them.
      case base
      /// Only ours added or changed them.
      case ours
      /// Only theirs added or changed them.
      case theirs
      /// Both sides added or changed them.
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

  /// The text of each input at a place that both sides claim.
  ///
  /// The indices of the slices are offsets into the three texts.
  public struct Conflict: Sendable, Hashable {
    /// The text of the base; `nil` when it is unknown, as in a text with markers that shows no base.
    ///
    /// Conflicts that were split in ``ConflictStyle/merge`` style share the whole base of the
    /// original conflict, since the lines between them have no place in it.
    public var base: ArraySlice<UInt8>?

    /// The text of ours.
    public var ours: ArraySlice<UInt8>

    /// The text of theirs.
    public var theirs: ArraySlice<UInt8>

    /// How lines end around the conflict, and so how marker lines end.
    public var lineEnding: LineEnding

    /// The result of a bolder rule; never applied automatically.
    public var suggestion: Suggestion?

    /// Why nothing settled it, if there is more to it than that both sides claim the place.
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

  /// The result that a rule would give for a conflict if it were allowed to.
  public struct Suggestion: Sendable, Hashable {
    /// The text that would replace the conflict.
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
