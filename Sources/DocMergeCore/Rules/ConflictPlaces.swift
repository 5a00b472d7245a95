/// Where conflicts that the structure of texts leaves stand in the texts that it was made from.
///
/// What is left is as each input has it, but what stands before it may be longer or shorter.
struct ConflictPlaces {
  private let base: SettledLines
  private let ours: SettledLines
  private let theirs: SettledLines

  init(_ structured: StructuredTexts, of texts: AuditTexts) {
    base = SettledLines(structured.base, of: texts.base)
    ours = SettledLines(structured.ours, of: texts.ours)
    theirs = SettledLines(structured.theirs, of: texts.theirs)
  }

  /// The conflict, with slices of the inputs wherever these have the same lines.
  func placed(_ conflict: Region.Conflict) -> Region.Conflict {
    var placed = conflict
    placed.base = conflict.base.map(base.placed)
    placed.ours = ours.placed(conflict.ours)
    placed.theirs = theirs.placed(conflict.theirs)
    return placed
  }
}

/// The lines of a text in which something was settled, beside those that it had before.
private struct SettledLines {
  private let input: Lines
  private let settled: Lines
  /// From the input to what was settled.
  private let hunks: [Hunk]

  init(_ settled: [UInt8], of input: Lines) {
    self.input = input
    self.settled = Lines(settled)
    if settled == input.bytes {
      hunks = []
      return
    }
    var numbers = PieceNumbers()
    var diff = TokenDiff(
      base: numbers.numbers(of: input), other: numbers.numbers(of: self.settled))
    diff.stepLimit = TokenDiff.auditStepLimit
    hunks = diff.hunks(by: .histogram)
  }

  /// The same lines of the input; the part itself where the input has no such lines.
  func placed(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard part.endIndex <= settled.bytes.count,
      settled.bytes[part.startIndex..<part.endIndex] == part,
      let first = line(at: part.startIndex), let end = line(at: part.endIndex)
    else { return part }
    let before = hunks.partitioningIndex { $0.other.upperBound > first }
    let within = hunks.partitioningIndex { $0.other.lowerBound >= end }
    let start = first + growth(before)
    let lines = start..<max(start, end + growth(max(before, within)))
    guard lines.upperBound <= input.count, input.text(of: lines) == part else { return part }
    return input.text(of: lines)
  }

  /// How many lines more the input has after so many hunks.
  private func growth(_ count: Int) -> Int {
    count > 0 ? hunks[count - 1].base.upperBound - hunks[count - 1].other.upperBound : 0
  }

  /// The line that starts at an offset, or ends the text there.
  private func line(at offset: Int) -> Int? {
    let line = settled.starts.partitioningIndex { $0 >= offset }
    return line < settled.starts.count && settled.starts[line] == offset ? line : nil
  }
}
