import DocMergeCore
import DocMergeLanguage

/// Finds lines that both sides added to one paragraph of a plain text, at different places of it.
///
///     base   milk      ours   apples     theirs  milk       fault   apples
///            soap             milk               soap               milk
///                             soap               apples             soap
///                                                                   apples
struct DoubledLineGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// Whether a line stands twice in a paragraph.
  static func isPossible(in text: [UInt8]) -> Bool { !doubled(in: text).isEmpty }

  /// The lines that stand twice in a paragraph, and in no paragraph of an input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where a line stands twice.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    if doubled.isEmpty { return [] }
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.line) })
    return doubled.filter { !known.contains($0.line) }.map { line, places in
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      return StructureFault(places: places, reason: tr("`\(text)` would stand twice"))
    }.sorted { $0.stands(before: $1) }
  }

  private static func doubled(in text: [UInt8]) -> [(line: [UInt8], places: [Range<Int>])] {
    var found: [(line: [UInt8], places: [Range<Int>])] = []
    var paragraph: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    func endParagraph() {
      found += paragraph.filter { $0.value.count > 1 }.map { (Array($0.key), $0.value) }
      paragraph = [:]
    }
    for line in Lines(text).lazy.map(\.indices) {
      let words = text[line].trimmed
      if words.isEmpty {
        endParagraph()
      } else if words.contains(where: \.isPartOfWord) {
        paragraph[words, default: []].append(line)
      }
    }
    endParagraph()
    return found
  }
}
