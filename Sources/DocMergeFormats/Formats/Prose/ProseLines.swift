/// One line of a text, and places in it.
struct ProseLine {
  /// Where the line starts.
  var start: Int
  /// Its first byte that is not white; `end` for a blank line.
  var first: Int
  /// Where the line ends, without white space at its end.
  var end: Int
  /// Where the next line starts.
  var next: Int
  /// The column of `first`, counted from 0.
  var indent: Int

  /// Whether the line holds only white space.
  var isBlank: Bool { first == end }
}

extension ProseLine {
  /// Cuts a text into lines; a tab extends to the next column that is a multiple of its width.
  static func lines(of text: [UInt8], tabWidth: Int) -> [ProseLine] {
    var lines: [ProseLine] = []
    // A byte-order mark belongs to no line.
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < text.count {
      let line = ProseLine(at: start, in: text, tabWidth: tabWidth)
      lines.append(line)
      start = line.next
    }
    return lines
  }

  private init(at start: Int, in text: [UInt8], tabWidth: Int) {
    var stop = start
    while stop < text.count, text[stop] != 0x0A { stop += 1 }
    var first = start
    var column = 0
    while first < stop, text[first].isWhite {
      column = text[first] == 0x09 ? (column / tabWidth + 1) * tabWidth : column + 1
      first += 1
    }
    var end = stop
    while end > first, text[end - 1].isWhite { end -= 1 }
    self.init(
      start: start, first: first, end: end, next: min(stop + 1, text.count), indent: column)
  }
}
