/// Recognizes UTF-16 and UTF-32 without a byte-order mark, as opposed to bytes that are no text.
///
/// Such a text decodes without errors into characters that texts have, with no control characters
/// except tabs and line endings. By chance some binary files do so too, and texts with
/// a stray NUL, so most characters must have a high byte of zero (Latin letters, digits,
/// blanks), or, as in Chinese or Russian, the bytes must not look like text in single bytes.
enum WideText {
  /// The encoding of `bytes`, which hold a NUL.
  static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    for encoding in [TextEncoding.utf32LittleEndian, .utf32BigEndian] {
      if let text = encoding.decode(bytes[...]), isText(text) { return encoding }
    }
    guard bytes.count % 2 == 0 else { return nil }
    var lowUnits = (little: 0, big: 0)
    for index in stride(from: 0, to: bytes.count, by: 2) {
      if bytes[index + 1] == 0, isCommon(bytes[index]) { lowUnits.little += 1 }
      if bytes[index] == 0, isCommon(bytes[index + 1]) { lowUnits.big += 1 }
    }
    guard lowUnits.little != lowUnits.big else { return nil }
    let isLittle = lowUnits.little > lowUnits.big
    let count = max(lowUnits.little, lowUnits.big)
    let encoding = isLittle ? TextEncoding.utf16LittleEndian : .utf16BigEndian
    guard let text = encoding.decode(bytes[...]), isText(text) else { return nil }
    let isMostlyLatin = count * 4 >= bytes.count
    return isMostlyLatin || !looksSingle(bytes) || isOfOnePage(bytes, encoding, low: count)
      ? encoding : nil
  }

  /// Whether most characters except blanks have the same high byte, one that no letter of a text
  /// in single bytes has, and blanks are as many as between words.
  ///
  /// Hindi is such a case: its high byte is a tab, and its low bytes are ASCII.
  private static func isOfOnePage(_ bytes: [UInt8], _ encoding: TextEncoding, low: Int) -> Bool {
    let first = encoding == .utf16LittleEndian ? 1 : 0
    var counts = Array(repeating: 0, count: 256)
    for index in stride(from: first, to: bytes.count, by: 2) where bytes[index] != 0 {
      counts[Int(bytes[index])] += 1
    }
    guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return false }
    let isControl = most < 0x20 && most != 0x0A && most != 0x0D
    return isControl && counts[most] * 5 >= counts.reduce(0, +) * 4 && low * 32 >= bytes.count
  }

  private static func isCommon(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isText(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20..<0x7F: return true
      case 0xE000...0xF8FF: return false
      default: break
      }
      switch scalar.properties.generalCategory {
      case .control, .unassigned, .surrogate, .privateUse: return false
      default: return true
      }
    }
  }

  /// Whether the bytes without NULs are mostly ASCII, or UTF-8.
  private static func looksSingle(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.filter { $0 != 0 }
    let others = rest.count { !isCommon($0) || $0 >= 0x80 }
    return others * 4 < rest.count
      || rest[...].firstInvalidUTF8() == nil && rest.allSatisfy(isCommon)
  }
}
