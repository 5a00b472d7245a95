/// A point in time as in the header of a catalogue of translations: `2024-03-01 12:30+0200`.
struct PODate: Comparable {
  /// Minutes since the start of year 0, in months of 31 days: only for comparisons.
  private let minutes: Int

  /// Reads the first date of a text; `nil` where there is none, as in a header that was never filled in.
  init?(in text: ArraySlice<UInt8>) {
    let colon = text.firstIndex(of: 0x3A) ?? text.startIndex
    let value = text[colon...].drop { !$0.isDecimalDigit }
    var numbers: [Int] = []
    var cursor = value
    for separator in [0x2D, 0x2D, 0x20, 0x3A, nil] as [UInt8?] {
      let digits = cursor.prefix(while: \.isDecimalDigit)
      guard (1...4).contains(digits.count) else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
      cursor = cursor[digits.endIndex...]
      guard let separator else { break }
      guard cursor.first == separator else { return nil }
      cursor = cursor.dropFirst()
    }
    let days = (numbers[0] * 12 + numbers[1]) * 31 + numbers[2]
    minutes = (days * 24 + numbers[3]) * 60 + numbers[4] - Self.zone(cursor)
  }

  /// The offset from UTC in minutes: `+0200`; 0 where none is given.
  private static func zone(_ text: ArraySlice<UInt8>) -> Int {
    guard let sign = text.first, sign == 0x2B || sign == 0x2D else { return 0 }
    let digits = text.dropFirst().prefix(while: \.isDecimalDigit)
    guard digits.count == 4 else { return 0 }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let offset = number / 100 * 60 + number % 100
    return sign == 0x2B ? offset : -offset
  }

  static func < (one: PODate, other: PODate) -> Bool { one.minutes < other.minutes }
}
