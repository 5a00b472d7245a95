import DocMergeCore
import DocMergeLanguage

/// Finds a row of a table with a value in several cells, such as an amount and its currency, of which each side changed
/// another one.
///
///     base  item,amount,currency   ours  item,amount,currency   theirs  item,amount,currency   fault  tea,5,EUR
///           tea,40,NOK                   tea,5,NOK                      tea,40,EUR
///
/// The names of the columns say which cells are one value.
struct ComposedCellGuard: Sendable {
  /// The rows that have the changes of both sides, and the name of the column that one side changed.
  private var mixed: [[UInt8]: [UInt8]] = [:]

  /// The separators of cells, the rarest in other texts first.
  private static let delimiters: [UInt8] = [0x09, 0x3B, 0x2C]

  /// Compares the lines that each side replaced.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of these lines.
  init(_ changes: InputChanges) {
    let replaced = changes.replacedLines
    guard !replaced.ours.isEmpty, !replaced.theirs.isEmpty else { return }
    let base = changes.texts.base
    let header = base.prefix { $0 != 0x0A }
    guard let delimiter = Self.delimiters.first(where: header.contains) else { return }
    let theirs = Dictionary(
      replaced.theirs.map { ($0.base.lowerBound, $0.line) }, uniquingKeysWith: { one, _ in one })
    for line in replaced.ours {
      guard let other = theirs[line.base.lowerBound],
        let names = Self.cells(of: header, delimiter),
        let old = Self.cells(of: base[line.base], delimiter),
        let one = Self.cells(of: line.line, delimiter), let two = Self.cells(of: other, delimiter),
        Set([names.count, old.count, one.count, two.count]).count == 1,
        let column = Self.column(names, old, one, two)
      else { continue }
      let row = old.indices.map { one[$0] == old[$0] ? two[$0] : one[$0] }
      mixed[Array(row.joined(separator: [delimiter]))] = Array(names[column])
    }
  }

  /// The rows with the changes of both sides.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !mixed.isEmpty else { return [] }
    return Lines(result).places.compactMap { place in
      guard let name = mixed[Array(result[place].trimmed)] else { return nil }
      return StructureFault(
        places: [place],
        reason: tr("each side changed another part of the value of `\(name[...].excerpt)`"))
    }
  }

  /// The column of a cell that one side changed, and that is one value with a cell that only the other side changed.
  private static func column(
    _ names: [ArraySlice<UInt8>], _ old: [ArraySlice<UInt8>], _ one: [ArraySlice<UInt8>],
    _ two: [ArraySlice<UInt8>]
  ) -> Int? {
    let ours = old.indices.filter { one[$0] != old[$0] && two[$0] == old[$0] }
    let theirs = old.indices.filter { two[$0] != old[$0] && one[$0] == old[$0] }
    return ours.first { column in
      let values = ComposedValue.all(withPart: names[column].trimmed).filter { !$0.isPoint }
      guard !values.isEmpty else { return false }
      return theirs.contains { other in
        ComposedValue.all(withPart: names[other].trimmed).contains { value in
          values.contains(value) && value.isSaid(by: one[column], two[other])
        }
      }
    }
  }

  /// The cells of a row; `nil` where a quotation mark is open at its end.
  private static func cells(
    of line: ArraySlice<UInt8>, _ delimiter: UInt8
  ) -> [ArraySlice<UInt8>]? {
    var cells: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var isQuoted = false
    for index in line.indices {
      if line[index] == 0x22 { isQuoted.toggle() }
      if line[index] == delimiter, !isQuoted {
        cells.append(line[start..<index])
        start = index + 1
      }
    }
    return isQuoted ? nil : cells + [line[start...]]
  }
}
