/// A text that a person edits on the screen, with the cursor.
struct RegionEditor: Hashable, Sendable {
  /// The lines without their ends; the last one is empty where the text ends with a line end.
  private(set) var lines: [[Character]]
  /// The line of the cursor, from 0.
  private(set) var row = 0
  /// The number of its characters before the cursor.
  private(set) var column = 0
  /// Whether anything was changed.
  private(set) var isChanged = false
  /// The first visible line.
  private(set) var top = 0

  /// The most bytes of a text that can be edited on the screen.
  static let limit = 1 << 16

  /// Starts to edit a text; `nil` where it is not UTF-8 or too long.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, String(validating: bytes, as: UTF8.self) != nil else {
      return nil
    }
    lines = bytes.split(separator: .newline, omittingEmptySubsequences: false).map { line in
      Array(String(decoding: line, as: UTF8.self))
    }
  }

  /// The text.
  var bytes: [UInt8] {
    Array(lines.map { Array(String($0).utf8) }.joined(separator: [.newline]))
  }

  // MARK: - Writing

  /// Inserts a text at the cursor.
  mutating func insert(_ text: String) {
    let pieces = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = pieces.first, let last = pieces.last else { return }
    isChanged = true
    let rest = Array(lines[row][column...])
    lines[row].replaceSubrange(column..., with: first)
    guard pieces.count > 1 else {
      column = lines[row].count
      return lines[row] += rest
    }
    lines.insert(contentsOf: pieces.dropFirst().map(Array.init), at: row + 1)
    (row, column) = (row + pieces.count - 1, last.count)
    lines[row] += rest
  }

  /// Deletes the character before the cursor, or joins the line with the one above.
  mutating func deleteBackwards() {
    if column > 0 {
      column -= 1
      lines[row].remove(at: column)
    } else if row > 0 {
      column = lines[row - 1].count
      lines[row - 1] += lines.remove(at: row)
      row -= 1
    } else {
      return
    }
    isChanged = true
  }

  /// Deletes the character after the cursor, or joins the line with the one below.
  mutating func deleteForwards() {
    if column < lines[row].count {
      lines[row].remove(at: column)
    } else if row + 1 < lines.count {
      lines[row] += lines.remove(at: row + 1)
    } else {
      return
    }
    isChanged = true
  }

  /// Deletes the line of the cursor.
  mutating func deleteLine() {
    isChanged = true
    if lines.count == 1 { lines[0] = [] } else { lines.remove(at: row) }
    row = min(row, lines.count - 1)
    column = 0
  }

  // MARK: - Moving

  /// Moves the cursor some characters forward, or back, across line ends.
  mutating func move(by offset: Int) {
    if offset > 0 {
      if column < lines[row].count {
        column += 1
      } else if row + 1 < lines.count {
        (row, column) = (row + 1, 0)
      }
    } else if column > 0 {
      column -= 1
    } else if row > 0 {
      row -= 1
      column = lines[row].count
    }
  }

  /// Moves the cursor some lines down, or up.
  mutating func moveLine(by offset: Int) {
    row = min(max(0, row + offset), lines.count - 1)
    column = min(column, lines[row].count)
  }

  /// Moves the cursor to the start of its line, or to the end.
  mutating func moveToEnd(ofLine isEnd: Bool) {
    column = isEnd ? lines[row].count : 0
  }

  /// Scrolls so that the cursor is visible.
  ///
  /// - Parameters:
  ///   - rows: The number of rows of the screen.
  ///   - width: The number of columns.
  mutating func show(rows: Int, width: Int) {
    top = min(top, row)
    let shown = self.rows
    func height(_ line: Int) -> Int { shown[line].height(width: width, isWrapped: true) }
    var used = (top...row).reduce(0) { $0 + height($1) }
    while used > max(1, rows), top < row {
      used -= height(top)
      top += 1
    }
  }

  // MARK: - Drawing

  /// The lines, with the cursor highlighted.
  var rows: [Row] {
    lines.enumerated().map { number, line in
      let text = Array(String(line).utf8)
      guard number == row else {
        return Row(content: .text(text[...]), style: Style(.decided), tag: .edited)
      }
      let start = String(line[..<column]).utf8.count
      let end = column < line.count ? start + String(line[column]).utf8.count : start + 1
      // After the last character there is a blank for the cursor.
      let shown = column < line.count ? text : text + [UInt8(ascii: " ")]
      return Row(
        content: .text(shown[...]), style: Style(.decided), tag: .edited,
        changes: RangeSet(start..<end))
    }
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
}
