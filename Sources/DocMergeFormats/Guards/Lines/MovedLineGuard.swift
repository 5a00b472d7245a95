import DocMergeCore
import DocMergeLanguage

/// Finds a line that both sides moved, each to another place and with other words.
///
///     base   read()       ours   connect(3)   theirs  read()        fault   connect(3)
///            connect()           read()               load()                read()
///            load()              load()               connect(url)          load()
///                                                                           connect(url)
///
/// The base has the line once.
struct MovedLineGuard: Sendable {
  /// The lines of ours and theirs that were made from one line of the base.
  private var moved = ContradictingLines()

  /// The fewest letters and digits of a line, the most lines that are examined, and the most lines that a side adds.
  private static let (fewestLetters, mostLines, mostAdded) = (4, 200, 2_000)

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; where both deleted a line, O(*d*
  ///   × *n*), *d* being the number of those lines.
  init(_ changes: InputChanges) {
    let (parts, texts) = (changes.parts, changes.texts)
    let deleted = Self.deleted(by: parts, in: texts.base)
    guard !deleted.isEmpty else { return }
    let ours = Self.added(parts.ours, texts.ours)
    let theirs = Self.added(parts.theirs, texts.theirs)
    guard min(ours.count, theirs.count) > 0, max(ours.count, theirs.count) < Self.mostAdded else {
      return
    }
    let counts = Lines(texts.base).reduce(into: [ArraySlice<UInt8>: Int]()) {
      $0[$1.trimmed, default: 0] += 1
    }
    for line in deleted where counts[line] == 1 {
      guard let one = Self.version(of: line, among: ours),
        let other = Self.version(of: line, among: theirs), one != other
      else { continue }
      moved.add(one, other)
    }
  }

  /// The lines that were made from one line.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    moved.faults(in: result) { ours, _ in
      tr("each side moved “\(ours)” to another place, in other words")
    }
  }

  /// The lines of the base that both sides deleted or replaced.
  private static func deleted(
    by parts: InputChanges.Sides<[InputChanges.ChangedPart]>, in base: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var rest = parts.theirs.filter { !$0.base.isEmpty }[...]
    for part in parts.ours where !part.base.isEmpty {
      rest = rest.drop { $0.base.upperBound <= part.base.lowerBound }
      for other in rest.prefix(while: { $0.base.lowerBound < part.base.upperBound }) {
        let lines = base[part.base.clamped(to: other.base)].split(separator: 0x0A)
        found += lines.map(\.trimmed).filter { $0.count(where: \.isPartOfName) >= fewestLetters }
      }
      if found.count > mostLines { return [] }
    }
    return found
  }

  /// The lines of the parts in which a side has more lines than the base: a moved line is among them.
  private static func added(
    _ parts: [InputChanges.ChangedPart], _ side: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    parts.filter { $0.sideCount > $0.baseCount }.flatMap { side[$0.side].split(separator: 0x0A) }
      .map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The one line that was made from a line: the same one, or one with most of its text; `nil` where there is none.
  private static func version(
    of line: ArraySlice<UInt8>, among added: [ArraySlice<UInt8>]
  ) -> ArraySlice<UInt8>? {
    if let same = added.first(where: { $0 == line }) { return same }
    let alike = added.filter { isMade($0, from: line) }
    return alike.count == 1 ? alike[0] : nil
  }

  /// Whether a line is another one with text put in, or with one of several words replaced.
  private static func isMade(_ line: ArraySlice<UInt8>, from old: ArraySlice<UInt8>) -> Bool {
    let start = zip(line, old).prefix { $0 == $1 }.count
    let end = zip(line.dropFirst(start).reversed(), old.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    if start > 0, start + end >= old.count { return true }
    // The parts of a path are no words.
    let words = old.split(whereSeparator: \.isBlankOrTab)
    guard words.count >= fewestWords, start + end > old.count / 2 else { return false }
    let rest = Set(line.split(whereSeparator: \.isBlankOrTab))
    return words.count { !rest.contains($0) } <= 1
  }

  /// The fewest words of a line of which one may be replaced.
  private static let fewestWords = 4
}
