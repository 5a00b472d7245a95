import DocMergeCore
import DocMergeLanguage

/// Finds a line that one side added without an edit that the other side made in all lines around it.
///
///     base   HOST=a    ours   export HOST=a    theirs   HOST=a     fault   export HOST=a
///            PORT=80          export PORT=80            PORT=80            export PORT=80
///            USER=b           export USER=b             USER=b             export USER=b
///                                                       PASS=c             PASS=c
///
/// The edit puts one text before each line, or one text in place of another one.
struct UniformEditGuard: Sendable {
  /// What a side did to each of several lines.
  fileprivate struct Edit: Hashable {
    let old: [UInt8]
    let new: [UInt8]
    /// Whether it is at the start of the line.
    let isAtStart: Bool
  }

  /// The added lines without the edit.
  private var missed = LinesOfOldForm()

  /// The fewest lines that show such an edit: of a part, and of a whole paragraph.
  private static let (fewest, fewestOfParagraph) = (3, 2)

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the lines that the sides changed.
  init(_ changes: InputChanges) {
    let (parts, texts) = (changes.ownParts, changes.texts)
    find(by: parts.ours, texts.ours, beside: parts.theirs, texts.theirs, base: texts.base)
    find(by: parts.theirs, texts.theirs, beside: parts.ours, texts.ours, base: texts.base)
  }

  /// The lines of the result without the edit.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] { missed.faults(in: result) }

  private mutating func find(
    by parts: [InputChanges.ChangedPart], _ side: [UInt8],
    beside others: [InputChanges.ChangedPart], _ other: [UInt8], base: [UInt8]
  ) {
    for part in parts
    where part.baseCount
      >= (Self.isParagraph(part.base, of: base) ? Self.fewestOfParagraph : Self.fewest)
      && part.sideCount >= part.baseCount
    {
      guard let edit = Self.edit(from: base[part.base], to: side[part.side]) else { continue }
      for addition in others
      where addition.base.lowerBound >= part.base.lowerBound
        && addition.base.upperBound <= part.base.upperBound
      {
        missed.lines.formUnion(
          Self.added(addition, base, other).filter { !edit.isMade(in: $0) })
      }
    }
  }

  /// Whether nothing stands on the lines before and behind some lines.
  private static func isParagraph(_ lines: Range<Int>, of text: [UInt8]) -> Bool {
    let before = text[..<max(0, lines.lowerBound - 1)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = text[lines.upperBound...].firstIndex(of: 0x0A) ?? text.count
    return before[start...].allSatisfy(\.isWhite)
      && text[lines.upperBound..<end].allSatisfy(\.isWhite)
  }

  /// The lines that a part adds to those of the base.
  private static func added(
    _ part: InputChanges.ChangedPart, _ base: [UInt8], _ side: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    let known = Set(base[part.base].split(separator: 0x0A).map { $0.trimmed })
    return side[part.side].split(separator: 0x0A).map { $0.trimmed }
      .filter { !$0.isEmpty && !known.contains($0) }
  }

  /// The one edit that makes the lines of the base those of the side; `nil` where there are several.
  private static func edit(from base: ArraySlice<UInt8>, to side: ArraySlice<UInt8>) -> Edit? {
    let (old, new) = (base.split(separator: 0x0A), side.split(separator: 0x0A))
    guard old.count >= fewestOfParagraph, old.count == new.count else { return nil }
    var found: Edit?
    for (before, after) in zip(old, new) {
      guard let edit = Edit(from: before.trimmed, to: after.trimmed), found ?? edit == edit else {
        return nil
      }
      found = edit
    }
    return found
  }
}

extension UniformEditGuard.Edit {
  /// The difference of two lines, in whole words; `nil` where it is the whole line, or nothing.
  fileprivate init?(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, old[old.startIndex + start - 1].isPartOfName { start -= 1 }
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    var end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    while end > 0, oldRest[oldRest.endIndex - end].isPartOfName,
      end < max(oldRest.count, newRest.count),
      oldRest.count > end && oldRest[oldRest.endIndex - end - 1].isPartOfName
        || newRest.count > end && newRest[newRest.endIndex - end - 1].isPartOfName
    { end -= 1 }
    (self.old, self.new) = (Array(oldRest.dropLast(end)), Array(newRest.dropLast(end)))
    isAtStart = start == 0
    guard self.old != self.new, start + end > 0, self.old.isEmpty ? isAtStart : true,
      // A value that is replaced alike says nothing of other lines.
      !self.new.isEmpty
    else { return nil }
  }

  /// Whether a line has the new text, or nothing that the edit could be made in.
  fileprivate func isMade(in line: ArraySlice<UInt8>) -> Bool {
    if old.isEmpty { return line.starts(with: new[...].trimmed) }
    return line.firstRange(of: old) == nil
  }
}
