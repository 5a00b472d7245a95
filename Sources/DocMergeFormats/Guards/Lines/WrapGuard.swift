import DocMergeCore
import DocMergeLanguage

/// Finds lines that one side added among lines which the other side put into a container, and that would stay outside.
///
///     base   def total        ours   class Invoice      theirs   def total      fault   class Invoice
///              sum                     def total                   sum                    def total
///            end                         sum                     end                        sum
///                                      end                       def paid                 end
///                                    end                           …                    end
///                                                                                       def paid
///
/// The container shows by lines that are indented deeper around the addition, or by its end at the same place.
struct WrapGuard: Sendable {
  private typealias Line = (content: ArraySlice<UInt8>, indent: Int)

  /// The first lines of additions that a container of the other side should hold.
  private var lost: [ArraySlice<UInt8>] = []
  /// Texts with more lines, and sides with more insertions, are not examined.
  private static let (longest, mostInsertions) = (20_000, 200)

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, where a side changed the indentation of lines or
  ///   both sides added lines at one place; of what they changed elsewhere.
  init(_ changes: InputChanges) {
    let (parts, texts) = (changes.ownParts, changes.texts)
    guard texts.base.count < Self.longest * 80 else { return }
    lost = outside(texts.base, parts.ours, texts.ours, of: parts.theirs, texts.theirs)
    lost += outside(texts.base, parts.theirs, texts.theirs, of: parts.ours, texts.ours)
  }

  /// The added lines that stand in the result as they were added.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !lost.isEmpty else { return [] }
    let lines = Lines(result).map(\.indices)
    return lost.compactMap { added in
      let place = lines.first { result[$0].elementsEqual(added) }
      return place.map {
        StructureFault(
          places: [$0],
          reason: tr("one side put the lines beside it into a container of their own"))
      }
    }
  }

  /// The first lines of the additions of a side that another side's container should hold.
  private func outside(
    _ base: [UInt8], _ parts: [InputChanges.ChangedPart], _ side: [UInt8],
    of others: [InputChanges.ChangedPart], _ wrapper: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    let insertions = parts.filter { $0.baseCount == 0 }
    let isChanged = others.contains { $0.baseCount > 1 && $0.sideCount > $0.baseCount }
    let ends = Self.ends(others, wrapper)
    guard !insertions.isEmpty, insertions.count < Self.mostInsertions, isChanged || !ends.isEmpty
    else { return [] }
    let base = Self.lines(base)
    guard base.count < Self.longest else { return [] }
    let deeper = isChanged ? Self.lines(wrapper) : []
    return insertions.compactMap { insertion in
      let added = Self.firstLine(of: insertion.side, in: side)
      guard let added else { return nil }
      let number = base.partitioningIndex { $0.content.startIndex >= insertion.base.lowerBound }
      let isWrapped =
        isChanged && Self.isDeeper(base, at: number, in: deeper)
        && Self.isInside(
          base, at: number, column: side[added].prefix(while: \.isBlankOrTab).count, of: deeper)
        || number > 0 && ends.contains(insertion.base.lowerBound)
      return isWrapped ? side[added] : nil
    }
  }

  /// The first line of a range that is not blank, with its end.
  private static func firstLine(of range: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    var start = range.lowerBound
    while start < range.upperBound {
      let end =
        text[start..<range.upperBound].firstIndex(of: 0x0A).map { $0 + 1 } ?? range.upperBound
      if !text[start..<end].trimmed.isEmpty { return start..<end }
      start = end
    }
    return nil
  }

  private static func lines(_ text: [UInt8]) -> [Line] {
    Lines(text).lazy.map { $0.trimmed }.filter { !$0.isEmpty }.map { content in
      let start = text[..<content.startIndex].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      return (content, content.startIndex - start)
    }
  }

  /// Whether the lines of the base around a place are deeper in another text, by the same.
  private static func isDeeper(_ base: [Line], at place: Int, in other: [Line]) -> Bool {
    guard place > 1 else { return false }
    let around = base[(place - 2)..<min(place + 1, base.count)]
    var found: Int?
    for start in 0..<max(0, other.count - around.count + 1) {
      let lines = other[start..<(start + around.count)]
      guard zip(around, lines).allSatisfy({ $0.content.elementsEqual($1.content) }) else {
        continue
      }
      let shifts = Set(zip(around, lines).map { $1.indent - $0.indent })
      guard found == nil, shifts.count == 1, let shift = shifts.first else { return false }
      found = shift
    }
    return found.map { $0 > 0 } ?? false
  }

  private static let outer: WordList = "namespace module defmodule package mod extern"

  /// Whether the container that an addition stands in is deeper in another text, or, for an addition at the margin, the
  /// lines around it are, or stand in a container of whole files.
  private static func isInside(_ base: [Line], at place: Int, column: Int, of other: [Line]) -> Bool
  {
    if let owner = base[..<place].last(where: { $0.indent < column }) {
      let found = other.filter { $0.content == owner.content }
      return found.count == 1 && found[0].indent > owner.indent
    }
    return place < base.count
      || other.contains { line in
        let word = line.content.prefix(while: \.isPartOfName)
        return outer.contains(String(decoding: word, as: UTF8.self))
          && !base.contains { $0.content == line.content }
      }
  }

  /// The places of the base at which a side inserted ends of containers, and nothing else.
  private static func ends(_ parts: [InputChanges.ChangedPart], _ side: [UInt8]) -> Set<Int> {
    let found = parts.filter { part in
      guard part.baseCount == 0 else { return false }
      let lines = side[part.side].split(separator: 0x0A).map(\.trimmed).filter { !$0.isEmpty }
      return !lines.isEmpty
        && lines.allSatisfy { line in
          line.allSatisfy { "})];".utf8.contains($0) }
            || line.prefix(while: \.isPartOfName).elementsEqual("end".utf8)
            || line.starts(with: "#endif".utf8)
        }
    }
    return Set(found.map(\.base.lowerBound))
  }
}
