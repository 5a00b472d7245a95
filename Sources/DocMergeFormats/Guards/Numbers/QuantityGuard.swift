import DocMergeCore
import DocMergeLanguage

/// Finds lines in which the number is that of one side, and its unit that of the other one.
///
///     base  ofMinutes(30)    ours  ofMinutes(45)    theirs  ofHours(30)    fault  ofHours(45)
///
/// Merges of words look for such lines themselves; this guard is for merges of trees, to which the number and the unit
/// are two nodes.
struct QuantityGuard: Sendable {
  private var mixed: Set<ArraySlice<UInt8>> = []

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of lines that both sides changed.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let base = changes.texts.base
    var rest = replaced.theirs[...]
    for ours in replaced.ours where ours.line.contains(where: \.isDecimalDigit) {
      rest = rest.drop { $0.base.lowerBound < ours.base.lowerBound }
      guard let theirs = rest.first, theirs.base == ours.base, theirs.line != ours.line,
        let split = SplitQuantity(base: base[ours.base], ours: ours.line, theirs: theirs.line)
      else { continue }
      mixed.insert(split.merged.trimmed)
    }
    guard !mixed.isEmpty else { return }
    for input in changes.inputs { mixed.subtract(Lines(input).lazy.map { $0.trimmed }) }
  }

  /// The lines of the result with a number of one side and a unit of the other one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !mixed.isEmpty else { return [] }
    return Lines(result).places.filter { mixed.contains(result[$0].trimmed) }.map {
      StructureFault(
        places: [$0], reason: tr("each side changed another part of one quantity"))
    }
  }
}
