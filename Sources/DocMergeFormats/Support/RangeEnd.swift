import DocMergeCore

/// The start or the end of a range, which a name and a value say: `from="2024-06-01"`, `maxSize: 20`.
struct RangeEnd {
  /// Whether it is the end.
  let isEnd: Bool
  /// The kind of range, with what the name says besides: the start and the end have the same one.
  let range: String
  let name: ArraySlice<UInt8>
  /// A number, a date or a time.
  let value: ArraySlice<UInt8>

  /// The words for starts and ends.
  private static let words: [(start: [String], end: [String])] = [
    (["from", "since"], ["to", "until", "till"]), (["start", "starts"], ["end", "ends", "stop"]),
    (["begin", "begins"], ["end", "ends"]), (["min", "minimum"], ["max", "maximum"]),
    (["lower"], ["upper"]), (["low"], ["high"]), (["opens"], ["closes"]),
    (["dtstart"], ["dtend"]), (["first"], ["last"]), (["von"], ["bis"]), (["soft"], ["hard"]),
  ]

  private static let roles: [String: [(kind: Int, isEnd: Bool)]] = {
    var roles: [String: [(kind: Int, isEnd: Bool)]] = [:]
    for (kind, pair) in words.enumerated() {
      for word in pair.start { roles[word, default: []].append((kind, false)) }
      for word in pair.end { roles[word, default: []].append((kind, true)) }
    }
    return roles
  }()

  /// Longer names, and names in longer lines, are not read.
  private static let (longestName, longestLine) = (40, 2_000)

  /// The starts and ends that a line gives values, in their order; an end of several ranges stands once for each.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the line.
  static func all(in line: ArraySlice<UInt8>) -> [RangeEnd] {
    guard line.count <= longestLine else { return [] }
    var ends: [RangeEnd] = []
    for sign in line.indices where line[sign] == 0x3A || line[sign] == 0x3D {
      let name = line[..<sign].reversed().drop { $0.isBlankOrTab || isQuote($0) }
        .prefix { $0.isPartOfName || $0 == 0x2D }
      guard !name.isEmpty, name.count <= longestName else { continue }
      let place = name.endIndex.base..<name.startIndex.base
      let value = line[(sign + 1)...].drop { $0.isBlankOrTab || isQuote($0) }.prefix {
        $0.isPartOfName || "-.:+".utf8.contains($0)
      }
      guard value.contains(where: \.isDecimalDigit) else { continue }
      ends += roles(of: line[place]).map {
        RangeEnd(isEnd: $0.isEnd, range: $0.range, name: line[place], value: value)
      }
    }
    return ends
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

  /// Which ends of which ranges a name may be.
  private static func roles(of name: ArraySlice<UInt8>) -> [(range: String, isEnd: Bool)] {
    let words = words(of: name)
    return words.indices.flatMap { place in
      (roles[words[place]] ?? []).map { role in
        var rest = words
        rest[place] = "\(role.kind)"
        return (rest.joined(separator: " "), role.isEnd)
      }
    }
  }

  /// The words of a name in small letters: `start`, `date` for `startDate` and `START_DATE`.
  private static func words(of name: ArraySlice<UInt8>) -> [String] {
    var words: [[UInt8]] = [[]]
    var wasSmall = false
    for byte in name {
      let isCapital = byte.isCapital
      if byte == 0x5F || byte == 0x2D || isCapital && wasSmall { words.append([]) }
      if byte != 0x5F, byte != 0x2D { words[words.count - 1].append(byte | (isCapital ? 0x20 : 0)) }
      wasSmall = !isCapital
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether its value begins with a year.
  var isDate: Bool {
    value.prefix(4).allSatisfy(\.isDecimalDigit) && value.dropFirst(4).first == 0x2D
  }

  /// Whether its value is before that of another end: numbers with one unit, or dates and times of one form.
  func isBefore(_ other: RangeEnd) -> Bool {
    if let (one, unit) = Self.number(value), let (two, otherUnit) = Self.number(other.value) {
      return unit == otherUnit && one < two
    }
    let forms = [value, other.value].map { $0.map { $0.isDecimalDigit ? UInt8(0x30) : $0 } }
    // Dates that begin with the year, and times, stand in the order of their digits.
    let isOrdered =
      forms[0].starts(with: "0000-".utf8) || forms[0].starts(with: "00:".utf8)
      || forms[0].starts(with: "00000000".utf8)
    return isOrdered && forms[0] == forms[1] && value.lexicographicallyPrecedes(other.value)
  }

  /// The number and the unit of a value such as `20` and `1.5MB`.
  private static func number(_ value: ArraySlice<UInt8>) -> (Double, ArraySlice<UInt8>)? {
    let digits = value.prefix { $0.isDecimalDigit || $0 == 0x2E || $0 == 0x2D }
    guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
    let unit = value[digits.endIndex...]
    return unit.allSatisfy { !$0.isDecimalDigit && $0 != 0x2D && $0 != 0x3A } ? (number, unit) : nil
  }
}
