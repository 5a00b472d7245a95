import DocMergeCore
import DocMergeLanguage

/// Differences between the encoding of a result and the one that the three texts ask for.
///
/// UTF-16 and UTF-32 are checked as text, so only their other layers are checked here; for all others the
/// bytes themselves are checked, including a byte-order mark.
struct ResultEncoding {
  /// The difference, in words; `nil` when there is none.
  let difference: String?

  /// Examines the changes of the sides to the encoding and the mark of the base.
  ///
  /// If both made different changes, either is accepted. An empty text has no encoding.
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
      let name = TextObstacle.name(result) ?? tr("none")
      let wanted = unique.joined(separator: tr(" or "))
      difference = tr("the result is in \(name), and should be in \(wanted)")
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
      ? tr("the result has a byte-order mark, and should have none")
      : tr("the result has no byte-order mark, and should have one")
  }

  /// The inputs among base, ours and theirs that the result may match.
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
  /// The encoding, if even in an English text a character has more than one byte in it.
  var wideEncoding: TextEncoding? {
    switch encoding {
    case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: encoding
    case .utf8, .windows1252, .latin1, nil: nil
    }
  }
}
