/// Whether bytes can be merged line by line.
public enum TextKind: Sendable, Hashable {
  /// No byte is NUL.
  case text
  /// At least one byte is NUL, so the bytes have no lines that a person would recognize.
  case binary

  /// Looks at every byte, since a NUL far behind the start spoils a merge just as much.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(of bytes: [UInt8]) {
    self = bytes.contains(0) ? .binary : .text
  }
}

/// Whether `bytes` hold a NUL anywhere, which makes them unfit for ``merge(base:ours:theirs:options:)``.
public func isBinary(_ bytes: [UInt8]) -> Bool {
  TextKind(of: bytes) == .binary
}
