import DocMergeCore
import DocMergeLanguage

/// Finds texts of YAML whose line ends one side made blanks, or blanks line ends, while the other side changed them.
///
///     base   text: |     ours   text: >     theirs  text: |        fault   text: >
///              Come             Come                  Come                   Come
///              at six.          at six.               at six.                at six.
///                                                     - boots                - boots     one line
struct BlockScalarGuard {
  private let inputs: [[UInt8]]

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  private struct Scalar {
    let mark: UInt8
    let content: ArraySlice<UInt8>
    let place: Range<Int>
  }

  /// The texts of a result that were meant with other line ends.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let scalars = inputs.map(Self.scalars)
    let changed = scalars[0].filter { key, old in
      guard let ours = scalars[1][key], let theirs = scalars[2][key] else { return false }
      return ours.mark != old.mark && theirs.content != old.content
        || theirs.mark != old.mark && ours.content != old.content
    }
    guard !changed.isEmpty else { return [] }
    let merged = Self.scalars(in: result)
    return changed.keys.compactMap { key in
      guard let found = merged[key],
        !scalars[1...].contains(where: {
          $0[key]?.mark == found.mark && $0[key]?.content == found.content
        })
      else { return nil }
      let name = String(decoding: key.prefix(60), as: UTF8.self)
      return StructureFault(
        places: [found.place], reason: tr("the lines of `\(name)` would be joined otherwise"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The texts behind `|` and `>`, by the line up to the mark; those of a line that stands twice are left out.
  private static func scalars(in text: [UInt8]) -> [ArraySlice<UInt8>: Scalar] {
    var found: [ArraySlice<UInt8>: Scalar] = [:]
    var doubled: Set<ArraySlice<UInt8>> = []
    let lines = Array(Lines(text).lazy.map(\.indices))
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
