import DocMergeCore
import DocMergeLanguage

/// Finds lines of a result that join text of different lines, with the indentation of one of them in the middle.
///
///     ours   { a; b; c }     theirs  {            fault   {
///                                      a;                   a;
///                                      b;                   b;   c }
///                                    }
struct LayoutGuard {
  /// The lines of the inputs.
  private let known: Set<ArraySlice<UInt8>>
  /// The blanks that are too many between two words of a line.
  private static let width = 3

  init(_ inputs: [[UInt8]]) {
    known = Set(inputs.flatMap { $0.split(separator: 0x0A) })
  }

  /// The lines with a gap that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in text: [UInt8]) -> [StructureFault] {
    text.split(separator: 0x0A).compactMap { line in
      guard !known.contains(line), let gap = Self.gap(in: line), !isKnown(around: gap, in: line)
      else { return nil }
      return StructureFault(
        places: [line.startIndex..<line.endIndex], reason: tr("two lines would become one"))
    }
  }

  /// The first run of several blanks behind the indentation of a line, and before more text.
  private static func gap(in line: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = line.firstIndex(where: { !$0.isBlankOrTab }) else { return nil }
    var start = first
    for place in first..<line.endIndex where !line[place].isBlankOrTab {
      if place - start > width { return start + 1..<place }
      start = place
    }
    return nil
  }

  /// Whether a line of the inputs has the gap between the same bytes, such as columns that are aligned.
  private func isKnown(around gap: Range<Int>, in line: ArraySlice<UInt8>) -> Bool {
    let part = line[gap.lowerBound - 1..<gap.upperBound + 1]
    return known.contains { $0.contains(part) }
  }
}
