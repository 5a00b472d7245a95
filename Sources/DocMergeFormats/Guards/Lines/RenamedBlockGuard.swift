import DocMergeCore
import DocMergeLanguage

/// Finds blocks of settings that one side gave another name, while the other side changed what is in them.
///
///     base  Host web     ours  Host shop    theirs  Host web     fault  Host shop
///             Port 22            Port 22              Port 80             Port 80
///
/// Another name often means another thing, for which no side wrote these settings. The lines of a block are indented
/// further than its head. A block that only changed places keeps its name.
struct RenamedBlockGuard: Sendable {
  /// The blocks that one side renamed and the other side changed, by their new heads, as the first side has them.
  private var renamed: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]

  /// Prepares for the base, ours and theirs, and the lines that each side replaced.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed, and of the blocks that a side
  ///   renamed.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let texts = changes.texts
    guard !replaced.ours.isEmpty || !replaced.theirs.isEmpty else { return }
    let parts = changes.ownParts
    for (lines, side, other, part) in [
      (replaced.ours, texts.ours, texts.theirs, parts.theirs),
      (replaced.theirs, texts.theirs, texts.ours, parts.ours),
    ] {
      for line in lines
      where BlockHead(texts.base[line.base]).isRenamed(by: BlockHead(line.line)) {
        let (old, new) = (texts.base.block(below: line.base), side.block(below: line.line.indices))
        guard !old.isEmpty, !new.isEmpty,
          part.contains(where: { $0.changes(old, of: texts.base, in: other) }),
          !part.contains(where: { $0.base.overlaps(line.base) }),
          !texts.base.hasLine(line.line), !side.hasLine(texts.base[line.base])
        else { continue }
        renamed[line.line] = side[new]
      }
    }
  }

  /// The blocks with the name of one side and settings of the other one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where no side renamed such a block.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !renamed.isEmpty else { return [] }
    return Lines(result).places.compactMap { place in
      let line = result[place].last == 0x0A ? place.lowerBound..<place.upperBound - 1 : place
      guard let known = renamed[result[line]] else { return nil }
      let block = result.block(below: line)
      guard result[block] != known else { return nil }
      let name = result[line].trimmed.excerpt
      return StructureFault(
        places: [line.lowerBound..<block.upperBound],
        reason: tr("one side changed the block that the other side named `\(name)`"))
    }
  }
}

/// The line above a block: what kind of block it is, and its name.
private struct BlockHead {
  private let words: [ArraySlice<UInt8>]
  /// Whether a brace or brackets show that it is a head: `location / {`, `<Directory />`.
  private let isMarked: Bool

  init(_ line: ArraySlice<UInt8>) {
    let text = line.trimmed
    words = text.split { $0.isWhite || "{}\"'<>;:".utf8.contains($0) }
    isMarked = text.last == UInt8(ascii: "{") || text.first == UInt8(ascii: "<")
  }

  /// Words of conditions and loops, which name nothing.
  private static let conditions: WordList =
    "if else elif elseif unless when while for foreach until switch case match not and or try catch"

  /// Words of declarations in program code.
  private static let declarations: WordList =
    """
    func fn def defp function fun sub procedure proc defun macro class struct interface protocol extension enum union \
    trait impl mod namespace actor contract pub public private protected static export let var val const type typedef \
    operator
    """

  /// Whether another head is for a block of the same kind with another name.
  ///
  /// Without a mark it consists of a kind and a name: `Host web`. Declarations of program code are none: their names
  /// say nothing of what they hold.
  func isRenamed(by other: BlockHead) -> Bool {
    guard let first = words.first, let new = other.words.first,
      first.first?.isDecimalDigit == false,
      isMarked ? words.count == 1 || first == new : words.count == 2 && first == new,
      !words.contains(where: Self.isOfCode)
    else { return false }
    return !Set(words).subtracting(other.words).isEmpty
      && !Set(other.words).subtracting(words).isEmpty
  }

  /// Whether a word declares something in program code, or begins a condition.
  private static func isOfCode(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    return word.contains(UInt8(ascii: "(")) || conditions.contains(text)
      || declarations.contains(text)
  }
}

extension InputChanges.ChangedPart {
  /// Whether it changes more than blank lines and comments among some lines of the base.
  fileprivate func changes(
    _ block: Range<Int>, of text: [UInt8], in other: [UInt8]
  ) -> Bool {
    let isAtEnd = base.lowerBound == block.upperBound
    let isInside =
      base.isEmpty
      ? block.contains(base.lowerBound) && base.lowerBound > block.lowerBound
        || isAtEnd && other[side].indentation >= text[block].indentation
      : base.overlaps(block)
    return isInside
      && [text[base], other[side]].contains { lines in
        lines.split(separator: 0x0A).contains { line in
          let content = line.trimmed
          return !content.isEmpty && content.first != UInt8(ascii: "#")
            && !content.starts(with: "//".utf8)
        }
      }
  }
}

extension [UInt8] {
  fileprivate func hasLine(_ line: ArraySlice<UInt8>) -> Bool {
    Lines(self).contains { $0.trimmed == line.trimmed }
  }

  /// The lines below a line that are indented further, without blank lines at the end.
  fileprivate func block(below line: Range<Int>) -> Range<Int> {
    let start = Swift.min(line.upperBound + 1, count)
    let limit = self[line].indentation
    var (end, place) = (start, start)
    while place < count {
      let next = (self[place...].firstIndex(of: 0x0A) ?? count - 1) + 1
      let text = self[place..<next]
      if !text.trimmed.isEmpty {
        guard text.indentation > limit else { break }
        end = next
      }
      place = next
    }
    return start..<end
  }
}
