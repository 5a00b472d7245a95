/// The three-way rule for a property of a text as a whole, such as its encoding.
///
///     LayerMerge(base: true, ours: nil, theirs: false).settled  // false
///
/// A text may have no opinion, as an empty one has none about its final newline.
struct LayerMerge<Value: Equatable> {
  var base: Value?
  var ours: Value?
  var theirs: Value?

  /// The value that the sides agree on, if they do or only one of them changed it.
  var settled: Value? {
    guard let ours else { return theirs ?? base }
    guard let theirs else { return ours }
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }

  /// Whether both sides changed the value, each in its own way.
  var isConflict: Bool { ours != nil && theirs != nil && settled == nil }
}

/// Why texts could not be merged at all.
public enum MergeObstacle: Sendable, Hashable {
  /// At least one of the three is no text.
  case binary
  /// At least one of the three is not in the encoding that its byte-order mark announces.
  case damaged
  /// The encodings differ and no rule says which one to take; `nil` is one that is not known.
  case encodings(base: TextEncoding?, ours: TextEncoding?, theirs: TextEncoding?)
}

/// What the layers of a merged text have become.
public struct MergedLayers: Sendable, Hashable {
  /// The encoding of all bytes of the result.
  public var encoding: TextEncoding

  /// Whether the result begins with a byte-order mark.
  public var hasByteOrderMark: Bool

  /// Whether one side changed the encoding to one that lacks a character of the result, so that
  /// an encoding with more characters was taken instead.
  public var isWidened: Bool

  /// Makes a description of layers.
  public init(encoding: TextEncoding, hasByteOrderMark: Bool, isWidened: Bool = false) {
    self.encoding = encoding
    self.hasByteOrderMark = hasByteOrderMark
    self.isWidened = isWidened
  }
}
