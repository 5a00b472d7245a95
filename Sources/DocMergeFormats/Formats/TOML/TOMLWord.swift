/// A value that is one word, which may be a number or a date.
struct TOMLWord {
  private let whole: ArraySlice<UInt8>
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    whole = bytes
    rest = bytes
  }

  /// Whether it is `true` or `false`.
  var isTruth: Bool { whole.elementsEqual("true".utf8) || whole.elementsEqual("false".utf8) }

  private mutating func take(_ isSuch: (UInt8) -> Bool) -> Bool {
    guard let byte = rest.first, isSuch(byte) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool { take { $0 == byte } }
}

// MARK: Numbers

extension TOMLWord {
  /// Whether it is a number, such as `-1_000`, `0x1F`, `6.6e-34` or `+inf`.
  var isNumber: Bool {
    mutating get {
      rest = whole
      if take(0x30), let isDigit = baseDigit(rest.first) {
        rest.removeFirst()
        return takeDigits(isDigit) && rest.isEmpty
      }
      rest = whole
      _ = take(0x2B) || take(0x2D)
      if rest.elementsEqual("inf".utf8) || rest.elementsEqual("nan".utf8) { return true }
      return takeDecimal() && rest.isEmpty
    }
  }

  /// The kind of digits after `0x`, `0o` and `0b`.
  private func baseDigit(_ letter: UInt8?) -> ((UInt8) -> Bool)? {
    switch letter {
    case 0x78: { $0.hexadecimalValue != nil }
    case 0x6F: { $0 >= 0x30 && $0 <= 0x37 }
    case 0x62: { $0 == 0x30 || $0 == 0x31 }
    default: nil
    }
  }

  private mutating func takeDecimal() -> Bool {
    if !take(0x30), !takeDigits(\.isDecimalDigit) { return false }
    if take(0x2E), !takeDigits(\.isDecimalDigit) { return false }
    guard take(0x65) || take(0x45) else { return true }
    _ = take(0x2B) || take(0x2D)
    return takeDigits(\.isDecimalDigit)
  }

  /// Consumes digits, with single underscores between them.
  private mutating func takeDigits(_ isDigit: (UInt8) -> Bool) -> Bool {
    guard take(isDigit) else { return false }
    while !rest.isEmpty {
      let before = rest
      _ = take(0x5F)
      guard take(isDigit) else {
        rest = before
        break
      }
    }
    return true
  }
}

// MARK: Dates

extension TOMLWord {
  /// Whether it is a date, a time, or both.
  var isDateOrTime: Bool {
    mutating get {
      rest = whole
      guard takeDate() else {
        rest = whole
        return takeTime() && rest.isEmpty
      }
      if rest.isEmpty { return true }
      guard take({ $0 | 0x20 == 0x74 || $0 == 0x20 }), takeTime() else { return false }
      if rest.isEmpty || take({ $0 | 0x20 == 0x7A }) { return rest.isEmpty }
      guard take(0x2B) || take(0x2D) else { return false }
      return takeTwoDigits(in: 0...23) != nil && take(0x3A) && takeTwoDigits(in: 0...59) != nil
        && rest.isEmpty
    }
  }

  private mutating func takeDate() -> Bool {
    guard let century = takeTwoDigits(in: 0...99), let year = takeTwoDigits(in: 0...99),
      take(0x2D), let month = takeTwoDigits(in: 1...12), take(0x2D),
      let day = takeTwoDigits(in: 1...31)
    else { return false }
    let isLeap = year % 4 == 0 && (year != 0 || century % 4 == 0)
    let last = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return day <= last && century + year > 0
  }

  private mutating func takeTime() -> Bool {
    guard takeTwoDigits(in: 0...23) != nil, take(0x3A), takeTwoDigits(in: 0...59) != nil,
      take(0x3A), takeTwoDigits(in: 0...59) != nil
    else { return false }
    guard take(0x2E) else { return true }
    guard take(\.isDecimalDigit) else { return false }
    while take(\.isDecimalDigit) {}
    return true
  }

  private mutating func takeTwoDigits(in range: ClosedRange<Int>) -> Int? {
    guard rest.count >= 2, let tens = rest.popFirst(), tens.isDecimalDigit,
      let ones = rest.popFirst(), ones.isDecimalDigit
    else { return nil }
    let value = Int(tens - 0x30) * 10 + Int(ones - 0x30)
    return range.contains(value) ? value : nil
  }
}
