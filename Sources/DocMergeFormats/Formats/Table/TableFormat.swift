import DocMergeCore

/// Tables as text: one record per line, and a delimiter between its cells.
///
///     id,name       the header, when the first record can be one
///     1,tea         a row: its cells are found by the names of their columns
package struct TableFormat: DocumentFormat {
  /// The byte between two cells of a record.
  package let delimiter: UInt8

  /// Makes the format of tables with this delimiter; a comma when it is left out.
  package init(delimiter: UInt8 = 0x2C) { self.delimiter = delimiter }

  package var name: String { delimiter == 0x09 ? "tsv" : "csv" }

  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    let table = try Table(text, delimiter: delimiter)
    return TableTree(table, .blocks, hasHeader: table.hasHeader).tree
  }
}

extension TableFormat {
  /// The delimiters of tables, the most reliable first.
  private static let delimiters: [UInt8] = [0x09, 0x3B, 0x7C, 0x2C]

  /// The delimiter by which most records of a text have the same number of cells, two at least.
  ///
  /// - Returns: Tab, semicolon, pipe or comma; `nil` when none gives most records one number of cells.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package static func delimiter(of text: [UInt8]) -> UInt8? {
    var best: (delimiter: UInt8, share: Double, columns: Int)?
    for delimiter in delimiters
    where text.withUnsafeBytes({ ByteRuns.holds(delimiter, $0) }) {
      guard let (share, columns) = regularity(of: text, delimiter: delimiter) else { continue }
      if let best, (best.share, best.columns) >= (share, columns) { continue }
      best = (delimiter, share, columns)
    }
    return best?.delimiter
  }

  /// The same, or a comma where there is none.
  static func likelyDelimiter(of text: [UInt8]) -> UInt8 {
    // A text that holds no other delimiter need not be counted.
    let mayBeOther = text.withUnsafeBytes { text in
      delimiters.contains { $0 != 0x2C && ByteRuns.holds($0, text) }
    }
    return mayBeOther ? delimiter(of: text) ?? 0x2C : 0x2C
  }

  /// The share of the records that have the most frequent number of cells; `nil` for less than half.
  private static func regularity(
    of text: [UInt8], delimiter: UInt8
  ) -> (share: Double, columns: Int)? {
    var scanner = TableScanner(text, delimiter: delimiter)
    var records = 0
    var recordsOfLength: [Int: Int] = [:]
    while scanner.nextRecord() != nil {
      var length = 0
      records += 1
      // After a misplaced quotation mark it is open where records start.
      guard (try? scanner.readRecord { _ in length += 1 }) != nil else { break }
      recordsOfLength[length, default: 0] += 1
    }
    let most = recordsOfLength.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let (columns, count) = most, columns > 1, count * 2 > records else { return nil }
    return (Double(count) / Double(records), columns)
  }
}
