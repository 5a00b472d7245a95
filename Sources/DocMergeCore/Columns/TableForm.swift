/// How the rows of a table in one text are padded.
struct TableForm: Equatable {
  /// Where the text of a column stands in its cells.
  enum Side { case left, right, middle }

  /// A column.
  struct Column: Equatable {
    let side: Side
    /// The fewest blanks on both sides of a text.
    let left: Int
    let right: Int
    /// The blanks on both sides of dashes.
    let ruleLeft: Int
    let ruleRight: Int
    let width: Int
  }

  private(set) var columns: [Column] = []
  /// Whether some cell is padded: otherwise all texts of a column have one length by accident.
  let isEvident: Bool
  let measure: CharacterWidth

  /// Reads rows; `nil` where their pipes are not below each other.
  init?(_ rows: [TableRow], _ measure: CharacterWidth) {
    let places = rows[0].places(measure)
    guard rows.allSatisfy({ $0.places(measure) == places }) else { return nil }
    self.measure = measure
    isEvident =
      rows.count > 1
      && rows.contains { row in
        !row.isRule && row.cells.contains { $0.left > 1 || $0.right > 1 }
      }
    columns = rows[0].cells.indices.map { Self.column($0, of: rows, measure) }
  }

  private static func column(
    _ index: Int, of rows: [TableRow], _ measure: CharacterWidth
  ) -> Column {
    let texts = rows.filter { !$0.isRule }.map { $0.cells[index] }.filter { !$0.text.isEmpty }
    let rule = rows.first(where: \.isRule)?.cells[index]
    let width = rows[0].width(of: index, measure)
    // A column without any text stays as wide as it is.
    let (left, right) = (texts.map(\.left).min() ?? width, texts.map(\.right).min() ?? 0)
    let isLeft = texts.allSatisfy { $0.left == left }
    let isRight = texts.allSatisfy { $0.right == right }
    let colon = UInt8(ascii: ":")
    let prefersRight = rule.map { $0.text.last == colon && $0.text.first != colon } ?? false
    let side: Side = isRight && (prefersRight || !isLeft) ? .right : isLeft ? .left : .middle
    return Column(
      side: side, left: left, right: right, ruleLeft: rule?.left ?? 0, ruleRight: rule?.right ?? 0,
      width: width)
  }

  /// The rows with their pipes below each other.
  func aligned(_ rows: [TableRow]) -> [TableRow] {
    var rows = rows
    for (index, column) in columns.enumerated() {
      let texts = rows.filter { !$0.isRule }.map { measure.width(of: $0.cells[index].text) }
      let width = width(of: column, longest: texts.max() ?? 1)
      for row in rows.indices {
        rows[row].cells[index] = cell(
          rows[row].cells[index], column, width: width, isRule: rows[row].isRule)
      }
    }
    return rows
  }

  /// A column that is wider than its longest text stays so.
  private func width(of column: Column, longest: Int) -> Int {
    if column.left + column.right < 3 { return longest + column.left + column.right }
    return max(column.width, longest + min(column.left, 1) + min(column.right, 1))
  }

  private func cell(
    _ cell: TableRow.Cell, _ column: Column, width: Int, isRule: Bool
  ) -> TableRow.Cell {
    guard !isRule else {
      let text = TableRow.rule(cell.text, width: width - column.ruleLeft - column.ruleRight)
      return .init(text: text, left: column.ruleLeft, right: column.ruleRight)
    }
    let blanks = width - measure.width(of: cell.text)
    guard !cell.text.isEmpty else { return .init(text: cell.text, left: blanks, right: 0) }
    let left =
      switch column.side {
      case .left: min(column.left, max(0, blanks))
      case .right: max(0, blanks - column.right)
      case .middle: blanks / 2
      }
    return .init(text: cell.text, left: left, right: max(0, blanks - left))
  }
}

extension TableForm {
  /// The form for the rows of both, with the wider one of each two columns; `nil` where texts stand on different sides.
  func joined(with other: TableForm) -> TableForm? {
    var joined = self
    for (index, pair) in zip(columns, other.columns).enumerated() {
      let (one, two) = pair
      guard one.side == two.side, one.left == two.left, one.ruleLeft == two.ruleLeft,
        one.ruleRight == two.ruleRight
      else { return nil }
      joined.columns[index] = Column(
        side: one.side, left: one.left, right: min(one.right, two.right), ruleLeft: one.ruleLeft,
        ruleRight: one.ruleRight, width: max(one.width, two.width))
    }
    return joined
  }
}
