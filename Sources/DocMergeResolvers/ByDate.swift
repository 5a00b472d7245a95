/// Keeps the version that was changed last, or first.
///
/// Dates are from the clocks of several computers. Equal dates are decided by the ids, so that all
/// replicas agree; a deletion counts like any other version.
public struct ByDate: Resolver {
  /// Which end of the order of dates wins.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// The latest date.
    case newest
    /// The earliest date.
    case oldest
  }

  /// Which end of the order of dates wins.
  public var order: Order

  /// Makes the resolver.
  public init(_ order: Order) {
    self.order = order
  }

  /// Always decides.
  public func resolve(_ conflict: Conflict) -> Resolution? {
    let ranked = conflict.sides.indices.sorted { one, two in
      (conflict.sides[one].date, conflict.sides[one].id)
        < (conflict.sides[two].date, conflict.sides[two].id)
    }
    let index = order == .newest ? ranked.last : ranked.first
    return index.map { Resolution(outcome: .side($0), strategy: order.rawValue) }
  }
}
