import DocMergeCore
import DocMergeLanguage

/// Finds blocks of both sides that would cross each other, and ends of blocks that would be lost.
///
///     base   one      ours   {% if x %}     theirs  one             fault   {% if x %}
///            two             one                    {% for y %}             one
///            three           two                    two                     {% for y %}
///                            {% endif %}            three                   two
///                            three                  {% endfor %}            {% endif %}
///                                                                           three
///                                                                           {% endfor %}
///
/// Each side put a start and an end of a block between lines of the base. Where the ends are alike, the block of one
/// side would end where that of the other side does.
struct CrossingGuard: Sendable {
  private let inputs: [[UInt8]]
  /// The first and last lines of blocks that cross each other.
  private var crossing: [[ArraySlice<UInt8>]] = []
  /// The ends of blocks, of which the result must have as many as it has starts.
  private var ends: Set<ArraySlice<UInt8>> = []

  /// Sides with more insertions are not examined.
  private static let mostInsertions = 200

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes that the sides changed; where they moved ends of blocks, of all
  ///   texts.
  init(_ changes: InputChanges) {
    inputs = changes.inputs
    let (parts, texts) = (changes.parts, changes.texts)
    let (ours, theirs) = (
      Self.blocks(parts.ours, texts.ours), Self.blocks(parts.theirs, texts.theirs)
    )
    for one in ours {
      crossing += theirs.filter { one.crosses($0) || $0.crosses(one) }
        .map { [one.start, one.end, $0.start, $0.end] }
    }
    guard crossing.isEmpty else { return }
    ends = Set(changed(parts.ours, texts.ours)).intersection(changed(parts.theirs, texts.theirs))
      .filter { end in
        guard let block = BlockEnd(end) else { return false }
        return inputs.allSatisfy { Self.isBalanced(block, in: $0) }
      }
  }

  /// The blocks that would cross each other, and the starts of those without an end.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where no such blocks were changed.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !crossing.isEmpty || !ends.isEmpty else { return [] }
    let lines = Array(Lines(result).places)
    let crossed = crossing.compactMap { block -> StructureFault? in
      let places = block.compactMap { line in lines.first { result[$0].trimmed == line } }
      guard places.count == block.count else { return nil }
      return StructureFault(
        places: places,
        reason: tr("“\(block[0].excerpt)” and “\(block[2].excerpt)” would start blocks that cross"))
    }
    let open = ends.compactMap { end -> StructureFault? in
      guard let block = BlockEnd(end), !Self.isBalanced(block, in: result) else { return nil }
      return StructureFault(
        places: lines.filter { block.ends(result[$0]) || result[$0].trimmed == end },
        reason: tr("“\(end.excerpt)” would not stand as often as what it ends"))
    }
    return (crossed + open).sorted { $0.stands(before: $1) }
  }

  // MARK: - Blocks of a side

  /// A block that a side put around lines of the base.
  private struct Block {
    /// Its first and its last line, without blanks around them.
    let (start, end): (ArraySlice<UInt8>, ArraySlice<UInt8>)
    /// The lines of the base in it.
    let lines: Range<Int>

    /// Whether another block starts in this one, and ends behind it.
    func crosses(_ other: Block) -> Bool {
      lines.lowerBound < other.lines.lowerBound && other.lines.lowerBound < lines.upperBound
        && lines.upperBound < other.lines.upperBound
    }
  }

  private static func blocks(
    _ parts: [InputChanges.ChangedPart], _ side: [UInt8]
  ) -> [Block] {
    let insertions = parts.filter { $0.baseCount == 0 }
    guard insertions.count > 1, insertions.count <= mostInsertions else { return [] }
    var found: [Block] = []
    var open: [(line: ArraySlice<UInt8>, place: Int)] = []
    for insertion in insertions {
      let place = insertion.base.lowerBound
      for line in side[insertion.side].split(separator: 0x0A) {
        let start = BlockEnd(line).flatMap { end in open.lastIndex { end.ends($0.line) } }
        guard let start else {
          open.append((line.trimmed, place))
          continue
        }
        // A block without lines of the base is an addition as a whole.
        if open[start].place < place {
          found.append(
            Block(start: open[start].line, end: line.trimmed, lines: open[start].place..<place))
        }
        open.removeSubrange(start...)
      }
    }
    return found
  }

  // MARK: - Ends of blocks

  /// The ends with names in the lines that a side wrote or removed.
  private func changed(
    _ parts: [InputChanges.ChangedPart], _ side: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    parts.flatMap { part in
      (side[part.side].split(separator: 0x0A) + inputs[0][part.base].split(separator: 0x0A))
        .filter { BlockEnd($0)?.isCountable == true }.map { $0.trimmed }
    }
  }

  /// Whether a text has as many ends of a kind as lines that they can end.
  private static func isBalanced(_ end: BlockEnd, in text: [UInt8]) -> Bool {
    var count = 0
    for line in Lines(text) {
      if line.trimmed == end.content {
        count -= 1
      } else if end.ends(line) {
        count += 1
      }
    }
    return end.isFence ? count % 2 == 0 : count == 0
  }
}
