import DocMergeCore
import DocMergeLanguage

/// Finds a table of a page whose rows would have different numbers of cells, since one side added a column and the
/// other one a row.
struct CellCountGuard: Sendable {
  private let isPossible: Bool

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of all texts where they changed
  ///   cells.
  init(_ changes: InputChanges) {
    isPossible =
      changes.areWrittenByEach { line in line.isCell }
      && changes.inputs.allSatisfy { Self.unevenTables(in: $0).isEmpty }
  }

  /// The tables with such rows.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where the sides changed no cells.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard isPossible else { return [] }
    return Self.unevenTables(in: result).map {
      StructureFault(
        places: $0, reason: tr("the rows of a table would have different numbers of cells"))
    }
  }

  /// The rows of tables that have another number of cells than the first row; a cell over several columns counts for
  /// all.
  private static func unevenTables(in text: [UInt8]) -> [[Range<Int>]] {
    var found: [[Range<Int>]] = []
    var rows: [(place: Range<Int>, cells: Int)] = []
    var start: Int?
    var cells = 0
    var isRegular = true
    func closeTable() {
      let uneven = rows.filter { $0.cells != rows[0].cells }
      if isRegular, !uneven.isEmpty { found.append(uneven.map(\.place)) }
      (rows, isRegular, start) = ([], true, nil)
    }
    var place = 0
    while let open = text[place...].firstIndex(of: 0x3C) {
      let end = text[open...].firstIndex(of: 0x3E) ?? text.count
      let tag = text[(open + 1)..<max(open + 1, end)]
      place = min(end + 1, text.count)
      switch String(decoding: tag.prefix { !$0.isWhite }.map(\.lowercased), as: UTF8.self) {
      case "table": closeTable()
      case "/table": closeTable()
      case "tr": (start, cells) = (open, 0)
      case "td", "th":
        cells += 1
        if tag.firstRange(of: "span".utf8) != nil { isRegular = false }
      case "/tr":
        if let first = start, cells > 0 { rows.append((first..<place, cells)) }
        start = nil
      default: break
      }
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// Whether it has a cell of a table.
  fileprivate var isCell: Bool {
    firstRange(of: "<td".utf8) != nil || firstRange(of: "<th".utf8) != nil
  }
}
