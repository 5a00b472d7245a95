/// The comment lines and blank lines between two lines that say something.
struct LineGap {
  /// Where the gap starts.
  let start: Int
  /// Where it ends.
  private(set) var end: Int
  /// Where the first blank line starts.
  private(set) var firstBlank: Int?
  /// Behind the run of blank lines that starts there.
  private var blanksEnd: Int
  /// Behind the last blank line.
  private var lastBlankEnd: Int?

  init(from start: Int) {
    self.start = start
    end = start
    blanksEnd = start
  }

  /// Goes on with the next line.
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

  /// Behind the blank lines that the gap starts with.
  var jointEnd: Int { firstBlank == start ? blanksEnd : start }

  /// Behind all that is set apart from what follows: the last blank line.
  var headEnd: Int { lastBlankEnd ?? start }

  /// Behind the comments that stand directly below what comes before, and are set apart from what follows.
  var tailEnd: Int { firstBlank ?? start }

  /// The same at the end of the text, where nothing follows.
  var lastTailEnd: Int { firstBlank ?? end }

  /// Behind the blank lines that follow such comments.
  var tailJointEnd: Int { firstBlank == nil ? start : blanksEnd }
}

extension ByteCursor {
  /// Passes a comment that starts here with `#`, up to the end of the line.
  mutating func skipHashComment() {
    if next == 0x23 { skip { $0 != 0x0A } }
  }

  /// Passes the rest of the line, blank lines and lines with comments that start with `#`.
  ///
  /// - Returns: The lines; the cursor is behind the indentation of what follows.
  mutating func passHashLines() -> LineGap {
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
