/// A block that one side moved and the other edited: the edit follows the move.
///
/// In the place that the block left, one side has nothing and the other the edited block. In its new place
/// the block is unedited.
struct MovedBlocks {
  let rule: MergeRule

  /// The fewest bytes of text that a block must have to be recognized.
  private static let leastText = 60

  /// The part of its words that an edited block keeps; a block that keeps less is a replacement, not an edit.
  private static let leastKept = 0.5

  /// How many conflicts are examined; each is searched for in the whole text.
  private static let conflictLimit = 64

  /// The regions, with moves and edits of one block combined.
  func settled(_ regions: [Region]) -> [Region] {
    let conflicts = regions.indices.filter {
      if case .conflict = regions[$0] { true } else { false }
    }
    guard conflicts.count <= Self.conflictLimit else { return regions }
    var replacements: [Int: [Region]] = [:]
    for index in conflicts {
      guard case .conflict(let conflict) = regions[index], let move = Move(conflict),
        let (place, followed) = followed(move, in: regions), replacements[place] == nil
      else { continue }
      replacements[index] = []
      replacements[place] = followed
    }
    return regions.indices.flatMap { replacements[$0] ?? [regions[$0]] }
  }

  /// A block that was removed on one side and edited on the other.
  private struct Move {
    let block: ArraySlice<UInt8>
    let edited: ArraySlice<UInt8>
    let origin: Region.Agreed.Origin
    let conflict: Region.Conflict

    init?(_ conflict: Region.Conflict) {
      guard let base = conflict.base, base.trimmed.count >= MovedBlocks.leastText else {
        return nil
      }
      if !conflict.ours.holdsText, conflict.theirs.holdsText {
        (edited, origin) = (conflict.theirs, .ours)
      } else if conflict.ours.holdsText, !conflict.theirs.holdsText {
        (edited, origin) = (conflict.ours, .theirs)
      } else {
        return nil
      }
      block = base.withoutBlankEnd
      guard WordSequence.kept(of: block, in: edited) >= MovedBlocks.leastKept else { return nil }
      self.conflict = conflict
    }
  }

  /// The region that the block moved to, and its replacement; `nil` unless there is just one.
  private func followed(_ move: Move, in regions: [Region]) -> (place: Int, regions: [Region])? {
    let text = move.block
    var found: (place: Int, agreed: Region.Agreed, offset: Int)?
    for place in regions.indices {
      guard case .agreed(let agreed) = regions[place], agreed.origin == move.origin,
        let offset = agreed.bytes.firstOffset(ofLines: text)
      else { continue }
      let rest = agreed.bytes[(offset + text.count)...]
      guard found == nil, rest.firstOffset(ofLines: text) == nil else { return nil }
      found = (place, agreed, offset)
    }
    guard let (place, agreed, offset) = found else { return nil }
    let block = offset..<offset + text.count
    let moved = agreed.bytes[block]
    let conflict = Region.Conflict(
      base: move.block, ours: move.origin == .ours ? moved : move.edited,
      theirs: move.origin == .ours ? move.edited : moved, lineEnding: move.conflict.lineEnding)
    let pieces = [
      Region.Agreed(bytes: agreed.bytes[..<block.lowerBound], origin: agreed.origin),
      Region.Agreed(bytes: move.edited.withoutBlankEnd, origin: .decided(by: rule, from: conflict)),
      Region.Agreed(bytes: agreed.bytes[block.upperBound...], origin: agreed.origin),
    ]
    return (place, pieces.filter { !$0.bytes.isEmpty }.map { .agreed($0) })
  }
}

extension ArraySlice<UInt8> {
  /// The lines up to the last one with text.
  fileprivate var withoutBlankEnd: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return prefix(0) }
    let end = self[last...].firstIndex(of: .newline).map { $0 + 1 } ?? endIndex
    return self[..<end]
  }

  /// The first place where whole lines start within the bytes.
  fileprivate func firstOffset(ofLines lines: ArraySlice<UInt8>) -> Int? {
    guard let first = lines.first, lines.count <= count else { return nil }
    let offset = withUnsafeBytes { text in
      lines.withUnsafeBytes { lines -> Int? in
        var start = 0
        while start + lines.count <= text.count {
          let part = UnsafeRawBufferPointer(rebasing: text[start..<start + lines.count])
          if part[0] == first, ByteRuns.areEqual(part, lines) { return start }
          start = Newlines.endOfLine(from: start, in: text)
        }
        return nil
      }
    }
    return offset.map { startIndex + $0 }
  }
}
