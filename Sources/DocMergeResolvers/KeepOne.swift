/// Keeps one version; the others become part of the document's history.
public struct KeepOne: Resolver {
  /// The id of the side to keep.
  public var id: String

  /// Keeps the side whose id is `id`.
  public init(_ id: String) {
    self.id = id
  }

  /// Decides for the side; does not decide when the conflict has no such side.
  public func resolve(_ conflict: Conflict) -> Resolution? {
    conflict.sides.firstIndex { $0.id == id }
      .map { Resolution(outcome: .side($0), strategy: "keep") }
  }
}
