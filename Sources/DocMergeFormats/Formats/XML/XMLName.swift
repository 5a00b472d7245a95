extension ByteCursor {
  /// Scans a name of XML; returns whether there is one.
  mutating func scanXMLName() -> Bool {
    guard let first = next else { return false }
    if first < 0x80 {
      guard first.isASCIILetter || first == 0x5F || first == 0x3A else { return false }
    } else {
      guard let scalar = scalar, scalar.canStartXMLName else { return false }
    }
    while true {
      skip { $0.isASCIIPartOfXMLName }
      guard let byte = next, byte >= 0x80, let scalar, scalar.canContinueXMLName else {
        return true
      }
      offset += UTF8.width(scalar)
    }
  }

  /// The character that starts here; `nil` where none does.
  private var scalar: Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = text[offset..<min(text.count, offset + 4)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }
}

extension UInt8 {
  /// Whether it can be part of a name of XML, within ASCII.
  var isASCIIPartOfXMLName: Bool {
    isASCIILetter || isDecimalDigit || self == 0x5F || self == 0x3A || self == 0x2D || self == 0x2E
  }
}

extension Unicode.Scalar {
  /// Whether a name can start with it, beyond ASCII (production 4 of XML 1.0).
  fileprivate var canStartXMLName: Bool {
    switch value {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }

  /// Whether it can be part of a name, beyond ASCII (production 4a).
  fileprivate var canContinueXMLName: Bool {
    switch value {
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: canStartXMLName
    }
  }
}

extension UTF8 {
  /// How many bytes a character has.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x1_0000 ? 3 : 4
  }
}
