import DocMergeArchive
import DocMergeLanguage

/// Makes a workbook of a text: what the text does not show is that of the rows that its lines are versions of.
struct WorkbookComposition<Codec: WorkbookCodec> {
  /// A sheet of the result.
  private struct ComposedSheet {
    var name: String
    var pair: Int
    var rows: [Row] = []
    /// The places of its columns in the order of all versions.
    var columns: [Int] = []
  }

  /// A row of the result.
  private struct Row {
    var cells: [String]
    var entry: SheetAxis.Entry?
    var version: Side?
  }

  private let merge: WorkbookMerge<Codec>
  private var sheets: [ComposedSheet] = []
  /// The sheets of the result, by what references call them.
  private(set) var numbered: [String: ReferenceNames.NumberedSheet] = [:]

  /// Reads a text.
  ///
  /// - Throws: ``OfficeRefusal/unaccounted(in:)`` for a text that is no workbook.
  init(
    _ merge: WorkbookMerge<Codec>, _ candidates: [[SheetCandidate]], _ text: [UInt8]
  ) throws(OfficeRefusal) {
    self.merge = merge
    var lines: [[String]] = []
    for line in DocumentLines.lines(of: text) {
      if line.hasPrefix("# ") {
        sheets.append(try composed(String(line.dropFirst(2))))
        lines.append([])
      } else if lines.isEmpty {
        throw .unaccounted(in: tr("the beginning"))
      } else {
        lines[lines.count - 1].append(line)
      }
    }
    for index in sheets.indices {
      try addRows(lines[index], candidates[sheets[index].pair], to: &sheets[index])
      sheets[index].columns = columns(of: sheets[index])
      number(sheets[index])
    }
  }

  private func composed(_ name: String) throws(OfficeRefusal) -> ComposedSheet {
    let pairs = merge.pairs.sheets
    let free = pairs.indices.filter { index in !sheets.contains { $0.pair == index } }
    let pair =
      free.first { pairs[$0].mergedName == name }
      ?? free.first { index in
        [Side.base, .ours, .theirs].contains { pairs[index][$0]?.name == name }
      }
    guard let pair else { throw .unaccounted(in: tr("sheet \(name)")) }
    return ComposedSheet(name: name, pair: pair)
  }

  private func addRows(
    _ lines: [String], _ candidates: [SheetCandidate], to sheet: inout ComposedSheet
  ) throws(OfficeRefusal) {
    let partners =
      lines == candidates.map(\.line)
      ? lines.indices.map { $0 } : LineMatch(lines, candidates.map(\.line)).partners
    for (line, partner) in zip(lines, partners) {
      let candidate = partner.map { candidates[$0] }
      let said = AnnotatedLine(line).text
      guard let cells = SheetLine(said)?.cells else {
        throw .unaccounted(in: tr("sheet \(sheet.name)"))
      }
      sheet.rows.append(Row(cells: cells, entry: candidate?.entry, version: candidate?.version))
    }
  }

  /// The columns that the result has: not those that a side deleted, unless something is in them.
  private func columns(of sheet: ComposedSheet) -> [Int] {
    let match = merge.pairs.sheets[sheet.pair]
    let entries = match.columns.entries
    // A side without the sheet deleted no column of it.
    let sides = [Side.ours, .theirs].filter { match[$0] != nil }
    var deleted = Set(
      entries.indices.filter { place in
        entries[place].base != nil && sides.contains { entries[place][$0] == nil }
      })
    for row in sheet.rows where !deleted.isEmpty {
      let cells = formats(of: row, match)?.cells ?? []
      deleted = deleted.filter { place in
        let isCommented =
          place < cells.count && RowMerge.comments.contains { cells[place][$0] != nil }
        return !isCommented && (place >= row.cells.count || row.cells[place].isEmpty)
      }
    }
    let width = max(entries.count, sheet.rows.reduce(0) { max($0, $1.cells.count) })
    return (0..<width).filter { !deleted.contains($0) }
  }

  /// The formatting of a row and its cells as it is written; `nil` for a row of no version.
  private func formats(
    of row: Row, _ match: SheetMatch
  ) -> (row: Properties, cells: [Properties])? {
    row.entry.map {
      RowMerge(match: match, entry: $0, names: merge.names).formats(preferring: row.version)
    }
  }

  private mutating func number(_ sheet: ComposedSheet) {
    let match = merge.pairs.sheets[sheet.pair]
    var rows = [Int?](repeating: nil, count: match.rows.entries.count)
    for (number, row) in sheet.rows.enumerated() {
      guard let entry = row.entry else { continue }
      for version in [Side.base, .ours, .theirs] {
        guard let line = entry[version],
          let place = match.rows.place(of: match.rows.name(of: line, in: version))
        else { continue }
        rows[place] = rows[place] ?? number
      }
    }
    var columns = [Int?](repeating: nil, count: match.columns.entries.count)
    for (number, place) in sheet.columns.enumerated() where place < columns.count {
      columns[place] = number
    }
    numbered[match.name] = .init(
      name: sheet.name, rows: match.rows.numbering(rows, count: sheet.rows.count),
      columns: match.columns.numbering(columns, count: sheet.columns.count))
  }

  /// Whether each sheet of the result has the lines that all versions have.
  var isUnchanged: Bool {
    sheets.count == merge.pairs.sheets.count
      && sheets.allSatisfy { sheet in
        let match = merge.pairs.sheets[sheet.pair]
        return match.name == sheet.name && match.rows.entries.count == sheet.rows.count
          && match.columns.entries.count == sheet.columns.count
      }
  }

  // MARK: - The workbook

  /// The workbook, with references as it has them.
  ///
  /// - Throws: ``OfficeRefusal`` where a formula means a cell that is gone.
  func workbook() throws(OfficeRefusal) -> Workbook {
    var workbook = Workbook()
    for sheet in sheets { workbook.sheets.append(try written(sheet)) }
    workbook.properties = try merge.properties.mapping { element throws(OfficeRefusal) in
      try Codec.mapping(element) { formula throws(OfficeRefusal) in
        try merge.names.numbered(formula, sheet: "", numbered)
      }
    }
    return workbook
  }

  private func written(_ composed: ComposedSheet) throws(OfficeRefusal) -> Sheet {
    let match = merge.pairs.sheets[composed.pair]
    var sheet = Sheet(name: composed.name)
    for (number, row) in composed.rows.enumerated() {
      sheet.rows.append(try written(row, number, composed, match))
    }
    for place in composed.columns {
      sheet.columns.append(
        place < match.columns.entries.count
          ? try columnProperties(match.columns.entries[place], match) : Properties())
    }
    let isShared = match.ours != nil && match.theirs != nil
    let properties = try WorkbookMerge<Codec>.merged(
      (match.base ?? (isShared ? nil : match.ours ?? match.theirs))?.properties ?? Properties(),
      (match.ours ?? match.theirs ?? match.base)?.properties ?? Properties(),
      (match.theirs ?? match.ours ?? match.base)?.properties ?? Properties(),
      part: composed.name, sheet: match.name, merge.names)
    sheet.properties = try properties.mapping { element throws(OfficeRefusal) in
      try Codec.mapping(element) { formula throws(OfficeRefusal) in
        try merge.names.numbered(formula, sheet: match.name, numbered)
      }
    }
    return sheet
  }

  private func written(
    _ row: Row, _ number: Int, _ composed: ComposedSheet, _ match: SheetMatch
  ) throws(OfficeRefusal) -> SheetRow {
    var written = SheetRow()
    let formats = formats(of: row, match)
    written.properties = formats?.row ?? Properties()
    for (index, place) in composed.columns.enumerated() {
      var cell = SheetCell()
      if place < row.cells.count { cell.text = row.cells[place] }
      if let formats, place < formats.cells.count { cell.format = formats.cells[place] }
      cell.settleFormat()
      for name in Codec.formatsWithReferences {
        guard let value = cell.format[name] else { continue }
        cell.format[name] = try Codec.mapping(value) { formula throws(OfficeRefusal) in
          try merge.names.numbered(formula, sheet: match.name, numbered)
        }
      }
      if cell.isFormula {
        guard
          let text = try merge.names.numbered(
            cell.text, sheet: match.name, row: number, numbered)
        else {
          throw .lostReference(
            cell: WorkbookMerge<Codec>.name(of: number, index, in: composed.name))
        }
        cell.text = text
      }
      if !cell.isEmpty { written[index] = cell }
    }
    return written
  }

  private func columnProperties(
    _ entry: SheetAxis.Entry, _ match: SheetMatch
  ) throws(OfficeRefusal) -> Properties {
    func properties(_ version: Side) -> Properties? {
      guard let column = entry[version], let sheet = match[version] else { return nil }
      return column < sheet.columns.count ? sheet.columns[column] : Properties()
    }
    guard let ours = properties(.ours) else {
      return properties(.theirs) ?? properties(.base) ?? .init()
    }
    guard let theirs = properties(.theirs) else { return ours }
    let merged = Properties.merged(
      base: properties(.base), ours: ours, theirs: theirs, preferring: .ours)
    let base = properties(.base) ?? Properties()
    // Of two widths one will do; of two formats it will not.
    let isFormat =
      ours["format"] != theirs["format"] && ours["format"] != base["format"]
      && theirs["format"] != base["format"]
    if isFormat { throw .bothChanged(part: tr("the format of a column of \(match.name)")) }
    return merged.properties
  }
}

extension SheetCell {
  /// Forgets what only goes with another text: the formatting of single words, the size of a formula.
  fileprivate mutating func settleFormat() {
    if let rich = format["rich"], CellValue(text) != .string(rich["said"] ?? "") {
      format["rich"] = nil
    }
    if !isFormula { format["array"] = nil }
    if let kind = format["kind"]?["type"] {
      switch CellValue(text) {
      case .number: if !["percentage", "currency"].contains(kind) { format["kind"] = nil }
      case .string(let said): if kind != "time" || !said.hasPrefix("PT") { format["kind"] = nil }
      default: format["kind"] = nil
      }
    }
  }
}
