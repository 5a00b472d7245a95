/// The bytes that end a line.
public enum LineEnding: Sendable, Hashable, CaseIterable {
  /// `\n`.
  case lineFeed
  /// `\r\n`.
  case carriageReturnLineFeed

  /// The bytes themselves.
  public var bytes: [UInt8] {
    self == .lineFeed ? [.newline] : [.carriageReturn, .newline]
  }
}
