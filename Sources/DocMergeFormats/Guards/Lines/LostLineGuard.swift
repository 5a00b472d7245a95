import DocMergeCore
import DocMergeLanguage

/// Finds a line that stands twice in one paragraph of the base and is missing in a result, since each side removed
/// another one of the two.
///
///     base   import os     ours   import re     theirs  import os     fault   import re
///            import re            import os             import re
///            import os
struct LostLineGuard {
  private let inputs: [[UInt8]]
  /// The lines of which each side removed another one.
  private var doubled: Set<ArraySlice<UInt8>>

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) {
    self.inputs = inputs
    doubled = []
    let twice = Self.doubled(in: inputs[0])
    guard !twice.isEmpty else { return }
    let counts = inputs.map(Self.counts)
    doubled = twice.filter { line in
      let count = counts[0][line, default: 0]
      return counts[1...].allSatisfy { 0 < $0[line, default: 0] && $0[line, default: 0] < count }
    }
    doubled = doubled.filter(isRemovedAlone)
  }

  /// The places of the result where such a line was removed.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !doubled.isEmpty else { return [] }
    let kept = Self.counts(in: result)
    return doubled.filter { kept[$0] == nil }.map { line in
      let text = line.excerpt
      return StructureFault(
        places: places(of: line, in: result),
        reason: tr("`\(text)` would be missing, which each side has"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The lines that stand twice in one paragraph, with one indentation.
  private static func doubled(in text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    var found: Set<ArraySlice<UInt8>> = []
    var paragraph: Set<ArraySlice<UInt8>> = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.trimmed.isEmpty {
        paragraph = []
      } else if !paragraph.insert(line).inserted, line.contains(where: \.isPartOfWord) {
        found.insert(line.trimmed)
      }
    }
    return found
  }

  private static func counts(in text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    text.split(separator: 0x0A).reduce(into: [:]) { counts, line in
      let words = line.trimmed
      if words.contains(where: \.isPartOfWord) { counts[words, default: 0] += 1 }
    }
  }

  /// Whether each side removed one of the lines, and not a record that it is a part of.
  private func isRemovedAlone(_ line: ArraySlice<UInt8>) -> Bool {
    let texts = inputs.map { $0.split(separator: 0x0A).map(\.trimmed) }
    let base = texts[0]
    return texts[1...].allSatisfy { side in
      base.indices.contains { place in
        guard base[place] == line else { return false }
        let before = place > 0 ? base[place - 1] : nil
        let after = place + 1 < base.count ? base[place + 1] : nil
        return (0...side.count).contains { gap in
          (gap > 0 ? side[gap - 1] : nil) == before
            && (gap < side.count ? side[gap] : nil) == after
        }
      }
    }
  }

  /// The lines of a result beside which the base has the line.
  private func places(of line: ArraySlice<UInt8>, in result: [UInt8]) -> [Range<Int>] {
    let lines = inputs[0].split(separator: 0x0A).map(\.trimmed)
    var beside: Set<ArraySlice<UInt8>> = []
    for index in lines.indices where lines[index] == line {
      beside.formUnion(lines[max(0, index - 1)..<min(lines.count, index + 2)])
    }
    return Lines(result).places.filter { beside.contains(result[$0].trimmed) }
  }
}
