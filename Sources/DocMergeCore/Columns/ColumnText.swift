/// The lines of a text, and the runs of neighbouring ones that may be aligned.
struct ColumnText {
  let lines: [ArraySlice<UInt8>]
  /// The line as cells; `nil` for one that is no row.
  let rows: [PaddedLine?]
  /// Neighbouring rows of one kind.
  let runs: [Range<Int>]
  /// The lines, those that are rows without their padding.
  let keys: [ArraySlice<UInt8>]

  /// Reads lines; one that is no row ends a run.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ lines: [ArraySlice<UInt8>], _ notation: ColumnNotation) {
    func continuesLine(_ index: Int) -> Bool {
      index > 0 && lines[index - 1].last { !$0.isWhitespace } == UInt8(ascii: "\\")
    }
    var opaque = OpaqueLines(notation.opaque)
    var rows: [PaddedLine?] = []
    var runs: [Range<Int>] = []
    var kind: PaddedLine.Kind?
    let depths = Self.depthsBelow(lines)
    for (index, line) in lines.enumerated() {
      var row = opaque.advance(over: line) ? nil : PaddedLine(line, notation)
      if row?.columns != nil, depths[index] > line.indentation || continuesLine(index) { row = nil }
      let own = row?.kind
      if let own, own == kind, let last = runs.popLast() {
        runs.append(last.lowerBound..<index + 1)
      } else if own != nil {
        runs.append(index..<index + 1)
      }
      kind = own
      rows.append(row)
    }
    (self.lines, self.rows, self.runs) = (lines, rows, runs)
    keys = zip(lines, rows).map { line, row in row?.squeezed[...] ?? line }
  }

  init(_ text: [UInt8], _ notation: ColumnNotation) {
    self.init(LineRun(text[...]).lines, notation)
  }

  /// How deep the next line with a text is indented, for each line: lines below may stand for a column of it.
  private static func depthsBelow(_ lines: [ArraySlice<UInt8>]) -> [Int] {
    var depths = Array(repeating: 0, count: lines.count)
    var depth = 0
    for index in lines.indices.reversed() {
      depths[index] = depth
      if lines[index].holdsText { depth = lines[index].indentation }
    }
    return depths
  }

  /// Whether there are two blanks in a row behind the indentation of a line: without them nothing is padded.
  static func hasPadding(_ text: [UInt8]) -> Bool {
    guard let pair = firstPairOfBlanks(in: text) else { return false }
    let start = text[..<pair].lastIndex(of: .newline) ?? 0
    var isInside = false
    var last: UInt8 = 0
    for byte in text[start...] {
      if byte == .blank {
        if isInside, last == .blank { return true }
      } else {
        isInside = byte != .newline && byte != .carriageReturn
      }
      last = byte
    }
    return false
  }

  /// The place of the first two blanks in a row; `nil` where there are none.
  private static func firstPairOfBlanks(in text: [UInt8]) -> Int? {
    text.withUnsafeBytes { bytes in
      // Of two blanks, one is at an odd offset.
      var offset = 1
      while offset < bytes.count {
        if bytes[offset] == .blank {
          if bytes[offset &- 1] == .blank { return offset &- 1 }
          if offset &+ 1 < bytes.count, bytes[offset &+ 1] == .blank { return offset }
        }
        offset &+= 2
      }
      return nil
    }
  }
}
