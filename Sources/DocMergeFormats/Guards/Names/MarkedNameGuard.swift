import DocMergeCore
import DocMergeLanguage

/// Finds a use of a name that shows by a mark what it is, and of which one side deleted or renamed all others.
///
///     base   @total = total      ours   @amount = total      theirs   @total = total      fault   @amount = total
///                                                                     @total * rate               @total * rate
///
/// The base must define the name, and neither the side nor the result may.
struct MarkedNameGuard: Sendable {
  private let notation: MarkedNames
  /// The names that one side deleted, and the other one wrote.
  private let names: Set<ArraySlice<UInt8>>

  /// Compares the base, ours and theirs; `nil` where no side put in a name that the other one deleted.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of all texts where both changed
  ///   lines with one name.
  init?(_ changes: InputChanges, fileAt path: String, _ code: LanguageFamily?) {
    guard let notation = MarkedNames(fileAt: path, code) else { return nil }
    self.notation = notation
    let (texts, parts) = (changes.texts, changes.parts)
    let lost = [
      (parts.ours, texts.ours, parts.theirs, texts.theirs),
      (parts.theirs, texts.theirs, parts.ours, texts.ours),
    ].map { own, side, others, other in
      let removed = Set(own.flatMap { notation.names(inLinesOf: texts.base[$0.base]) }.map(\.name))
      let written = others.flatMap { notation.names(inLinesOf: other[$0.side]) }
      let shared = removed.intersection(written.lazy.filter { !$0.isDefinition }.map(\.name))
      guard !shared.isEmpty else { return shared }
      return shared.subtracting(notation.names(inLinesOf: side[...]).map(\.name))
    }
    let candidates = lost[0].union(lost[1])
    guard !candidates.isEmpty else { return nil }
    names = candidates.intersection(
      notation.names(inLinesOf: texts.base[...]).filter(\.isDefinition).map(\.name))
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are no such names.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !names.isEmpty else { return [] }
    let found = notation.names(inLinesOf: result[...]).filter { names.contains($0.name) }
    let defined = Set(found.filter(\.isDefinition).map(\.name))
    return Dictionary(grouping: found, by: \.name).filter { !defined.contains($0.key) }
      .map { name, uses in .deleted(name.excerpt, usedAt: uses.map(\.name.indices)) }
      .sorted { $0.stands(before: $1) }
  }
}
