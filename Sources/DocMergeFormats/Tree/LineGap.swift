/// The comment lines and blank lines between two lines with text.
struct LineGap {
  /// Where the gap starts.
  let start: Int
  /// Where it ends.
  private(set) var end: Int
  /// Where the first blank line starts.
  private(set) var firstBlank: Int?
  /// The end of the run of blank lines that starts there.
  private var blanksEnd: Int
  /// The end of the last blank line.
  private var lastBlankEnd: Int?

  init(from start: Int) {
    self.start = start
    end = start
    blanksEnd = start
  }

  /// Adds the next line.
  mutating func addLine(_ line: Range<Int>, isBlank: Bool) {
    if isBlank {
      if firstBlank == nil {
        firstBlank = line.lowerBound
        blanksEnd = line.upperBound
      } else if blanksEnd == line.lowerBound {
        blanksEnd = line.upperBound
      }
      lastBlankEnd = line.upperBound
    }
    end = line.upperBound
  }

  /// The end of the blank lines at the start of the gap.
  var jointEnd: Int { firstBlank == start ? blanksEnd : start }

  /// The end of the part that is separated from the text below: the last blank line.
  var headEnd: Int { lastBlankEnd ?? start }

  /// The end of the comments that are directly below the text above, and separated from the text below.
  var tailEnd: Int { firstBlank ?? start }

  /// The same at the end of the text, where nothing follows.
  var lastTailEnd: Int { firstBlank ?? end }

  /// The end of the blank lines that follow such comments.
  var tailJointEnd: Int { firstBlank == nil ? start : blanksEnd }
}

extension ByteCursor {
  /// Skips a comment that starts here with `#`, up to the end of the line.
  mutating func skipHashComment() {
    if next == 0x23 { skip { $0 != 0x0A } }
  }

  /// Scans the rest of the line, blank lines and lines with comments that start with `#`.
  ///
  /// - Returns: The lines; the cursor is after the indentation of the next text.
  mutating func scanHashLines() -> LineGap {
    var gap = LineGap(from: offset)
    while true {
      let line = offset
      skipBlanks()
      let isBlank = next == 0x0A
      skipHashComment()
      guard take(0x0A) else { return gap }
      gap.addLine(line..<offset, isBlank: isBlank)
    }
  }
}
