/// How many columns a text takes.
enum CharacterWidth: CaseIterable {
  /// Wide characters of East Asia take two columns, and marks above a letter none.
  case wide
  /// Each character takes one, as gofmt counts.
  case characters

  func width(of text: ArraySlice<UInt8>) -> Int {
    guard text.contains(where: { $0 >= 0x80 }) else { return text.count }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    if self == .characters { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Self.isWide(scalar.value) ? 2 : 1
    }
  }

  /// Whether a character is in one of the blocks whose characters are wide.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
