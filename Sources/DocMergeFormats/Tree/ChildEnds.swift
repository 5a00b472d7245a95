/// The possible ends of a child: before a sibling, or before the end of its container.
///
///     a, b,  // one\n      after the mark of a: blanks; of b: the rest of the line
///     \n                   blank lines, only if a sibling follows
///     c\n
struct ChildEnds {
  /// The end of the mark, or of the body where there is no mark.
  let mark: Int
  /// The end of the line, or `nil` when other text is on it.
  let line: Int?
  /// The start of a sibling.
  let sibling: Int

  /// Searches from the end of the mark of a child; leaves the cursor at the start of a sibling.
  ///
  /// - Parameters:
  ///   - cursor: The cursor after the mark.
  ///   - skipComments: Passes blanks and comments that end on the line.
  init(_ cursor: inout ByteCursor, skipComments: (inout ByteCursor) -> Void) {
    mark = cursor.offset
    cursor.skipBlanks()
    let blanks = cursor.offset
    skipComments(&cursor)
    guard cursor.isAtEnd || cursor.next == 0x0A else {
      cursor.offset = blanks
      line = nil
      sibling = blanks
      return
    }
    _ = cursor.take(0x0A)
    line = cursor.offset
    cursor.skipBlankLines()
    sibling = cursor.offset
  }

  /// The end of the child when it is the last one.
  var last: Int { line ?? mark }
}

extension ByteCursor {
  /// Skips lines that hold only blanks.
  mutating func skipBlankLines() {
    var line = self
    while !line.isAtEnd {
      line.skipBlanks()
      guard line.take(0x0A) else { return }
      self = line
    }
  }
}

extension ByteCursor {
  /// Whether a conflict marker starts here: a line that is in no format, but that a merge may have left.
  var isAtConflictMarker: Bool {
    guard next == 0x3C || next == 0x3E, isAt("<<<<<<<") || isAt(">>>>>>>") else { return false }
    guard let after = byte(ahead: 7) else { return true }
    return after == 0x20 || after == 0x0A
  }
}
