/// A line with blanks that may be padding.
enum PaddedLine {
  case columns(ColumnRow)
  case table(TableRow)

  /// The properties that neighbouring lines must share to be rows of one run.
  enum Kind: Hashable {
    case columns(ColumnRow.Shape, indentation: ArraySlice<UInt8>)
    case table(cells: Int, indentation: ArraySlice<UInt8>)
  }

  init?(_ line: ArraySlice<UInt8>, _ notation: ColumnNotation) {
    if notation.hasTables, let row = TableRow(line) {
      self = .table(row)
    } else if notation.hasColumns, let row = ColumnCutter(line, notation).row {
      self = .columns(row)
    } else {
      return nil
    }
  }

  var kind: Kind {
    switch self {
    case .columns(let row): .columns(row.shape, indentation: row.indentation)
    case .table(let row): .table(cells: row.cells.count, indentation: row.indentation)
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .columns(let row): row.bytes
    case .table(let row): row.bytes
    }
  }

  /// The line without padding.
  var squeezed: [UInt8] {
    switch self {
    case .columns(let row): row.squeezed
    case .table(let row): row.squeezed
    }
  }

  var columns: ColumnRow? {
    if case .columns(let row) = self { return row }
    return nil
  }

  var table: TableRow? {
    if case .table(let row) = self { return row }
    return nil
  }
}
