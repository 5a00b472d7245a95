/// The labels of the markers around a conflict; `nil` leaves a marker bare.
public struct ConflictLabels: Sendable, Hashable {
  /// The label after `<<<<<<<`.
  public var ours: String?

  /// The label after `|||||||`.
  public var base: String?

  /// The label after `>>>>>>>`.
  public var theirs: String?

  /// Makes labels.
  public init(ours: String? = nil, base: String? = nil, theirs: String? = nil) {
    self.ours = ours
    self.base = base
    self.theirs = theirs
  }
}
