/// The place of the first row of a pane in its lines.
struct Scroll: Hashable, Sendable, Comparable {
  /// The number of the line.
  var line = 0
  /// The number of rows of that line above the pane, if it is wrapped.
  var part = 0

  /// Some rows further down, or up if negative; never after the last line.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - count: The number of lines.
  ///   - height: The number of rows of a line.
  /// - Returns: The nearest possible place.
  func moved(by rows: Int, count: Int, height: (Int) -> Int) -> Scroll {
    guard count > 0 else { return Scroll() }
    var result = self
    if line >= count { result = Scroll(line: count - 1) }
    for _ in 0..<abs(rows) {
      if rows > 0 {
        if result.part + 1 < height(result.line) {
          result.part += 1
        } else if result.line + 1 < count {
          result = Scroll(line: result.line + 1)
        }
      } else if result.part > 0 {
        result.part -= 1
      } else if result.line > 0 {
        result.line -= 1
        result.part = max(0, height(result.line) - 1)
      }
    }
    return result
  }

  /// The last place at which a pane is full, if there are enough lines.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - rows: The number of rows of the pane.
  ///   - height: The number of rows of a line.
  /// - Returns: The place.
  static func last(count: Int, rows: Int, height: (Int) -> Int) -> Scroll {
    var left = max(1, rows)
    for line in (0..<max(0, count)).reversed() {
      let taken = height(line)
      if taken >= left { return Scroll(line: line, part: taken - left) }
      left -= taken
    }
    return Scroll()
  }

  /// The order from the first line to the last.
  static func < (one: Scroll, other: Scroll) -> Bool {
    (one.line, one.part) < (other.line, other.part)
  }
}
