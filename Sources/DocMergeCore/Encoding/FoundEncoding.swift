/// The encoding that the bytes of a text show.
///
///     FoundEncoding(in: [0xFF, 0xFE, 0x61, 0x00]).encoding  // .utf16LittleEndian
///
/// In this order: a byte-order mark; the zeros that UTF-16 and UTF-32 have in texts; valid UTF-8; a
/// declaration in the document; Windows-1252, or Latin-1 where that leaves a byte undefined. Valid
/// UTF-8 that is not ASCII is hardly ever there by chance, so it counts for more than a declaration,
/// which is easily out of date.
public struct FoundEncoding: Sendable, Hashable {
  /// The kind of the bytes.
  public enum Kind: Sendable, Hashable {
    /// No bytes.
    case empty
    /// ASCII alone, which is the same in most encodings.
    case ascii
    /// A text in a known encoding.
    case text(TextEncoding)
    /// A text whose declaration names an encoding that is not known here, in lower case.
    case unknown(String)
    /// A text with a byte-order mark that is not in the encoding of the mark.
    case damaged(TextEncoding)
    /// No text.
    case binary
  }

  /// The kind of the bytes.
  public let kind: Kind

  /// Whether the text begins with a byte-order mark.
  public let hasByteOrderMark: Bool

  /// The encoding, if the bytes are a text in one that is known.
  public var encoding: TextEncoding? {
    switch kind {
    case .ascii: .utf8
    case .text(let encoding): encoding
    default: nil
    }
  }

  /// Looks at the bytes of a text.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(in bytes: [UInt8]) {
    let marked: [TextEncoding] = [
      .utf32LittleEndian, .utf32BigEndian, .utf8, .utf16LittleEndian, .utf16BigEndian,
    ]
    let candidates = marked.filter { bytes.starts(with: $0.byteOrderMark) }
    for encoding in candidates {
      let rest = bytes[encoding.byteOrderMark.count...]
      guard let text = encoding.decode(rest), !text.contains(0) else { continue }
      self.init(kind: .text(encoding), hasByteOrderMark: true)
      return
    }
    if let first = candidates.first, first != .utf8 {
      self.init(kind: .damaged(first), hasByteOrderMark: true)
      return
    }
    self.init(kind: Self.kind(ofUnmarked: bytes), hasByteOrderMark: false)
  }

  private init(kind: Kind, hasByteOrderMark: Bool) {
    self.kind = kind
    self.hasByteOrderMark = hasByteOrderMark
  }

  /// The encodings that three texts that belong together show.
  ///
  /// UTF-8 with a fault and text in another encoding differ in their letters, of which there
  /// may be too few in one text and enough in another. If some of the three have faults and some seem
  /// to be in another encoding that nothing declares, all are UTF-8, and their bytes stay as they are.
  static func found(
    in texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])
  ) -> (base: FoundEncoding, ours: FoundEncoding, theirs: FoundEncoding) {
    let all = [texts.base, texts.ours, texts.theirs]
    var found = all.map { FoundEncoding(in: $0) }
    let guessed = found.indices.filter { index in
      guard let encoding = found[index].encoding, encoding != .utf8, encoding.extendsASCII,
        !found[index].hasByteOrderMark
      else { return false }
      return EncodingDeclaration(in: all[index][...]) == nil
    }
    let isFaulty = found.indices.contains { index in
      found[index].kind == .text(.utf8) && all[index][...].firstInvalidUTF8() != nil
    }
    if isFaulty {
      for index in guessed {
        found[index] = FoundEncoding(kind: .text(.utf8), hasByteOrderMark: false)
      }
    }
    return (found[0], found[1], found[2])
  }

  private static func kind(ofUnmarked bytes: [UInt8]) -> Kind {
    if bytes.isEmpty { return .empty }
    if bytes.contains(0) { return WideText.encoding(of: bytes).map { .text($0) } ?? .binary }
    if bytes.allSatisfy({ $0 < 0x80 }) { return .ascii }
    if looksLikeUTF8(bytes) { return .text(.utf8) }
    if let declaration = EncodingDeclaration(in: bytes[...]) {
      guard let encoding = declaration.encoding else { return .unknown(declaration.name) }
      if encoding == .utf8 { return .text(.utf8) }
    }
    return .text(TextEncoding.windows1252.decode(bytes[...]) == nil ? .latin1 : .windows1252)
  }

  /// Whether the bytes are UTF-8, except for a few damaged ones.
  ///
  /// A text in another encoding has almost no letters that happen to be valid UTF-8 too.
  private static func looksLikeUTF8(_ bytes: [UInt8]) -> Bool {
    guard bytes[...].firstInvalidUTF8() != nil else { return true }
    let valid = bytes[...].withoutInvalidUTF8()
    let letters = valid.count { $0 >= 0xC0 }
    let invalid = zip(bytes, valid).count { $0 != $1 }
    return letters > 0 && letters >= invalid
  }
}
