/// Why a format is no predicate.
public struct PredicateFormatError: Error, Sendable, Hashable {
  /// The format.
  public let format: String
  /// The character of the format that could not be understood, counted from 0.
  public let position: Int
  /// What was expected there.
  public let reason: String
}

extension PredicateFormatError: CustomStringConvertible {
  /// One sentence that shows what could not be read.
  public var description: String {
    let rest = format.dropFirst(position)
    let place = rest.isEmpty ? "at the end" : "at “\(rest)”"
    return "The predicate format “\(format)” cannot be read: \(reason) \(place)."
  }
}
