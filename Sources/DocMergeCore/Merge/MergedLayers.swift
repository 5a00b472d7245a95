/// The layers of a merged text.
public struct MergedLayers: Sendable, Hashable {
  /// The encoding of all bytes of the result.
  public var encoding: TextEncoding

  /// Whether the result begins with a byte-order mark.
  public var hasByteOrderMark: Bool

  /// Whether one side changed the encoding to one that lacks a character of the result, so that
  /// an encoding with more characters was used instead.
  public var isWidened: Bool

  /// Makes a description of layers.
  public init(encoding: TextEncoding, hasByteOrderMark: Bool, isWidened: Bool = false) {
    self.encoding = encoding
    self.hasByteOrderMark = hasByteOrderMark
    self.isWidened = isWidened
  }
}
