/// A message for people, in English, with the values that it shows.
///
/// A literal makes one: `"Moved \(old) to \(new)"` has the pattern `Moved {0} to {1}` and two values. Catalogs know
/// messages by their patterns.
package struct Message: ExpressibleByStringInterpolation, Sendable {
  /// The text with `{0}`, `{1}`, … for values, or with the values themselves where English is the language.
  let pattern: String

  /// The values of the places in the pattern; none where English is the language.
  let values: [String]

  package init(stringLiteral text: String) {
    pattern = text
    values = []
  }

  package init(stringInterpolation: StringInterpolation) {
    pattern = stringInterpolation.pattern
    values = stringInterpolation.values
  }

  /// Builds a message from the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pattern = ""
    fileprivate var values: [String] = []
    private let keepsPlaces = Language.current != .english

    package init(literalCapacity: Int, interpolationCount: Int) {
      pattern.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ text: String) { pattern += text }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      guard keepsPlaces else {
        pattern += value.description
        return
      }
      pattern += "{\(values.count)}"
      values.append(value.description)
    }
  }
}

/// Says a message in the language of the program; in English where the catalog lacks it.
///
/// `Scripts/messages.py` finds messages by the name of this function, so a message is a literal in its parentheses.
///
/// - Parameter message: the message in English.
/// - Returns: the text.
package func tr(_ message: Message) -> String {
  guard let catalog = Catalog.current else { return message.pattern }
  return Catalog.fill(catalog.text(of: message.pattern) ?? message.pattern, message.values)
}

/// Says a message about a number of things, as the language counts.
///
/// - Parameters:
///   - number: the number.
///   - one: the message in English where it is 1, with the same values as the other.
///   - other: the message in English for all other numbers.
/// - Returns: the text.
package func tr(_ number: Int, one: Message, other: Message) -> String {
  let english = number == 1 ? one : other
  guard let catalog = Catalog.current else { return english.pattern }
  let text = catalog.text(of: one.pattern, number: number) ?? english.pattern
  return Catalog.fill(text, english.values)
}

/// A number of things: `1 document`, `3 documents`.
///
/// - Parameters:
///   - number: the number.
///   - noun: the thing in English, in the singular; its plural ends in `s`.
/// - Returns: the number and the noun.
package func counted(_ number: Int, _ noun: String) -> String {
  let english = number == 1 ? noun : noun + "s"
  return "\(number) \(Catalog.current?.text(of: noun, number: number) ?? english)"
}
