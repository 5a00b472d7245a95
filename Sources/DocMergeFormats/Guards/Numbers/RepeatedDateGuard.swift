import DocMergeCore
import DocMergeLanguage

/// Finds a date that a text has twice, of which each side changed another one in another way.
///
///     base   Party on 3 June    ours   Party on 10 June    theirs   Party on 3 June     fault   Party on 10 June
///            …                         …                            …                           …
///            See you: 3 June           See you: 3 June              See you: 17 June            See you: 17 June
///
/// Rows of tables, and lines that begin with a date, are about things of their own.
struct RepeatedDateGuard: Sendable {
  /// The lines of ours and theirs with another date.
  private var pairs = ContradictingLines()

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of the base where each side
  ///   changed a date.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let base = changes.texts.base
    let ours = Self.changes(replaced.ours, in: base)
    guard !ours.isEmpty else { return }
    let theirs = Self.changes(replaced.theirs, in: base)
    guard !theirs.isEmpty else { return }
    let counts = Lines(base).reduce(into: [DateInLine: Int]()) { found, line in
      for date in DateInLine.all(in: line) { found[date, default: 0] += 1 }
    }
    for (date, one) in ours where counts[date] == 2 {
      guard let other = theirs[date], one.new != other.new, one.line.base != other.line.base else {
        continue
      }
      pairs.add(one.line.line, other.line.line)
    }
  }

  /// The lines with two dates for one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    pairs.faults(in: result) { _, _ in tr("each side changed one date into another one") }
  }

  private typealias Change = (line: ReplacedLine, new: DateInLine)

  /// The lines with one date before and after, which differ, by the date before.
  private static func changes(
    _ replaced: [ReplacedLine], in base: [UInt8]
  ) -> [DateInLine: Change] {
    replaced.reduce(into: [:]) { found, line in
      let (old, new) = (DateInLine.all(in: base[line.base]), DateInLine.all(in: line.line))
      guard old.count == 1, new.count == 1, old != new, !old[0].isFirst,
        base[line.base].trimmed.first != UInt8(ascii: "|")
      else { return }
      found[old[0]] = (line, new[0])
    }
  }
}

/// A date with the name of a month: `3 June`, `3. Juni 2026`, `June 3`.
private struct DateInLine: Hashable {
  /// The day, the month in small letters, and the year if there is one.
  private let parts: [[UInt8]]
  /// Whether the line begins with it.
  let isFirst: Bool

  static func == (one: DateInLine, other: DateInLine) -> Bool { one.parts == other.parts }

  func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// The dates of a line, in its order.
  static func all(in line: ArraySlice<UInt8>) -> [DateInLine] {
    guard line.contains(where: \.isDecimalDigit) else { return [] }
    let words = line.split { !$0.isPartOfName && $0 < 0x80 }
    return words.indices.compactMap { DateInLine(words, month: $0) }
  }

  private init?(_ words: [ArraySlice<UInt8>], month: Int) {
    guard let day = [month - 1, month + 1].first(where: { Self.isDay(words, $0) }) else {
      return nil
    }
    let name = words[month].map(\.lowercased)
    let isVerb = ["may", "march"].contains { words[month].elementsEqual($0.utf8) }
    guard !isVerb, monthNames.contains(String(decoding: name, as: UTF8.self)) else { return nil }
    let next = max(day, month) + 1
    let year = next < words.count && Self.isYear(words[next]) ? [Array(words[next])] : []
    parts = [Array(words[day]), name] + year
    isFirst = min(day, month) == 0
  }

  private static func isDay(_ words: [ArraySlice<UInt8>], _ index: Int) -> Bool {
    words.indices.contains(index) && words[index].count <= 4 && !isYear(words[index])
      && words[index].first?.isDecimalDigit == true
  }

  private static func isYear(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 4 && word.allSatisfy(\.isDecimalDigit)
  }
}
