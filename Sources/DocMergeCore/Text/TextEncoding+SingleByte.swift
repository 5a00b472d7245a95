extension TextEncoding {
  /// The characters of the bytes 0x80 to 0x9F in Windows-1252; 0 where there is none.
  private static let windowsScalars: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// One character for each byte, as UTF-8.
  func decodeSingle(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      guard self == .windows1252, (0x80..<0xA0).contains(byte) else {
        text.append(scalar: UInt32(byte))
        continue
      }
      let value = Self.windowsScalars[Int(byte) - 0x80]
      guard value != 0 else { return nil }
      text.append(scalar: value)
    }
    return text
  }

  /// The byte for the character.
  func byte(for scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x80 || (0xA0..<0x100).contains(scalar.value) { return UInt8(scalar.value) }
    if self == .latin1 { return UInt8(exactly: scalar.value) }
    return Self.windowsScalars.firstIndex(of: scalar.value).map { UInt8($0 + 0x80) }
  }
}
