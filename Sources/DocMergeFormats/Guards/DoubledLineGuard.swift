import DocMergeCore
import DocMergeLanguage

/// Finds lines that both sides added to one paragraph of a plain text, at different places of it.
///
///     base   milk      ours   apples     theirs  milk       fault   apples
///            soap             milk               soap               milk
///                             soap               apples             soap
///                                                                   apples
struct DoubledLineGuard {
  private let base: [UInt8]
  private let sides: [[UInt8]]

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) {
    base = inputs.first ?? []
    sides = Array(inputs.dropFirst())
  }

  /// Whether a line stands twice in a paragraph.
  static func isPossible(in text: [UInt8]) -> Bool { !doubled(in: text).isEmpty }

  /// The lines that stand twice in a paragraph, and in no paragraph of an input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where a line stands twice.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    if doubled.isEmpty { return [] }
    let inputs = [base] + sides
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.line) })
    return doubled.filter { line, _ in
      let count = Self.count(of: line, in: base)
      return !known.contains(line) && sides.allSatisfy { Self.count(of: line, in: $0) > count }
    }.map { line, places in
      .doubled(line.excerpt, at: places)
    }.sorted { $0.stands(before: $1) }
  }

  private static func count(of line: [UInt8], in text: [UInt8]) -> Int {
    Lines(text).lazy.map(\.indices).count { text[$0].trimmed == line[...] }
  }

  /// The lines that stand twice in one paragraph; lines of another indentation are another one.
  private static func doubled(in text: [UInt8]) -> [(line: [UInt8], places: [Range<Int>])] {
    var found: [(line: [UInt8], places: [Range<Int>])] = []
    var paragraph: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    var indentation = 0
    func endParagraph() {
      found += paragraph.filter { $0.value.count > 1 }.map { (Array($0.key), $0.value) }
      paragraph = [:]
    }
    for line in Lines(text).lazy.map(\.indices) {
      let words = text[line].trimmed
      let start = words.startIndex - line.lowerBound
      if words.isEmpty || start != indentation { endParagraph() }
      indentation = start
      if words.contains(where: \.isPartOfWord) {
        paragraph[words, default: []].append(line)
      }
    }
    endParagraph()
    return found
  }
}
