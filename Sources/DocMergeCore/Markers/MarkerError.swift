/// A marker that is missing or out of place.
public struct MarkerError: Error, Sendable, Hashable {
  /// The line, counted from 1; one more than the text has when the text ended too early.
  public var line: Int

  /// The marker in that line; `nil` when the text ended too early.
  public var found: Marker?

  /// The markers that could have been there.
  public var expected: [Marker]

  /// Makes an error about `line`.
  public init(line: Int, found: Marker?, expected: [Marker]) {
    self.line = line
    self.found = found
    self.expected = expected
  }
}
