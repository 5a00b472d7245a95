import DocMergeCore

/// The lines that each side changed: compared with the base once, for all guards of a merge.
///
/// Most guards can only find something where a side changed lines of some kind. They ask this value first, and read
/// whole texts only then.
struct InputChanges: Sendable {
  let texts: Triple<[UInt8]>
  private let hunks = ReadOnce<Sides<[ChangedPart]>>()
  private let own = ReadOnce<Sides<[ChangedPart]>>()
  private let added = ReadOnce<AddedLines>()
  private let ownAdded = ReadOnce<AddedLines>()
  private let words = ReadOnce<ContestedWords>()
  private let common = ReadOnce<(written: Bool, removed: Bool)>()

  /// A value of each side.
  struct Sides<Value: Sendable>: Sendable {
    let ours: Value
    let theirs: Value
  }

  /// Lines of the base, and the lines of a side that replace them: bytes of their texts, lines with their ends.
  struct ChangedPart: Sendable {
    let base: Range<Int>
    let side: Range<Int>
    /// The numbers of lines.
    let (baseCount, sideCount): (Int, Int)

    /// Whether its lines in the base are short, as lines that people write are.
    var hasShortLines: Bool { base.count <= baseCount * 1_000 }
  }

  init(_ texts: Triple<[UInt8]>) { self.texts = texts }

  /// The base, ours and theirs.
  var inputs: [[UInt8]] { [texts.base, texts.ours, texts.theirs] }

  /// The parts that each side changed, in the order of the text.
  ///
  /// - Complexity: That of a comparison of lines, at the first call.
  var parts: Sides<[ChangedPart]> {
    hunks.value {
      let base = Lines(texts.base)
      return Sides(ours: Self.parts(base, texts.ours), theirs: Self.parts(base, texts.theirs))
    }
  }

  /// The parts that only one side changed, or the sides changed differently.
  ///
  /// Of a change that both sides made alike, each side shows that it goes with its other changes.
  ///
  /// - Complexity: O(*p*) after ``parts``, *p* being the number of bytes of the changed parts.
  var ownParts: Sides<[ChangedPart]> {
    own.value {
      let (ours, theirs) = (parts.ours, parts.theirs)
      return Sides(
        ours: Self.without(theirs, texts.theirs, in: ours, texts.ours),
        theirs: Self.without(ours, texts.ours, in: theirs, texts.theirs))
    }
  }

  /// The parts of a side, without those that the other side changed alike.
  private static func without(
    _ others: [ChangedPart], _ other: [UInt8], in parts: [ChangedPart], _ side: [UInt8]
  ) -> [ChangedPart] {
    var next = 0
    return parts.filter { part in
      while next < others.count, others[next].base.lowerBound < part.base.lowerBound { next += 1 }
      guard next < others.count, others[next].base == part.base else { return true }
      return side[part.side] != other[others[next].side]
    }
  }

  private static func parts(_ base: Lines, _ side: [UInt8]) -> [ChangedPart] {
    let lines = Lines(side)
    return diffLines(base: base.bytes, other: side).map { hunk in
      ChangedPart(
        base: base.text(of: hunk.base).indices, side: lines.text(of: hunk.other).indices,
        baseCount: hunk.base.count, sideCount: hunk.other.count)
    }
  }

  /// The lines that each side has and the base has nowhere.
  var addedLines: AddedLines { added.value { AddedLines(parts, of: texts) } }

  /// Those of ``ownParts``.
  var ownAddedLines: AddedLines { ownAdded.value { AddedLines(ownParts, of: texts) } }

  /// The words that one side deleted and the other one put in.
  var contestedWords: ContestedWords { words.value { ContestedWords(self) } }

  /// Whether both sides wrote, or both removed, a line of the same text, which is not blank.
  var haveCommonLines: (written: Bool, removed: Bool) { common.value { commonLines } }

  private var commonLines: (written: Bool, removed: Bool) {
    func areCommon(_ ours: [ArraySlice<UInt8>], _ theirs: [ArraySlice<UInt8>]) -> Bool {
      func texts(_ parts: [ArraySlice<UInt8>]) -> Set<ArraySlice<UInt8>> {
        Set(
          parts.flatMap { $0.split(separator: 0x0A) }.lazy.map { $0.trimmed }.filter { !$0.isEmpty }
        )
      }
      return !texts(ours).isDisjoint(with: texts(theirs))
    }
    let (ours, theirs) = (parts.ours, parts.theirs)
    return (
      areCommon(ours.map { texts.ours[$0.side] }, theirs.map { texts.theirs[$0.side] }),
      areCommon(ours.map { texts.base[$0.base] }, theirs.map { texts.base[$0.base] })
    )
  }

  /// Whether both sides may have put in lines: neither only replaced single lines, or deleted some.
  var mayInsertByBoth: Bool {
    let parts = parts
    return [parts.ours, parts.theirs].allSatisfy { side in
      side.contains { part in
        part.sideCount > 1 || part.baseCount == 0
          || part.sideCount == 1 && texts.base[part.base].allSatisfy(\.isWhite)
      }
    }
  }

  /// Whether a side changed a line that meets a condition: lines that it replaced or deleted count as well.
  func areChanged(where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    let parts = parts
    return contains(parts.ours, texts.ours, isWanted)
      || contains(parts.theirs, texts.theirs, isWanted)
  }

  /// Whether each side wrote a line that meets a condition.
  func areWrittenByEach(where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    [(parts.ours, texts.ours), (parts.theirs, texts.theirs)].allSatisfy { parts, side in
      parts.contains { side[$0.side].split(separator: 0x0A).contains(where: isWanted) }
    }
  }

  private func contains(
    _ parts: [ChangedPart], _ side: [UInt8], _ isWanted: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    parts.contains { part in
      texts.base[part.base].split(separator: 0x0A).contains(where: isWanted)
        || side[part.side].split(separator: 0x0A).contains(where: isWanted)
    }
  }
}
