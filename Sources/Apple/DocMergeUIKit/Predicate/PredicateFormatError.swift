/// Why a format is not a valid predicate.
public struct PredicateFormatError: Error, Sendable, Hashable {
  /// The format.
  public let format: String
  /// The character of the format that is invalid, counted from 0.
  public let position: Int
  /// The reason, such as the expected token.
  public let reason: String
}

extension PredicateFormatError: CustomStringConvertible {
  /// One sentence that shows the invalid part.
  public var description: String {
    let rest = format.dropFirst(position)
    let place = rest.isEmpty ? "at the end" : "at “\(rest)”"
    return "The predicate format “\(format)” cannot be read: \(reason) \(place)."
  }
}
