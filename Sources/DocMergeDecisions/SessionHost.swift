/// How a person left a session.
package enum SessionEnding: Sendable, Hashable {
  /// The decisions are to be carried out.
  case apply
  /// Nothing is to be written yet; the decisions are kept.
  case leave
}

/// The services that a prompt, a full screen or a page needs from the program that shows a session.
package struct SessionHost: Sendable {
  /// The place of a region: `line 9, Setup › item 3`.
  package var place: @Sendable (SessionDocument, OpenRegion) -> String

  /// The faults of a document as decided, such as a key that occurs twice; empty where there are none.
  package var faults: @Sendable (SessionDocument) -> [String]

  /// Saves the decisions, so that they survive the program.
  package var keep: @Sendable (DecisionSession) throws -> Void

  /// Describes a program.
  package init(
    place: @escaping @Sendable (SessionDocument, OpenRegion) -> String,
    faults: @escaping @Sendable (SessionDocument) -> [String],
    keep: @escaping @Sendable (DecisionSession) throws -> Void
  ) {
    self.place = place
    self.faults = faults
    self.keep = keep
  }
}
