/// Lines that follow each other in a text.
struct LineRun {
  /// The text of all the lines; its indices are offsets into the whole text.
  let text: ArraySlice<UInt8>

  /// Where each line starts, then where the last one ends.
  let starts: [Int]

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var starts = [text.startIndex]
    text.withUnsafeBytes { bytes in
      func end(from start: Int) -> Int {
        ByteRuns.firstOffset(of: .newline, in: bytes, from: start) + 1
      }
      var lineEnd = end(from: 0)
      while lineEnd <= bytes.count {
        starts.append(text.startIndex + lineEnd)
        lineEnd = end(from: lineEnd)
      }
    }
    if starts.last != text.endIndex { starts.append(text.endIndex) }
    self.starts = starts
  }

  private init(text: ArraySlice<UInt8>, starts: [Int]) {
    self.text = text
    self.starts = starts
  }

  var count: Int { starts.count - 1 }
  var isEmpty: Bool { count == 0 }

  /// One line with its ending.
  subscript(line: Int) -> ArraySlice<UInt8> { text[starts[line]..<starts[line + 1]] }

  /// Some of the lines.
  subscript(lines: Range<Int>) -> LineRun {
    LineRun(
      text: text[starts[lines.lowerBound]..<starts[lines.upperBound]],
      starts: Array(starts[lines.lowerBound...lines.upperBound]))
  }

  /// The lines, one by one.
  var lines: [ArraySlice<UInt8>] { (0..<count).map { self[$0] } }

  /// Whether there are only blanks and line endings.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}
