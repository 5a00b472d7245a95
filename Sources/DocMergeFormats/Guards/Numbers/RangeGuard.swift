import DocMergeCore
import DocMergeLanguage

/// Finds ranges that end before they start, where each end is that of another side.
///
///     base  from="06-01" to="06-03"    ours  from="06-08" to="06-10"    theirs  from="06-01" to="06-04"
///
/// The start and the end have names, and stand in one line or in neighbouring ones.
struct RangeGuard: Sendable {
  private let inputs: [[UInt8]]
  private let isPossible: Bool

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the changed lines.
  init(_ inputs: [[UInt8]], _ added: AddedLines) {
    self.inputs = inputs
    isPossible = added.areThere(inEach: true) { !RangeEnd.all(in: $0).isEmpty }
  }

  /// The reversed ranges of a result that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where a side changed no end of a range.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard isPossible else { return [] }
    let found = Self.reversed(in: result)
    guard !found.isEmpty else { return [] }
    let (base, sides) = (Self.reversed(in: inputs[0]), inputs[1...].flatMap(Self.reversed))
    return found.filter { range in
      // Where the base counts down, the order says nothing.
      !base.contains { $0.end.range == range.end.range }
        && !sides.contains { $0.saysNothing(of: range) }
    }.map { range in
      StructureFault(
        places: [range.place],
        reason: tr(
          "`\(range.end.name.excerpt)` would be before `\(range.start.name.excerpt)`, which are of two sides"
        ))
    }
  }

  private struct NamedRange {
    let start: RangeEnd
    let end: RangeEnd

    var place: Range<Int> {
      min(
        start.name.startIndex, end.name.startIndex)..<max(start.value.endIndex, end.value.endIndex)
    }

    /// Whether a side has this range, too, so that a reversed one is no mixture.
    ///
    /// A number or a time can be meant so, as in `max: -1` and `closes: 02:00`: then one end alone tells.
    func saysNothing(of other: NamedRange) -> Bool {
      let (isStart, isEnd) = (start.value == other.start.value, end.value == other.end.value)
      return start.range == other.start.range
        && (start.isDate ? isStart && isEnd : isStart || isEnd)
    }
  }

  /// The most lines between a start and its end.
  private static let reach = 4

  /// The ranges of a text whose end is before their start.
  private static func reversed(in text: [UInt8]) -> [NamedRange] {
    var open: [String: (line: Int, end: RangeEnd)] = [:]
    var found: [NamedRange] = []
    for (number, line) in Lines(text).lazy.map({ text[$0.indices] }).enumerated() {
      for end in RangeEnd.all(in: line) {
        guard let other = open[end.range], other.end.isEnd != end.isEnd,
          number - other.line <= reach
        else {
          open[end.range] = (number, end)
          continue
        }
        open[end.range] = nil
        let range =
          end.isEnd
          ? NamedRange(start: other.end, end: end) : NamedRange(start: end, end: other.end)
        if range.end.isBefore(range.start) { found.append(range) }
      }
    }
    return found
  }
}
