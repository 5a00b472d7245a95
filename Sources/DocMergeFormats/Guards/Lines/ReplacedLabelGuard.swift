import DocMergeCore
import DocMergeLanguage

/// Finds a line whose label one side replaced, and whose value the other side changed.
///
///     base   Author: Kari Berg    ours   Editor: Kari Berg    theirs   Author: Kari Lie    fault   Editor: Kari Lie
///
/// Another label often means another thing, for which no side wrote this value.
struct ReplacedLabelGuard: Sendable {
  /// The lines with the label of one side and the value of the other one.
  private var mixed: Set<LabelledLine> = []

  /// Compares the lines that each side replaced.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of these lines.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    guard !replaced.ours.isEmpty, !replaced.theirs.isEmpty else { return }
    let theirs = Dictionary(
      replaced.theirs.map { ($0.base.lowerBound, $0.line) }, uniquingKeysWith: { one, _ in one })
    for line in replaced.ours {
      guard let other = theirs[line.base.lowerBound],
        let base = LabelledLine(changes.texts.base[line.base]),
        let one = LabelledLine(line.line), let two = LabelledLine(other)
      else { continue }
      if let line = one.renaming(base, beside: two) ?? two.renaming(base, beside: one) {
        mixed.insert(line)
      }
    }
  }

  /// The lines with the label of one side and the value of the other one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there can be none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !mixed.isEmpty else { return [] }
    return Lines(result).places.compactMap { place in
      guard let line = LabelledLine(result[place]), mixed.contains(line) else { return nil }
      let label = line.label.excerpt
      return StructureFault(
        places: [place],
        reason: tr("one side changed the value that the other side labelled `\(label)`"))
    }
  }
}

/// A label and the value behind it: `Author: Kari`, `colour = red`, `:date: today`.
private struct LabelledLine: Hashable {
  let label: ArraySlice<UInt8>
  let value: ArraySlice<UInt8>

  /// The most bytes and words of a label.
  private static let (longest, mostWords) = (40, 3)

  init?(_ line: ArraySlice<UInt8>) {
    let words = line.drop { $0.isBlankOrTab || "-*+:".utf8.contains($0) }
    guard let sign = words.firstIndex(where: { ":=".utf8.contains($0) }) else { return nil }
    label = words[..<sign].trimmed
    value = words[(sign + 1)...].trimmed
    let isColon = words[sign] == UInt8(ascii: ":")
    let next = words[(sign + 1)...].first ?? 0x0A
    // The colon of a time or an address is no label's; neither is `==`.
    guard isColon ? next.isBlankOrTab || next == UInt8(ascii: ":") : next != 0x3D,
      !value.isEmpty, label.count <= Self.longest, label.first.map({ $0.isLetter }) ?? false,
      label.split(whereSeparator: \.isBlankOrTab).count <= Self.mostWords
    else { return nil }
  }

  private init(label: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    (self.label, self.value) = (label, value)
  }

  /// The line that would mix a new label of this line and a new value of another one; `nil` where they changed
  /// something else, or the one label only says more than the other.
  func renaming(_ base: LabelledLine, beside other: LabelledLine) -> LabelledLine? {
    guard label != base.label, value == base.value, other.label == base.label,
      other.value != base.value
    else { return nil }
    let (one, two) = (words, base.words)
    guard one.isDisjoint(with: two) else { return nil }
    return LabelledLine(label: label, value: other.value)
  }

  /// The words of the label, in lower case.
  private var words: Set<String> {
    let text = String(decoding: label, as: UTF8.self).lowercased()
    return Set(text.split(separator: " ").map(String.init))
  }
}
