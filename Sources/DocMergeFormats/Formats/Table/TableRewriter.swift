/// Writes the versions of a table in one shape.
struct TableRewriter {
  private let shape: TableShape
  private let delimiter: UInt8
  /// The columns that all versions get; `nil` when each has them.
  var columns: TableColumns?

  init(_ shape: TableShape, delimiter: UInt8) {
    self.shape = shape
    self.delimiter = delimiter
  }

  /// A version in the new shape; unchanged when it already has it.
  func text(of table: Table) -> [UInt8] {
    let hasColumns = columns.map { $0.names == table.names } ?? true
    guard !hasColumns || table.delimiter != delimiter else { return table.text }
    let places = Dictionary(zip(table.names, 0...)) { first, _ in first }
    let layout = hasColumns ? Array(0..<table.columnCount) : columns?.names.map { places[$0] } ?? []
    let sources = hasColumns ? models(for: table) : columns?.sources(for: table) ?? []
    var result = Array(table.text[..<table.cell(0, 0).lowerBound])
    result.reserveCapacity(table.text.count)
    for row in 0..<table.rowCount {
      for (target, column) in layout.enumerated() {
        if target > 0 { result.append(delimiter) }
        if let column {
          writeKept(table, row, column, target, sources, to: &result)
        } else {
          writeAdded(row, target, sources, to: &result)
        }
      }
      let end = row + 1 < table.rowCount ? table.cell(row + 1, 0).lowerBound : table.text.count
      result += table.text[table.row(row).upperBound..<end]
    }
    return result
  }

  /// The side that has the delimiter, and the same columns: its cells show which ones it quotes.
  private func models(for table: Table) -> [TableColumns.Source] {
    let model = [shape.ours, shape.theirs].first { $0.delimiter == delimiter }
    guard let model, model.columnCount == table.columnCount else { return [] }
    let columns = (0..<table.columnCount).map { ($0, $0) }
    let pairs = TableRowPairs(table, model, columns: columns, from: shape.hasHeader ? 1 : 0)
    return pairs.map { [TableColumns.Source(table: model, pairs: $0)] } ?? []
  }

  /// Writes a cell of the version; if the side with the columns has the same text, as that side does.
  private func writeKept(
    _ table: Table, _ row: Int, _ column: Int, _ target: Int, _ sources: [TableColumns.Source],
    to result: inout [UInt8]
  ) {
    if let source = sources.first, let partner = source.pairs[row],
      table.says(row, column, theSameAs: source.table, partner, target)
    {
      write(source.table, partner, target, to: &result)
    } else {
      write(table, row, column, to: &result)
    }
  }

  /// Writes a cell that the version lacks: the text in all sides that have the row, or nothing.
  private func writeAdded(
    _ row: Int, _ target: Int, _ sources: [TableColumns.Source], to result: inout [UInt8]
  ) {
    let known = sources.compactMap { source in source.pairs[row].map { (source.table, $0) } }
    guard let (table, partner) = known.first else { return }
    let isAgreed = known.dropFirst().allSatisfy {
      table.says(partner, target, theSameAs: $0.0, $0.1, target)
    }
    if isAgreed { write(table, partner, target, to: &result) }
  }

  private func write(_ table: Table, _ row: Int, _ column: Int, to result: inout [UInt8]) {
    let cell = table.text[table.cell(row, column)]
    if table.delimiter == delimiter || cell.first == .quotationMark {
      result += cell
    } else {
      result += TableScanner.quoted(cell, delimiter: delimiter)
    }
  }
}
