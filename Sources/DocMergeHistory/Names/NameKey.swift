// Canonical composition is in the standard library, but not yet public; Foundation's would add 30 MB
// of tables to the program and half again to its start-up.
@_spi(_Unicode) import Swift

/// The common form of two paths that people, or a Mac, would take for the same name.
///
/// Case is folded and letters are composed (Unicode NFC), so `Café.md`, `café.md` and the form with a
/// separate accent have one key. Bytes that are not UTF-8 stay as they are.
package struct NameKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ path: DocumentPath) {
    bytes = NameKey.fold(path.bytes)
  }

  /// All bytes at once, as in ``DocumentPath``.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The hexadecimal digits in the last brackets before the ending: of `Notes (1a2b3c4d).md`, `1a2b3c4d`.
  package var digits: String? {
    let (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    for end in bytes.indices.reversed() where bytes[end] == close {
      guard let start = bytes[..<end].lastIndex(of: open) else { return nil }
      let digits = bytes[(start + 1)..<end]
      let isHex = digits.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }
      if isHex, !digits.isEmpty { return String(decoding: digits, as: UTF8.self) }
    }
    return nil
  }

  private static func fold(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    // Upper-casing first unifies letters that have two lower-case forms (final sigma, long s).
    var folded = String.UnicodeScalarView()
    for scalar in text.uppercased().lowercased()._nfc { folded.append(scalar) }
    return Array(String(folded).utf8)
  }
}
