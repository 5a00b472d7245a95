import DocMergeCore

/// What keeps a result from being written in bytes as the three texts ask for.
///
/// UTF-16 and UTF-32 are checked as text, so this looks at what that leaves out; of all others the
/// bytes themselves are checked, a byte-order mark among them.
struct ResultEncoding {
  /// What differs, in words; `nil` when nothing does.
  let difference: String?

  /// Looks at what the sides did to the encoding and the mark of the base.
  ///
  /// Where both did something else, either will do. A text without a byte has no encoding.
  init(base: FoundEncoding, ours: FoundEncoding, theirs: FoundEncoding, result: FoundEncoding) {
    let inputs = [base, ours, theirs].map { $0.kind == .empty ? nil : $0 }
    guard result.kind != .empty, inputs[1] != nil || inputs[2] != nil else {
      difference = nil
      return
    }
    let accepted = Self.accepted(inputs) { $0.wideEncoding }
    guard accepted.contains(where: { $0.wideEncoding == result.wideEncoding }) else {
      let names = accepted.map(TextObstacle.name).compactMap(\.self)
      let unique = names.first == names.last ? names.prefix(1) : names[...]
      difference =
        "the result is in \(TextObstacle.name(result) ?? "none"), and should be in "
        + unique.joined(separator: " or ")
      return
    }
    let wide = inputs.map { $0?.wideEncoding == nil ? nil : $0 }
    let marked = Self.accepted(wide) { $0.hasByteOrderMark }
    guard result.wideEncoding != nil, !marked.isEmpty,
      !marked.contains(where: { $0.hasByteOrderMark == result.hasByteOrderMark })
    else {
      difference = nil
      return
    }
    difference =
      result.hasByteOrderMark
      ? "the result has a byte-order mark, and should have none"
      : "the result has no byte-order mark, and should have one"
  }

  /// The inputs, of base, ours and theirs, that the result may be like.
  private static func accepted<Value: Equatable>(
    _ inputs: [FoundEncoding?], by value: (FoundEncoding) -> Value
  ) -> [FoundEncoding] {
    let sides = inputs[1...].compactMap(\.self)
    guard let base = inputs[0] else { return sides }
    let changed = sides.filter { value($0) != value(base) }
    return changed.isEmpty ? [base] : changed
  }
}

extension FoundEncoding {
  /// The encoding, if a character is more than one byte in it even in an English text.
  var wideEncoding: TextEncoding? {
    switch encoding {
    case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: encoding
    case .utf8, .windows1252, .latin1, nil: nil
    }
  }
}
