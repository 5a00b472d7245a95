extension TextEncoding {
  /// UTF-16 without unpaired surrogates, as UTF-8.
  func decodeUTF16(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count % 2 == 0 else { return nil }
    let isBig = self == .utf16BigEndian
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var high: UInt32?
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      let unit = isBig ? first << 8 | second : second << 8 | first
      switch (high, unit) {
      case (nil, 0xD800..<0xDC00): high = unit
      case (let lead?, 0xDC00..<0xE000):
        text.append(scalar: 0x10000 + ((lead - 0xD800) << 10) + (unit - 0xDC00))
        high = nil
      case (nil, 0..<0xD800), (nil, 0xE000...0xFFFF): text.append(scalar: unit)
      default: return nil
      }
    }
    return high == nil ? text : nil
  }

  /// UTF-32 that consists of Unicode scalars, as UTF-8.
  func decodeUTF32(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count % 4 == 0 else { return nil }
    let isBig = self == .utf32BigEndian
    var text: [UInt8] = []
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
      let unit = bytes[index..<index + 4]
      let value =
        isBig
        ? unit.reduce(0) { $0 << 8 | UInt32($1) }
        : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      guard let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar: scalar.value)
    }
    return text
  }
}

extension [UInt8] {
  /// Adds a Unicode scalar in UTF-8.
  mutating func append(scalar value: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(value >> shift & 0x3F) }
    switch value {
    case 0..<0x80: append(UInt8(value))
    case 0x80..<0x800:
      append(0xC0 | UInt8(value >> 6))
      append(tail(0))
    case 0x800..<0x10000:
      append(0xE0 | UInt8(value >> 12))
      append(tail(6))
      append(tail(0))
    default:
      append(0xF0 | UInt8(value >> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    }
  }
}
