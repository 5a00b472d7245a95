/// How a person left a session.
public enum SessionEnding: Sendable, Hashable {
  /// What is decided is to be carried out.
  case apply
  /// Nothing is to be written yet; what is decided is kept.
  case leave
}

/// What a prompt, a full screen or a page asks of the program that shows a session.
public struct SessionHost: Sendable {
  /// Where a region is: `line 9, Setup › item 3`.
  public var place: @Sendable (SessionDocument, OpenRegion) -> String

  /// What is wrong with a document as it is decided, such as a key that stands twice; empty where nothing is.
  public var faults: @Sendable (SessionDocument) -> [String]

  /// Keeps what is decided, so that it is there when the program is gone.
  public var keep: @Sendable (DecisionSession) throws -> Void

  /// Describes a program.
  public init(
    place: @escaping @Sendable (SessionDocument, OpenRegion) -> String,
    faults: @escaping @Sendable (SessionDocument) -> [String],
    keep: @escaping @Sendable (DecisionSession) throws -> Void
  ) {
    self.place = place
    self.faults = faults
    self.keep = keep
  }
}
