/// A line of a pane, before it is cut to the width of the pane.
struct Row: Hashable, Sendable {
  /// The origin of a line of the result.
  enum Tag: Character, Hashable, Sendable, CaseIterable {
    case unchanged = "="
    case ours = "o"
    case theirs = "t"
    case both = "b"
    case rule = "m"
    case remembered = "r"
    case edited = "e"
    case open = "?"

    /// The style of lines of this origin.
    var style: Style {
      switch self {
      case .unchanged: .plain
      case .ours: Style(.ours)
      case .theirs: Style(.theirs)
      case .both: Style(.decided)
      case .rule: Style(.rule)
      case .remembered, .edited: Style(.decided)
      case .open: Style(.open, .bold)
      }
    }
  }

  /// The content of the line.
  enum Content: Hashable, Sendable {
    /// A line of a text.
    case text(ArraySlice<UInt8>)
    /// Words of the program.
    case words(String)
    /// A line across the pane.
    case rule(String)
  }

  var content: Content
  var style: Style = .plain
  /// Its origin; `nil` where it is not shown.
  var tag: Tag?
  /// Offsets of the bytes to highlight.
  var changes = RangeSet<Int>()
  /// Offsets of the bytes that were searched for.
  var found = RangeSet<Int>()
  /// The number of its region.
  var region: Int?
  /// The sign before it in the details of a list.
  var sign: Character = " "
  /// The number of folded lines that it represents.
  var folded = 0

  /// Its content, as cells.
  var cells: [Cell] {
    switch content {
    case .text(let bytes):
      PrintableLine(bytes, style: style, changes: changes, found: found).cells
    case .words(let words), .rule(let words): PrintableLine(words, style: style).cells
    }
  }

  /// The same with all occurrences of some words marked.
  func marking(_ words: String) -> Row {
    guard !words.isEmpty, case .text(var rest) = content else { return self }
    let sought = Array(words.utf8)
    var result = self
    result.found = RangeSet()
    while let range = rest.firstRange(of: sought) {
      result.found.insert(contentsOf: range)
      rest = rest[range.upperBound...]
    }
    return result
  }

  /// Broken into rows of some columns, or cut off.
  func cells(width: Int, isWrapped: Bool) -> [[Cell]] {
    if case .rule = content {
      let words = cells.fitted(to: max(0, width - 3))
      let line = Cell(text: "─", width: 1, style: style)
      let before = Array(repeating: line, count: min(2, max(0, width)))
      let rest = max(0, width - before.count - words.width)
      return [before + words + Array(repeating: line, count: rest)]
    }
    return isWrapped ? cells.wrapped(to: width) : [cells.shortened(to: width)]
  }

  /// The number of rows of the screen that it needs.
  func height(width: Int, isWrapped: Bool) -> Int {
    guard isWrapped, width > 0, case .text(let bytes) = content else {
      return cells(width: width, isWrapped: isWrapped).count
    }
    // No byte takes more than four columns, as `\\xFF` does.
    return bytes.count * 4 <= width ? 1 : cells.wrapped(to: width).count
  }
}
