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
  /// The most kinds of ends that are counted.
  private static let mostEnds = 20

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes that the sides changed; where they moved ends of blocks, of
  ///   all texts.
  init(_ changes: InputChanges) {
    inputs = changes.inputs
    let (parts, texts) = (changes.ownParts, changes.texts)
    let (ours, theirs) = (
      Self.blocks(parts.ours, texts.ours), Self.blocks(parts.theirs, texts.theirs)
    )
    for one in ours {
      crossing += theirs.filter { one.crosses($0) || $0.crosses(one) }
        .map { [one.start, one.end, $0.start, $0.end] }
    }
    guard crossing.isEmpty else { return }
    let candidates = Set(changed(parts.ours, texts.ours)).intersection(
      changed(parts.theirs, texts.theirs))
    guard candidates.count <= Self.mostEnds else { return }
    ends = candidates.filter { [inputs] end in
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
      let (end, start) = Self.borders(of: side[insertion.side])
      if let end, let block = BlockEnd(end),
        let first = open.lastIndex(where: { block.ends($0.line) })
      {
        if open[first].place < place {
          found.append(Block(start: open[first].line, end: end, lines: open[first].place..<place))
        }
        open.removeSubrange(first...)
      }
      if let start { open.append((start, place)) }
    }
    return found
  }

  /// The most lines of an insertion that starts or ends a block.
  private static let mostLines = 50

  /// The end of a block that an insertion begins with, or the line that it ends with, which can start one.
  ///
  /// Both are `nil` for an insertion that has an end and a start: in a list of like entries, it is one entry.
  private static func borders(
    of insertion: ArraySlice<UInt8>
  ) -> (end: ArraySlice<UInt8>?, start: ArraySlice<UInt8>?) {
    let lines = insertion.split(separator: 0x0A).map { $0.trimmed }.filter { !$0.isEmpty }
    guard lines.count <= mostLines else { return (nil, nil) }
    var open: [Int] = []
    var ends: [Int] = []
    for (index, line) in lines.enumerated() {
      guard let block = BlockEnd(line) else {
        open.append(index)
        continue
      }
      if let start = open.lastIndex(where: { block.ends(lines[$0]) }) {
        open.removeSubrange(start...)
      } else {
        ends.append(index)
        // The same line can start a block.
        if block.canStart { open.append(index) }
      }
    }
    let (end, start) = (ends.first, open.last)
    if let end, let start, end != start { return (nil, nil) }
    return (end == 0 ? lines[0] : nil, start == lines.count - 1 ? lines.last : nil)
  }

  // MARK: - Ends of blocks

  /// The ends with names in the lines that a side wrote or removed.
  private func changed(
    _ parts: [InputChanges.ChangedPart], _ side: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    parts.flatMap { part in
      (side[part.side].split(separator: 0x0A) + inputs[0][part.base].split(separator: 0x0A))
        .filter { BlockEnd($0)?.hasName == true }.map { $0.trimmed }
    }
  }

  /// Whether a text has as many ends of a kind as lines that they can end, each behind such a line.
  private static func isBalanced(_ end: BlockEnd, in text: [UInt8]) -> Bool {
    var count = 0
    for line in Lines(text) {
      if line.trimmed == end.content {
        count -= 1
        if count < 0 { return false }
      } else if end.ends(line) {
        count += 1
      }
    }
    return count == 0
  }
}
