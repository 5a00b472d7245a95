/// What the markers around a conflict say about the texts; `nil` leaves a marker bare.
public struct ConflictLabels: Sendable, Hashable {
  /// Stands behind `<<<<<<<`.
  public var ours: String?

  /// Stands behind `|||||||`.
  public var base: String?

  /// Stands behind `>>>>>>>`.
  public var theirs: String?

  /// Makes labels.
  public init(ours: String? = nil, base: String? = nil, theirs: String? = nil) {
    self.ours = ours
    self.base = base
    self.theirs = theirs
  }
}
