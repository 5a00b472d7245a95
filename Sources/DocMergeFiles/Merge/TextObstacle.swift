import DocMergeCore
import DocMergeLanguage
import DocMergeSystem

/// Why texts cannot be compared or merged, in words that name the file.
enum TextObstacle {
  /// The obstacle to merging three texts.
  static func failure(
    _ obstacle: MergeObstacle, _ inputs: [VerbInput.File], _ texts: [[UInt8]]
  ) -> VerbFailure {
    let found = texts.map { FoundEncoding(in: $0) }
    for (input, found) in zip(inputs, found) {
      if let failure = failure(input, found) { return failure }
    }
    let encodings = zip(inputs, found).compactMap { input, found in
      name(found).map { name in tr("\(words(input)) is read as \(name)") }
    }
    let reason =
      switch found.first?.kind {
      case .ascii:
        tr("ours and theirs are in different encodings, and the base has letters of none")
      case .empty: tr("ours and theirs are in different encodings")
      default: tr("the encodings differ, and no side has just kept that of the base")
      }
    return VerbFailure("\(reason): \(encodings.joined(separator: ", "))")
  }

  /// The text in UTF-8, so that it can be split into lines.
  static func decoded(
    _ input: VerbInput.File, _ bytes: [UInt8]
  ) throws(VerbFailure) -> [UInt8] {
    let found = FoundEncoding(in: bytes)
    if let failure = failure(input, found) { throw failure }
    // In all others the bytes of a newline have no other meaning.
    guard let encoding = found.wideEncoding else { return bytes }
    let mark = found.hasByteOrderMark ? encoding.byteOrderMark.count : 0
    return encoding.decode(bytes[mark...]) ?? bytes
  }

  /// A file and its role: `notes.md (ours)`.
  static func words(_ input: VerbInput.File) -> String {
    "\(PrintableText.escape(input.path)) (\(VerbInput.words(role: input.role)))"
  }

  private static func failure(_ input: VerbInput.File, _ found: FoundEncoding) -> VerbFailure? {
    let file = words(input)
    switch found.kind {
    case .binary: return VerbFailure(tr("\(file) is not text: it holds a NUL byte"))
    case .damaged(let encoding):
      return VerbFailure(
        tr("\(file) is damaged: it is not in \(encoding.rawValue), as its first bytes say"))
    default: return nil
    }
  }

  /// The name of the encoding.
  static func name(_ found: FoundEncoding) -> String? {
    if case .unknown(let name) = found.kind { return PrintableText.escape(Array(name.utf8)) }
    return found.kind == .ascii ? "ASCII" : found.encoding?.rawValue
  }
}
