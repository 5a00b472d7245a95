/// What a side did to the blanks at both ends of the lines of a node, without another change.
struct LineLayout {
  private let old: [Line]
  private let new: [Line]

  /// Compares two texts that say the same.
  init(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    (self.old, self.new) = (Line.lines(of: old), Line.lines(of: new))
  }

  /// A line, and the blanks at its ends.
  private struct Line {
    let start: ArraySlice<UInt8>
    let text: ArraySlice<UInt8>
    let end: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) {
      start = line.prefix(while: \.isWhite)
      let rest = line[start.endIndex...]
      let last = rest.lastIndex { !$0.isWhite }
      text = rest[rest.startIndex..<(last.map { $0 + 1 } ?? rest.startIndex)]
      end = rest[text.endIndex...]
    }

    static func lines(of text: ArraySlice<UInt8>) -> [Line] {
      text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Line.init)
    }
  }

  /// Does the same to another text; `nil` where its lines are others, or the words of a line moved to another.
  func applied(to text: ArraySlice<UInt8>) -> [UInt8]? {
    let lines = Line.lines(of: text)
    guard lines.count == old.count, lines.count == new.count,
      zip(old, new).allSatisfy({ $0.text == $1.text })
    else { return nil }
    var result: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { result.append(0x0A) }
      result += Self.merged(old[index].start, new[index].start, line.start)
      result += line.text
      result += Self.merged(old[index].end, new[index].end, line.end)
    }
    return result
  }

  /// The other side's own change of blanks goes first.
  private static func merged(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> { other == old ? new : other }
}
