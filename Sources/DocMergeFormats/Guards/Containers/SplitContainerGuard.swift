import DocMergeCore
import DocMergeLanguage

/// Finds lines of one side at the place where the other side divided their container in two.
///
///     base   - pears      ours   - pears         theirs   - pears      fault   - pears
///            - carrots           ## Vegetables            - dates              - dates
///                                - carrots                - carrots            ## Vegetables
///                                                                              - carrots
///
/// It is unknown to which half such a line belongs. The same is true of a line that one side added at the end of the
/// container, if the other side put the last children under a new name.
struct SplitContainerGuard: Sendable {
  private let changes: InputChanges
  private let path: String
  private let insertions = ReadOnce<Insertions>()
  /// Texts with more lines are not examined.
  private static let longest = 20_000

  /// The insertions of both sides at such places.
  private struct Insertions: Sendable {
    var ambiguous: [AmbiguousInsertion] = []
    /// Whether text can be in fences, as code is in Markdown.
    var hasFences = false
  }

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges, fileAt path: String) { (self.changes, self.path) = (changes, path) }

  /// The lines that may be in the wrong half.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, and a comparison of their lines.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let insertions = insertions.value { readInsertions() }
    guard !insertions.ambiguous.isEmpty else { return [] }
    let lines = IndentedLine.all(in: result, hasFences: insertions.hasFences)
    return insertions.ambiguous.flatMap { insertion in
      lines.indices.filter { insertion.stands(at: $0, in: lines) }.map { start in
        let end = lines[start + insertion.added.count - 1].place.upperBound
        let text = lines[start].content.excerpt
        return StructureFault(
          places: [lines[start].place.lowerBound..<end],
          reason: tr("“\(text)” would stand where the other side divided the part that holds it"))
      }
    }.sorted { $0.stands(before: $1) }
  }

  private func readInsertions() -> Insertions {
    let inputs = changes.inputs
    guard changes.mayInsertByBoth, changes.addedLines.sides.allSatisfy({ !$0.isEmpty }),
      let notation = ContainerNotation(fileAt: path, sample: inputs[0])
    else { return Insertions() }
    let texts = inputs.map { IndentedLine.all(in: $0, hasFences: notation.hasFences) }
    guard texts.allSatisfy({ $0.count < Self.longest }) else { return Insertions() }
    let keys = texts.map(Self.keys)
    let hunks = keys[1...].map { diffLines(base: keys[0], other: $0) }
    let ambiguous = [(1, 2), (2, 1)].flatMap { one, other in
      ContainerSplits(
        notation, base: texts[0], splitter: texts[one], hunks[one - 1], adder: texts[other],
        hunks[other - 1]
      ).ambiguousInsertions
    }
    guard !ambiguous.isEmpty, Self.haveNewKeys(texts) else { return Insertions() }
    return Insertions(ambiguous: ambiguous, hasFences: notation.hasFences)
  }

  /// The keys of some lines as a text, a key a line.
  private static func keys(of lines: [IndentedLine]) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      text += line.key
      text.append(0x0A)
    }
    return text
  }

  /// Whether each side has a line whose key no line of the base has.
  private static func haveNewKeys(_ texts: [[IndentedLine]]) -> Bool {
    let known = Set(texts[0].map(\.key))
    return texts[1...].allSatisfy { side in side.contains { !known.contains($0.key) } }
  }
}
