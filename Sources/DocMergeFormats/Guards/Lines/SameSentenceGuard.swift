import DocMergeCore
import DocMergeLanguage

/// Finds a sentence that each side put in once, at two places of a text.
///
///     base   It rains.       ours   It rains. Bring a coat.    theirs  It rains.
///            We walk.               We walk.                           We walk. Bring a coat.
///
/// `SameInsertionGuard` finds whole items and lines; this one also finds sentences within paragraphs.
struct SameSentenceGuard: Sendable {
  private var wanted: Set<ArraySlice<UInt8>>

  /// The fewest bytes and words of a sentence that says something of its own.
  private static let (fewestBytes, fewestWords) = (12, 3)

  /// Prepares for the base, ours and theirs; `nil` where the sides put in no sentence in common.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the lines that the sides added; of all texts where a sentence
  ///   is in both.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    let sides = added.sides.map { lines in
      Set(lines.flatMap { Self.sentences(in: $0) })
    }
    wanted = sides[0].intersection(sides[1])
    guard !wanted.isEmpty else { return nil }
    for (index, input) in inputs.enumerated() {
      let counts = Self.places(of: wanted, in: input).mapValues(\.count)
      wanted = wanted.filter { counts[$0, default: 0] == (index == 0 ? 0 : 1) }
    }
    guard !wanted.isEmpty else { return nil }
  }

  /// The sentences that would stand twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    Self.places(of: wanted, in: result).filter { Self.areInOneSection($0.value, in: result) }
      .map { sentence, places in .doubled(sentence.excerpt, at: places) }
      .sorted { $0.stands(before: $1) }
  }

  /// Whether there are several places, and no heading between them.
  private static func areInOneSection(_ places: [Range<Int>], in text: [UInt8]) -> Bool {
    guard let first = places.first, let last = places.last, first != last else { return false }
    return !text[first.upperBound..<last.lowerBound].split(separator: 0x0A).contains { line in
      let line = line.trimmed
      return line.first.map { "#=*".utf8.contains($0) } ?? false
        || line.count > 2 && line.allSatisfy { "-=~^".utf8.contains($0) }
    }
  }

  private static func places(
    of wanted: Set<ArraySlice<UInt8>>, in text: [UInt8]
  ) -> [ArraySlice<UInt8>: [Range<Int>]] {
    var found: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    for line in Lines(text) {
      for sentence in sentences(in: line) where wanted.contains(sentence) {
        found[sentence, default: []].append(sentence.indices)
      }
    }
    return found
  }

  /// The sentences of a line of prose.
  private static func sentences(
    in line: ArraySlice<UInt8>
  ) -> [ArraySlice<UInt8>] {
    let content = line.trimmed
    // Items of a list can say the same.
    if content.first.map({ "-*+>|".utf8.contains($0) }) ?? true { return [] }
    var found: [ArraySlice<UInt8>] = []
    var start = content.startIndex
    for index in content.indices where ".!?".utf8.contains(content[index]) {
      let end = index + 1
      guard end == content.endIndex || content[end].isBlankOrTab else { continue }
      let sentence = content[start..<end].trimmed
      if saysSomething(sentence) { found.append(sentence) }
      start = end
    }
    return found
  }

  private static func saysSomething(_ sentence: ArraySlice<UInt8>) -> Bool {
    sentence.count >= fewestBytes
      && sentence.split(whereSeparator: \.isBlankOrTab).count >= fewestWords
  }
}
