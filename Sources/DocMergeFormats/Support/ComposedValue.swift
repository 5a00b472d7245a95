import DocMergeCore

/// A value that several entries make up: the year, month and day of a date, the amount and currency of a price.
struct ComposedValue: Hashable {
  /// The number of the kind of value.
  let number: Int
  /// The text before the names of its parts, as in `VERSION_MAJOR`.
  let prefix: String

  /// The names of the parts of one value; those of different languages and cases are together.
  private static let composedValues: [[String]] = [
    ["year", "month", "day"],
    ["hour", "hours", "minute", "minutes", "second", "seconds"],
    ["lat", "lon", "lng", "long", "latitude", "longitude"],
    ["x", "y", "z"],
    ["r", "g", "b"],
    ["h", "s", "l", "v"],
    ["red", "green", "blue", "alpha"], ["hue", "saturation", "lightness", "brightness"],
    ["row", "seat"], ["chapter", "verse"],
    ["amount", "currency"], ["amount", "unit"], ["price", "currency"], ["cost", "currency"],
    ["total", "currency"],
    ["quantity", "unit"], ["value", "unit"], ["ttl", "unit"], ["timeout", "unit"],
    ["interval", "unit"], ["duration", "unit"], ["size", "unit"], ["length", "unit"],
    ["weight", "unit"], ["limit", "unit"], ["delay", "unit"],
    [
      "street", "house_number", "housenumber", "houseNumber", "zip", "zipcode", "zipCode",
      "postcode", "postal_code", "postalCode", "city",
    ],
    ["major", "minor", "patch"],
    ["numerator", "denominator"], ["mantissa", "exponent"],
  ]

  /// The kinds whose parts share a line: in lines of their own they are values of their own, as in a palette.
  private static let kindsOfOneLine = Set(
    composedValues.indices.filter { index in
      ["x", "red", "hue", "row", "chapter"].contains { composedValues[index].contains($0) }
    })

  /// Whether it is a point, whose parts have names that many other things have as well.
  var isPoint: Bool { Self.composedValues[number].contains("x") }

  /// The numbers of the values that a name belongs to.
  private static let composedNames: [String: [Int]] = {
    var found: [String: [Int]] = [:]
    for (value, names) in composedValues.enumerated() {
      for name in names { found[name.lowercased(), default: []].append(value) }
    }
    return found
  }()

  /// The kinds whose parts can all be words.
  private static let kindsOfWords = Set(
    composedValues.indices.filter { index in
      ["currency", "unit", "street"].contains { composedValues[index].contains($0) }
    })

  /// Whether two parts say a value, and are no texts about it, such as the labels of a form.
  func isSaid(by one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    if Self.composedValues[number].contains("unit"),
      ![one, other].contains(where: Self.isUnit)
    {
      return false
    }
    let digits = [one, other].count { $0.contains(where: \.isDecimalDigit) || Self.isMonth($0) }
    return digits > (Self.kindsOfWords.contains(number) ? 0 : 1)
  }

  /// Whether a value is a short word: `"ms"`, `percent`.
  private static func isUnit(_ value: ArraySlice<UInt8>) -> Bool {
    let words = value.split { "\"' ,;:={}[]()".utf8.contains($0) }
    return words.count == 1 && words[0].count <= longestUnit
      && words[0].allSatisfy { $0.isLetter || $0 >= 0x80 || "%/".utf8.contains($0) }
  }

  private static let longestUnit = 12

  /// Whether a value is the name of a month.
  private static func isMonth(_ value: ArraySlice<UInt8>) -> Bool {
    let words = value.split { "\"' ,;:=".utf8.contains($0) }
    return words.count == 1
      && monthNames.contains(String(decoding: words[0], as: UTF8.self).lowercased())
  }

  /// The longest name of a part, in bytes.
  private static let longestName = 60

  /// The values that an entry with a name can be a part of, in one line with the other parts or in lines of their own.
  static func all(
    withPart key: ArraySlice<UInt8>, inOneLine: Bool = false
  ) -> [ComposedValue] {
    guard key.count <= longestName else { return [] }
    let name = String(decoding: key, as: UTF8.self).filter { $0 != "\"" && $0 != "'" }.lowercased()
    let last = name.split { !$0.isLetter }.last.map(String.init) ?? ""
    var values: [ComposedValue] = []
    for part in name == last ? [name] : [name, last] {
      guard let numbers = composedNames[part] else { continue }
      let prefix = String(name.dropLast(part.count))
      let known = numbers.filter { inOneLine || !kindsOfOneLine.contains($0) }
      for value in known.map({ ComposedValue(number: $0, prefix: prefix) })
      where !values.contains(value) {
        values.append(value)
      }
    }
    return values
  }
}
