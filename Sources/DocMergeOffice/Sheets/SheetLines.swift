/// A version of a workbook as text, all versions having the same columns in each sheet.
///
///     # Costs
///
///     | Name | Price | Sum |
///     | Apples | 3 | =B2*2 |
struct SheetLines: Sendable {
  private(set) var text: [UInt8] = []
  /// For each pair of sheets where its heading stands; `nil` where the version lacks it.
  private(set) var headings: [Range<Int>?] = []
  /// For each pair of sheets where its rows stand.
  private(set) var rows: [[Range<Int>]] = []
  /// For each pair of sheets what its rows say.
  private(set) var cells: [[SheetLine]] = []

  /// Shows a version whose formulas have the names of all versions.
  ///
  /// - Parameters:
  ///   - pairs: the sheets.
  ///   - version: the version.
  ///   - words: for each pair of sheets what stands behind its rows.
  init(_ pairs: SheetPairs, _ version: Side, words: [FormatWordsOfRows]) {
    for (match, words) in zip(pairs.sheets, words) {
      guard let sheet = match[version] else {
        headings.append(nil)
        rows.append([])
        cells.append([])
        continue
      }
      let start = text.count
      text += Self.heading(sheet.name)
      headings.append(start..<text.count)
      let lines = sheet.rows.map { row in
        SheetLine(match.columns.entries.map { $0[version].map { row[$0].text } ?? "" })
      }
      var ranges: [Range<Int>] = []
      for (number, line) in lines.enumerated() {
        let start = text.count
        let said = AnnotatedLine(line.line, words: words[version, number])
        text += (said.line + "\n").utf8
        ranges.append(start..<text.count)
      }
      rows.append(ranges)
      cells.append(lines)
      text.append(0x0A)
    }
  }

  static func heading(_ name: String) -> [UInt8] { Array("# \(name)\n\n".utf8) }
}

extension Workbook {
  /// The workbook as text.
  var text: [UInt8] {
    sheets.flatMap { sheet in
      SheetLines.heading(sheet.name)
        + sheet.rows.flatMap { Array((SheetLine($0.cells.map(\.text)).line + "\n").utf8) } + [0x0A]
    }
  }
}

/// What stands behind the rows of a sheet whose formatting both sides changed.
struct FormatWordsOfRows: Sendable {
  private var words: [Side: [Int: String]] = [:]

  /// No words.
  init() {}

  init(_ match: SheetMatch, _ names: ReferenceNames) {
    for entry in match.rows.entries {
      for (version, said) in RowMerge(match: match, entry: entry, names: names).formatWords {
        if let row = entry[version] { words[version, default: [:]][row] = said }
      }
    }
  }

  subscript(version: Side, row: Int) -> String? { words[version]?[row] }
}
