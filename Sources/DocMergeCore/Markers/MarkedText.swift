/// A text with conflicts between markers, and how long its markers are.
public struct MarkedText: Sendable, Hashable {
  /// The text.
  public var bytes: [UInt8]

  /// How often a marker repeats its byte; shorter and longer runs are ordinary text.
  public var markerSize: Int

  /// Makes a text whose markers are `markerSize` bytes long; git's default is 7.
  public init(bytes: [UInt8], markerSize: Int = 7) {
    self.bytes = bytes
    self.markerSize = markerSize
  }
}
