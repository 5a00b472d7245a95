/// The tables of an Org text, with the formulas below them.
struct OrgTables {
  /// A formula, and the columns of the table that it is for.
  struct Formula {
    let words: [UInt8]
    let layout: ColumnLayout
    let place: Range<Int>
  }

  private(set) var formulas: [Formula] = []
  /// Rows whose cells do not match the first row of their table.
  private(set) var ragged: [Range<Int>] = []

  init(_ text: [UInt8]) {
    var cursor = ByteCursor(text)
    var (rows, isBelowFormula) = ([Range<Int>](), false)
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skip { $0 != 0x0A }
      let line = start..<cursor.offset
      _ = cursor.take(0x0A)
      let words = text[line].drop(while: \.isBlankOrTab)
      if words.first == 0x7C {
        if isBelowFormula { (rows, isBelowFormula) = ([], false) }
        rows.append(line)
      } else if !rows.isEmpty, words.prefix(8).map(\.lowercased).elementsEqual("#+tblfm:".utf8) {
        if !isBelowFormula { addRagged(rows, text) }
        isBelowFormula = true
        add(words.dropFirst(8), at: line, rows, text)
      } else {
        if !isBelowFormula { addRagged(rows, text) }
        (rows, isBelowFormula) = ([], false)
      }
    }
    if !isBelowFormula { addRagged(rows, text) }
  }

  private static func cells(of row: Range<Int>, _ text: [UInt8]) -> [[UInt8]]? {
    let words = text[row].drop(while: \.isBlankOrTab).dropFirst()
    guard words.first != 0x2D else { return nil }
    let end = (words.lastIndex { !$0.isWhite } ?? words.startIndex - 1) + 1
    var cells = words[..<max(words.startIndex, end)].split(
      separator: 0x7C, omittingEmptySubsequences: false)
    if cells.last?.isEmpty ?? false { cells.removeLast() }
    return cells.map { Array($0.split(whereSeparator: \.isWhite).joined(separator: [0x20])) }
  }

  private mutating func add(
    _ words: ArraySlice<UInt8>, at line: Range<Int>, _ rows: [Range<Int>], _ text: [UInt8]
  ) {
    let first = rows.firstIndex { Self.cells(of: $0, text) != nil } ?? 0
    let cells = Self.cells(of: rows[first], text) ?? []
    let isHeader = first + 1 < rows.count && Self.cells(of: rows[first + 1], text) == nil
    let layout = ColumnLayout(names: isHeader ? cells : cells.map { _ in [] })
    var formula: [UInt8] = []
    for part in Array(words).split(separator: 0x3A, omittingEmptySubsequences: false) {
      // There are two colons between formulas.
      guard part.isEmpty else {
        if !formula.isEmpty { formula.append(0x3A) }
        formula += part.filter { !$0.isWhite }
        continue
      }
      if !formula.isEmpty { formulas.append(Formula(words: formula, layout: layout, place: line)) }
      formula = []
    }
    if !formula.isEmpty { formulas.append(Formula(words: formula, layout: layout, place: line)) }
  }

  private mutating func addRagged(_ rows: [Range<Int>], _ text: [UInt8]) {
    let counts = rows.map { Self.cells(of: $0, text)?.count }
    guard let first = counts.compactMap(\.self).first else { return }
    for (row, count) in zip(rows, counts) where count.map({ $0 != first }) ?? false {
      ragged.append(row)
    }
  }
}
