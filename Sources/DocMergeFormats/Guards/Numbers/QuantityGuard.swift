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

  /// The most lines that are compared, and the most bytes of each.
  private static let (mostLines, longest) = (500, 2_000)

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of lines that both sides changed.
  init(_ changes: InputChanges) {
    let (parts, texts) = (changes.parts, changes.texts)
    let ours = Self.lines(parts.ours, texts.base, texts.ours)
    guard !ours.isEmpty else { return }
    let theirs = Self.lines(parts.theirs, texts.base, texts.theirs)
    var rest = theirs[...]
    for (base, line) in ours {
      rest = rest.drop { $0.base.lowerBound < base.lowerBound }
      guard let (place, other) = rest.first, place == base, line != other,
        let split = SplitQuantity(base: texts.base[base], ours: line, theirs: other)
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

  /// The lines with numbers that a side replaced one by one, and their places in the base, in order.
  private static func lines(
    _ parts: [InputChanges.ChangedPart], _ base: [UInt8], _ side: [UInt8]
  ) -> [(base: Range<Int>, line: ArraySlice<UInt8>)] {
    var found: [(base: Range<Int>, line: ArraySlice<UInt8>)] = []
    for part in parts where part.baseCount == part.sideCount {
      let before = base[part.base].split(separator: 0x0A, omittingEmptySubsequences: false)
      let after = side[part.side].split(separator: 0x0A, omittingEmptySubsequences: false)
      for (old, new) in zip(before, after)
      where old != new && old.count + new.count < longest && found.count < mostLines
        && new.contains(where: \.isDecimalDigit)
      {
        found.append((old.indices, new))
      }
    }
    return found
  }
}
