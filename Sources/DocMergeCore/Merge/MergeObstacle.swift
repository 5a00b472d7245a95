/// Why texts could not be merged at all.
public enum MergeObstacle: Sendable, Hashable {
  /// At least one of the three is no text.
  case binary
  /// At least one of the three is not in the encoding that its byte-order mark announces.
  case damaged
  /// The encodings differ and no rule says which one to take; `nil` is one that is not known.
  case encodings(base: TextEncoding?, ours: TextEncoding?, theirs: TextEncoding?)
}
