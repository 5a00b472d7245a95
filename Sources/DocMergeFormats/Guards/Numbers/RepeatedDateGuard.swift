import DocMergeCore
import DocMergeLanguage

/// Finds a date that a text has several times, of which each side changed another one in another way.
///
///     base   Party on 3 June    ours   Party on 10 June    theirs   Party on 3 June     fault   Party on 10 June
///            …                         …                            …                           …
///            See you: 3 June           See you: 3 June              See you: 17 June            See you: 17 June
struct RepeatedDateGuard: Sendable {
  /// The lines of ours and theirs with another date.
  private var pairs: [(ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>)] = []

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*m* × *n*), *m* and *n* being the numbers of lines in which the sides changed a date.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let base = changes.texts.base
    let ours = Self.changes(replaced.ours, in: base)
    guard !ours.isEmpty else { return }
    let theirs = Self.changes(replaced.theirs, in: base)
    for one in ours {
      for other in theirs
      where one.old == other.old && one.new != other.new && one.line.base != other.line.base {
        pairs.append((one.line.line.trimmed, other.line.line.trimmed))
      }
    }
  }

  /// The lines with two dates for one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !pairs.isEmpty else { return [] }
    let wanted = Set(pairs.flatMap { [$0.ours, $0.theirs] })
    var places: [ArraySlice<UInt8>: Range<Int>] = [:]
    for line in Lines(result).places where wanted.contains(result[line].trimmed) {
      places[result[line].trimmed] = line
    }
    return pairs.compactMap { ours, theirs in
      guard let one = places[ours], let other = places[theirs] else { return nil }
      return StructureFault(
        places: [one, other], reason: tr("each side changed one date into another one"))
    }.sorted { $0.stands(before: $1) }
  }

  private typealias Change = (line: ReplacedLine, old: [[UInt8]], new: [[UInt8]])

  /// The lines with one date before and after, which differ.
  private static func changes(_ replaced: [ReplacedLine], in base: [UInt8]) -> [Change] {
    replaced.compactMap { line in
      let (old, new) = (dates(in: base[line.base]), dates(in: line.line))
      guard old.count == 1, new.count == 1, old != new else { return nil }
      return (line, old[0], new[0])
    }
  }

  /// The dates of a line with the name of a month, each as its words in small letters: `3 June`, `3. Juni 2026`, `June 3`.
  private static func dates(in line: ArraySlice<UInt8>) -> [[[UInt8]]] {
    guard line.contains(where: \.isDecimalDigit) else { return [] }
    let words = line.split { !$0.isPartOfName && $0 < 0x80 }.map { $0.map(\.lowercased) }
    return words.indices.compactMap { index in
      guard monthNames.contains(String(decoding: words[index], as: UTF8.self)) else { return nil }
      let days = [index - 1, index + 1].filter {
        words.indices.contains($0) && words[$0].count <= 4
          && words[$0].first?.isDecimalDigit == true
      }
      guard let day = days.first else { return nil }
      return [words[day], words[index]]
    }
  }
}
