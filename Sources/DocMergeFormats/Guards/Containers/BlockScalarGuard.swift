import DocMergeCore
import DocMergeLanguage

/// Finds texts of YAML in which one side replaced `|` by `>` or the reverse, while the other side changed the words.
///
/// Behind `>`, line ends become blanks: lines that were written to stand apart would be joined, or the reverse.
///
///     base   text: |     ours   text: >     theirs  text: |        fault   text: >
///              Come             Come                  Come                   Come
///              at six.          at six.               at six.                at six.
///                                                     - boots                - boots     one line
struct BlockScalarGuard {
  private let changes: InputChanges
  /// The texts whose line ends one side changed while the other side changed their words: those of ours and theirs.
  private let changed = ReadOnce<[ArraySlice<UInt8>: [Scalar]]>()

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges) { self.changes = changes }

  private struct Scalar: Sendable {
    let mark: UInt8
    let content: ArraySlice<UInt8>
    let place: Range<Int>
  }

  /// The texts of a result that were meant with other line ends.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let changed = changed.value { readChanged() }
    guard !changed.isEmpty else { return [] }
    let merged = Self.scalars(in: result)
    return changed.compactMap { key, sides in
      guard let found = merged[key],
        !sides.contains(where: { $0.mark == found.mark && $0.content == found.content })
      else { return nil }
      let name = key.excerpt
      return StructureFault(
        places: [found.place], reason: tr("the lines of `\(name)` would be joined otherwise"))
    }.sorted { $0.stands(before: $1) }
  }

  private func readChanged() -> [ArraySlice<UInt8>: [Scalar]] {
    guard changes.areChanged(where: { $0.contains(UInt8(ascii: "|")) || $0.contains(0x3E) }) else {
      return [:]
    }
    let scalars = changes.inputs.map(Self.scalars)
    var changed: [ArraySlice<UInt8>: [Scalar]] = [:]
    for (key, old) in scalars[0] {
      guard let ours = scalars[1][key], let theirs = scalars[2][key] else { continue }
      let isChanged =
        ours.mark != old.mark && theirs.content != old.content
        || theirs.mark != old.mark && ours.content != old.content
      if isChanged { changed[key] = [ours, theirs] }
    }
    return changed
  }

  /// The texts behind `|` and `>`, by the line up to the mark; those of a line that stands twice are left out.
  private static func scalars(in text: [UInt8]) -> [ArraySlice<UInt8>: Scalar] {
    var found: [ArraySlice<UInt8>: Scalar] = [:]
    var doubled: Set<ArraySlice<UInt8>> = []
    let lines = Array(Lines(text).places)
    for (index, line) in lines.enumerated() {
      let words = text[line].trimmed
      guard
        let mark = words.lastIndex(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ">") }),
        words[(mark + 1)...].allSatisfy({ $0.isDecimalDigit || $0 == 0x2B || $0 == 0x2D })
      else { continue }
      let key = words[..<mark].trimmed
      guard key.last == 0x3A || key.last == 0x2D else { continue }
      let indentation = words.startIndex - line.lowerBound
      let end = lines[(index + 1)...].first { below in
        let rest = text[below].drop(while: \.isBlankOrTab)
        return !rest.trimmed.isEmpty && rest.startIndex - below.lowerBound <= indentation
      }
      let content = text[line.upperBound..<(end?.lowerBound ?? text.count)].trimmed
      let scalar = Scalar(mark: words[mark], content: content, place: line)
      if found.updateValue(scalar, forKey: key) != nil { doubled.insert(key) }
    }
    return found.filter { !doubled.contains($0.key) }
  }
}
