import DocMergeCore
import DocMergeLanguage

/// Finds a mention of a part of a document, such as an annex, that one side deleted or gave another letter while the
/// other side put the mention in.
///
///     base     Annex A: Prices      ours   Annex A: Prices      theirs  See Annex B.         fault   See Annex B.
///              Annex B: Plan                                            Annex A: Prices              Annex A: Prices
///                                                                       Annex B: Plan
///
/// A part begins a line with its label, and a mark or the end of the line follows.
struct LabelledPartGuard {
  /// The parts that each side no longer has, or calls otherwise.
  private let gone: [Set<Label>]
  /// The mentions that each side has more often than the base.
  private let added: [Set<Label>]

  /// A label and a letter or a number: `Annex B`.
  fileprivate struct Label: Hashable {
    let word: String
    let number: ArraySlice<UInt8>
  }

  /// Compares the base, ours and theirs; `nil` where no side changed the line of a part.
  ///
  /// - Complexity: O(*p*), *p* being the number of bytes of what the sides changed; O(*n*) of all texts where a side
  ///   changed the line of a part, and the other one a line with its label.
  init?(_ changes: InputChanges) {
    let texts = changes.texts
    let isChanged = changes.addedLines.replaced.contains { lines in
      lines.contains { LabelledParts.part($0) != nil }
    }
    guard isChanged else { return nil }
    let base = LabelledParts(texts.base)
    let sides = [LabelledParts(texts.ours), LabelledParts(texts.theirs)]
    gone = sides.map { $0.missing(of: base) }
    added = sides.map { side in
      Set(side.mentions.filter { $0.value.count > base.mentions[$0.key, default: []].count }.keys)
    }
  }

  /// The mentions of parts that are no longer there.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let suspects = gone[0].intersection(added[1]).union(gone[1].intersection(added[0]))
    guard !suspects.isEmpty else { return [] }
    let parts = LabelledParts(result)
    return suspects.compactMap { label -> StructureFault? in
      guard let places = parts.mentions[label] else { return nil }
      return .deleted("\(label.word) \(label.number.excerpt)", usedAt: places)
    }.sorted { $0.stands(before: $1) }
  }
}

/// The parts of a text that begin with a label, and the mentions of them.
private struct LabelledParts {
  typealias Label = LabelledPartGuard.Label

  private(set) var titles: [Label: [UInt8]] = [:]
  private(set) var mentions: [Label: [Range<Int>]] = [:]

  /// Words before the letter or the number of a part.
  private static let labels: WordList =
    """
    annex appendix exhibit schedule attachment enclosure anlage anhang annexe anexo allegato bijlage
    """

  init(_ text: [UInt8]) {
    for line in text.split(separator: 0x0A) {
      let part = Self.part(line)
      if let part { titles[part] = Self.title(line, behind: part) }
      var words = line.split { !$0.isPartOfWord }[...]
      while let word = words.popFirst(), let number = words.first {
        guard text[word.endIndex..<number.startIndex].allSatisfy(\.isBlankOrTab),
          let label = Self.label(word, number), label != part
        else { continue }
        mentions[label, default: []].append(word.startIndex..<number.endIndex)
      }
    }
  }

  /// The label that begins a line, if the line is the head of a part.
  static func part(_ line: ArraySlice<UInt8>) -> Label? {
    let content = line.drop { $0.isBlankOrTab || "#=*_|-".utf8.contains($0) }
    let word = content.prefix(while: \.isPartOfWord)
    let rest = content[word.endIndex...].drop(while: \.isBlankOrTab)
    let number = rest.prefix(while: \.isPartOfWord)
    let next = rest[number.endIndex...].drop { $0.isBlankOrTab || $0 == 0x2A || $0 == 0x0D }.first
    guard next.map({ ":.-)|".utf8.contains($0) || $0 >= 0x80 }) ?? true else { return nil }
    return label(word, number)
  }

  /// The label that a word and a number make: `annex B` in a sentence means `Annex B`.
  private static func label(_ word: ArraySlice<UInt8>, _ number: ArraySlice<UInt8>) -> Label? {
    guard isNumber(number) else { return nil }
    let word = String(decoding: word.map(\.lowercased), as: UTF8.self)
    guard labels.contains(word) else { return nil }
    return Label(word: word.prefix(1).uppercased() + word.dropFirst(), number: number)
  }

  /// Whether a word is a capital letter, or a number.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 1 && word.allSatisfy(\.isCapital)
      || !word.isEmpty && word.count < 4
        && word.allSatisfy { $0.isDecimalDigit || "IVX".utf8.contains($0) }
  }

  private static func title(_ line: ArraySlice<UInt8>, behind part: Label) -> [UInt8] {
    let rest = line[part.number.endIndex...].drop { !$0.isPartOfWord }
    return Array(rest.trimmed)
  }

  /// The parts of another text that this one has not, or whose titles other parts have here.
  func missing(of base: LabelledParts) -> Set<Label> {
    let known = Set(titles.values)
    return Set(
      base.titles.filter { label, title in
        guard let own = titles[label] else { return true }
        return own != title && !title.isEmpty && known.contains(title)
      }.keys)
  }
}
