import DocMergeCore
import DocMergeLanguage

/// Finds lines of a result that join text of different lines, with the indentation of one of them in the middle.
///
///     ours   { a; b; c }     theirs  {            fault   {
///                                      a;                   a;
///                                      b;                   b;   c }
///                                    }
struct LayoutGuard {
  /// The gaps in lines of the inputs, each with the bytes around it, such as those of columns that are aligned.
  private let known: Set<ArraySlice<UInt8>>
  /// The blanks that are too many between two words of a line.
  private static let leastGap = 3

  init(_ inputs: [[UInt8]]) {
    known = Set(inputs.flatMap { $0.split(separator: 0x0A).flatMap(Self.gaps) })
  }

  /// The lines with a gap that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in text: [UInt8]) -> [StructureFault] {
    text.split(separator: 0x0A).compactMap { line in
      guard Self.gaps(in: line).contains(where: { !known.contains($0) }) else { return nil }
      return StructureFault(
        places: [line.startIndex..<line.endIndex], reason: tr("two lines would become one"))
    }
  }

  /// The runs of several blanks between the words of a line, each with the bytes around it.
  private static func gaps(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let line = line.last == 0x0D ? line.dropLast() : line
    var gaps: [ArraySlice<UInt8>] = []
    var last: Int?
    for place in line.indices where !line[place].isBlankOrTab {
      if let last, place - last > leastGap { gaps.append(line[last...place]) }
      last = place
    }
    return gaps
  }
}
