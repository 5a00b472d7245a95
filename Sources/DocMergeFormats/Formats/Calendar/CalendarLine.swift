/// A line of a calendar, with its continuation lines.
struct CalendarLine {
  /// All its bytes except the end of the last line.
  let range: Range<Int>
  /// Its text, without the line ends that only fold it.
  let unfolded: [UInt8]
  /// The name in upper case, without the group that it may have.
  let name: String
  /// The group before the name, as `item1` in `item1.TEL`.
  let group: String?
  /// The text between the name and the value, in upper case.
  let parameters: String
  /// The value.
  let value: ArraySlice<UInt8>

  /// Splits a line; `nil` where it has no name or no value.
  init?(_ range: Range<Int>, in text: [UInt8]) {
    self.range = range
    var bytes: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if text[place] == 0x0A {
        place += place + 1 < range.upperBound && text[place + 1].isBlankOrTab ? 2 : 1
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    unfolded = bytes
    var isQuoted = false
    let colon = bytes.firstIndex { byte in
      if byte == 0x22 { isQuoted.toggle() }
      return byte == 0x3A && !isQuoted
    }
    guard let colon else { return nil }
    let head = bytes[..<colon]
    let words = head.prefix { $0 != 0x3B }
    guard !words.isEmpty, words.allSatisfy(\.isOfPropertyName) else { return nil }
    let parts = words.split(separator: 0x2E, maxSplits: 1)
    guard let last = parts.last else { return nil }
    name = String(decoding: last, as: UTF8.self).uppercased()
    group = parts.count > 1 ? String(decoding: parts[0], as: UTF8.self).uppercased() : nil
    parameters = String(decoding: head[words.endIndex...], as: UTF8.self).uppercased()
    value = bytes[(colon + 1)...]
  }

  /// The value of a parameter, in upper case.
  func parameter(_ name: String) -> String? {
    parameters.split(separator: ";").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)).trimmingQuotes }
  }

  /// Whether the line is a single line of the text.
  var isUnfolded: Bool { unfolded.count == range.count }
}

extension String {
  /// The text without quotation marks around it.
  fileprivate var trimmingQuotes: String {
    hasPrefix("\"") && hasSuffix("\"") && count > 1 ? String(dropFirst().dropLast()) : self
  }
}

extension UInt8 {
  /// Whether the byte can be part of the name of a property, or of its group.
  fileprivate var isOfPropertyName: Bool {
    isASCIILetter || isDecimalDigit || self == 0x2D || self == 0x2E || self == 0x5F
  }
}
