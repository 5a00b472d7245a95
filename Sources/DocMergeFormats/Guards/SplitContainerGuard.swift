import DocMergeCore
import DocMergeLanguage

/// Finds lines of one side at the place where the other side divided their container in two.
///
///     base   - pears      ours   - pears         theirs   - pears      fault   - pears
///            - carrots           ## Vegetables            - dates              - dates
///                                - carrots                - carrots            ## Vegetables
///                                                                              - carrots
///
/// Which half such a line belongs to is not known. The same is true of a line at the end of the container, whose last
/// children are below a new name now.
struct SplitContainerGuard: Sendable {
  private let inputs: [[UInt8]]
  private let path: String
  private let doubts = ReadOnce<(doubts: [ContainerSplits.Doubt], hasFences: Bool)>()
  /// Texts with more lines are not examined.
  private static let longest = 20_000

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], fileAt path: String) { (self.inputs, self.path) = (inputs, path) }

  /// The lines that may be in the wrong half.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, and a comparison of their lines.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let (doubts, hasFences) = doubts.value { findDoubts() }
    guard !doubts.isEmpty else { return [] }
    let lines = IndentedLine.all(in: result, hasFences: hasFences)
    return doubts.flatMap { doubt in
      lines.indices.filter { doubt.stands(at: $0, in: lines) }.map { start in
        let end = lines[start + doubt.added.count - 1].place.upperBound
        let text = String(decoding: lines[start].content.prefix(60), as: UTF8.self)
        return StructureFault(
          places: [lines[start].place.lowerBound..<end],
          reason: tr("“\(text)” would stand where the other side divided the part that holds it"))
      }
    }.sorted { $0.stands(before: $1) }
  }

  private func findDoubts() -> (doubts: [ContainerSplits.Doubt], hasFences: Bool) {
    guard let notation = ContainerNotation(fileAt: path, sample: inputs[0]) else {
      return ([], false)
    }
    let texts = inputs.map { IndentedLine.all(in: $0, hasFences: notation.hasFences) }
    let keys = texts.map { $0.map(\.key) }
    let known = Set(keys[0])
    guard texts.allSatisfy({ $0.count < Self.longest }),
      keys[1...].allSatisfy({ !known.isSuperset(of: $0) })
    else { return ([], false) }
    let hunks = keys[1...].map { diff(base: keys[0], other: $0) }
    let doubts = [(1, 2), (2, 1)].flatMap { one, other in
      ContainerSplits(
        notation, base: texts[0], splitter: texts[one], hunks[one - 1], adder: texts[other],
        hunks[other - 1]
      ).doubts
    }
    return (doubts, notation.hasFences)
  }
}
