import DocMergeLanguage

/// The records of a text whose cells are separated by a delimiter, with quotation as in RFC 4180.
///
/// All records have the same number of cells. Empty lines are no records.
package struct Table: Sendable {
  /// The text: UTF-8, with `\n` at the end of each line.
  package let text: [UInt8]
  /// The byte between two cells of a record.
  package let delimiter: UInt8
  /// How many cells each record has; 0 when there is no record.
  package private(set) var columnCount = 0
  /// The places of the cells, with their quotation marks, record by record.
  private(set) var cells: [Range<Int>] = []

  /// Reads the records of a text.
  ///
  /// - Throws: ``FormatRefusal`` for an open or misplaced quotation mark, and for a record that has
  ///   another number of cells than the first one.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init(_ text: [UInt8], delimiter: UInt8) throws(FormatRefusal) {
    self.text = text
    self.delimiter = delimiter
    var scanner = TableScanner(text, delimiter: delimiter)
    while let start = scanner.nextRecord() {
      let count = cells.count
      try scanner.readRecord { cells.append($0) }
      if columnCount == 0 {
        columnCount = cells.count
        // Records are about as long as the first one, if that is not a short header.
        let length = (cells.last?.upperBound ?? start) - start + 1
        cells.reserveCapacity(min(text.count / length * columnCount, text.count / 8))
      }
      guard cells.count - count == columnCount else {
        throw FormatRefusal(
          at: start, tr("a row of \(columnCount) cells was expected, it has \(cells.count - count)")
        )
      }
    }
    guard columnCount != 1 else {
      throw FormatRefusal(at: cells[0].upperBound, tr("a delimiter was expected"))
    }
  }

  /// How many records there are, a header included.
  package var rowCount: Int { columnCount == 0 ? 0 : cells.count / columnCount }

  /// The place of a cell, with its quotation marks.
  func cell(_ row: Int, _ column: Int) -> Range<Int> { cells[row * columnCount + column] }

  /// The places of the cells of a record.
  func row(_ row: Int) -> Range<Int> {
    cell(row, 0).lowerBound..<cell(row, columnCount - 1).upperBound
  }

  /// The cells of the first record when they can be names of columns.
  ///
  /// They are distinct and no numbers, and only the first may be empty.
  package var hasHeader: Bool {
    guard rowCount > 0 else { return false }
    var names: Set<[UInt8]> = []
    for column in 0..<columnCount {
      let name = value(0, column)
      guard !name.isEmpty || column == 0, !name.looksNumeric else { return false }
      guard names.insert(name).inserted else { return false }
    }
    return true
  }

  /// The text of the cells of the first record.
  var names: [[UInt8]] { (0..<columnCount).map { value(0, $0) } }
}

extension Table {
  /// The text of a cell, without quotation.
  func value(_ row: Int, _ column: Int) -> [UInt8] {
    let cell = cell(row, column)
    guard !cell.isEmpty, text[cell.lowerBound] == .quotationMark else { return Array(text[cell]) }
    return TableScanner.unquoted(text[cell])
  }

  /// Whether two cells have the same text.
  func says(
    _ row: Int, _ column: Int, theSameAs other: Table, _ otherRow: Int, _ otherColumn: Int
  ) -> Bool {
    let one = text[cell(row, column)]
    let two = other.text[other.cell(otherRow, otherColumn)]
    guard one.first == .quotationMark || two.first == .quotationMark else { return one == two }
    return value(row, column) == other.value(otherRow, otherColumn)
  }
}

extension UInt8 {
  /// The byte that encloses a quoted cell.
  static let quotationMark: UInt8 = 0x22
}

extension [UInt8] {
  /// Whether the bytes can be a number or a date: a digit among signs and points.
  fileprivate var looksNumeric: Bool {
    var hasDigit = false
    for byte in self {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case 0x20, 0x25, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A: break
      case 0x45, 0x65: guard hasDigit else { return false }
      default: return false
      }
    }
    return hasDigit
  }
}
