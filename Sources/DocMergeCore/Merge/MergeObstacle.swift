/// Why texts could not be merged.
public enum MergeObstacle: Sendable, Hashable {
  /// At least one of the three is not text.
  case binary
  /// At least one of the three is not in the encoding that its byte-order mark announces.
  case damaged
  /// The encodings differ and no rule chooses one; `nil` is one that is not known.
  case encodings(base: TextEncoding?, ours: TextEncoding?, theirs: TextEncoding?)
}
