/// The places of the parts of a list on the screen.
struct ListLayout: Hashable, Sendable {
  /// The width in columns of the marks before a line of the details.
  static let gutter = 2

  private(set) var heading = Area(row: 0, column: 0, height: 0, width: 0)
  /// `nil` where there is no room for it, or the help is shown.
  private(set) var list: Area?
  private(set) var details: Area
  private(set) var status = Area(row: 0, column: 0, height: 0, width: 0)
  /// Whether there is a line between the list and the details.
  private(set) var hasBorder = false

  /// Arranges them: side by side on a broad screen, else one below the other.
  init(width: Int, height: Int, isReading: Bool) {
    let all = Area(row: 0, column: 0, height: height, width: width)
    details = all
    guard height >= 4, width >= 10 else { return }
    let (top, below) = all.cut(rows: 1)
    let (middle, bottom) = below.cut(rows: below.height - 1)
    (heading, status, details) = (top, bottom, middle)
    guard !isReading, middle.height >= 6 else { return }
    if width >= 90 {
      let (left, right) = middle.cut(columns: min(48, width * 2 / 5))
      let (_, rest) = right.cut(columns: 1)
      (list, details, hasBorder) = (left, rest, true)
    } else {
      let (above, rest) = middle.cut(rows: max(3, middle.height / 3))
      (list, details) = (above, rest)
    }
  }

  /// The number of columns in a line of the details.
  var textWidth: Int { max(1, details.width - Self.gutter) }
}
