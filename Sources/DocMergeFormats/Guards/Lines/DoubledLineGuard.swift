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

  /// Whether a line that both sides wrote can stand twice in a paragraph.
  static func isPossible(in result: [UInt8], of changes: InputChanges) -> Bool {
    changes.haveCommonLines.written && !doubled(in: result).isEmpty
  }

  /// The lines that stand twice in a paragraph, and in no paragraph of an input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where a line stands twice.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    if doubled.isEmpty { return [] }
    let inputs = [base] + sides
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.line) })
    let wanted = Set(doubled.map { $0.line[...] }).filter { !known.contains(Array($0)) }
    let counts = inputs.map { Self.counts(of: wanted, in: $0) }
    return doubled.filter { line, _ in
      let count = counts[0][line[...]] ?? 0
      return wanted.contains(line[...]) && counts[1...].allSatisfy { ($0[line[...]] ?? 0) > count }
    }.map { line, places in
      .doubled(line.excerpt, at: places)
    }.sorted { $0.stands(before: $1) }
  }

  /// How often a text has each of some lines.
  private static func counts(
    of wanted: Set<ArraySlice<UInt8>>, in text: [UInt8]
  ) -> [ArraySlice<UInt8>: Int] {
    Lines(text).reduce(into: [:]) { counts, line in
      let words = line.trimmed
      if wanted.contains(words) { counts[words, default: 0] += 1 }
    }
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
    for line in Lines(text).places {
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
