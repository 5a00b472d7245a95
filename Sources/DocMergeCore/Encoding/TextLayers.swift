/// One text, split into its layers.
struct TextLayers: Sendable {
  /// Its encoding.
  let encoding: TextEncoding
  let hasByteOrderMark: Bool

  /// Its lines, in UTF-8.
  let lines: LineLayers

  /// Whether it has no bytes, and so no value for any layer.
  let isEmpty: Bool

  /// Splits `bytes`, or fails if they are not a text in `encoding`.
  init?(_ bytes: [UInt8], _ found: FoundEncoding, _ encoding: TextEncoding?) {
    self.encoding = encoding ?? .utf8
    hasByteOrderMark = found.hasByteOrderMark
    let mark = hasByteOrderMark ? self.encoding.byteOrderMark.count : 0
    guard let text = self.encoding.decode(bytes[mark...]) else { return nil }
    lines = LineLayers(text)
    isEmpty = bytes.isEmpty
  }
}

/// The encodings of three texts, after those that could be in several were settled.
struct EncodingTriple {
  /// The encoding of each text; `nil` for an empty one.
  let merge: ThreeWay<TextEncoding>

  /// Compares the encodings found, or fails if a merge of such texts is refused.
  init(base: FoundEncoding, ours: FoundEncoding, theirs: FoundEncoding) throws(Refusal) {
    let found = [base, ours, theirs]
    let kinds = found.map(\.kind)
    if kinds.contains(.binary) { throw Refusal(.binary) }
    if kinds.contains(where: { if case .damaged = $0 { true } else { false } }) {
      throw Refusal(.damaged)
    }
    let differ = Refusal(
      .encodings(base: base.encoding, ours: ours.encoding, theirs: theirs.encoding))
    let names = Set(kinds.compactMap { if case .unknown(let name) = $0 { name } else { nil } })
    let known = Set(kinds.compactMap { if case .text(let encoding) = $0 { encoding } else { nil } })
    if !names.isEmpty {
      // Texts in one unknown encoding are merged as the bytes that they are.
      guard names.count == 1, known.isEmpty else { throw differ }
      merge = ThreeWay(base: .utf8, ours: .utf8, theirs: .utf8)
      return
    }
    // Latin-1 is found only where Windows-1252 leaves a byte undefined.
    let hasLatin1 = known.contains(.latin1)
    var values = kinds.map { kind -> TextEncoding? in
      guard case .text(let encoding) = kind else { return nil }
      return hasLatin1 && encoding == .windows1252 ? .latin1 : encoding
    }
    let isASCII = kinds.map { $0 == .ascii }
    if isASCII[0] {
      let sides = Set(values[1...].compactMap { $0 }.filter(\.extendsASCII))
      guard sides.count < 2 else { throw differ }
      values[0] = sides.first ?? .utf8
    }
    for side in 1...2 where isASCII[side] {
      let others = [values[0], values[3 - side]].compactMap { $0 }
      values[side] = others.first(where: \.extendsASCII) ?? .utf8
    }
    merge = ThreeWay(base: values[0], ours: values[1], theirs: values[2])
    if merge.isConflict { throw differ }
  }

  /// The refusal of a merge.
  struct Refusal: Error {
    let obstacle: MergeObstacle

    init(_ obstacle: MergeObstacle) { self.obstacle = obstacle }
  }
}
