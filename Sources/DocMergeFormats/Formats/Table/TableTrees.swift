package import DocMergeCore
import DocMergeLanguage

/// The trees of the three versions of a table, whose rows are found by one key.
package struct TableTrees: Sendable {
  /// The tree of the common ancestor.
  package let base: SyntaxTree
  /// The tree of our version.
  package let ours: SyntaxTree
  /// The tree of their version.
  package let theirs: SyntaxTree
  /// The key of the rows; `nil` when they have none.
  package let key: TableKey?
  /// Whether the names of the columns differ between the versions.
  package let hasRenamedColumns: Bool
  /// The ids of rows besides their key.
  let ids: TableIds
  /// The columns that refer to rows.
  let references: TableReferences
  /// The byte between two cells.
  let delimiter: UInt8

  /// Makes the trees of three texts of one shape, see ``TableReshape``, with a second thread from `pair`.
  ///
  /// The root is `.members` when the rows have a key that is less than the whole row, else `.items`. Cells
  /// are found by the names of their columns, or by their numbers when the names differ between the texts.
  ///
  /// - Throws: ``FormatRefusal`` when a text is no table, or has another number of columns.
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], delimiter: UInt8, pair: PairRunner = .oneByOne
  ) throws(FormatRefusal) {
    var tables: [Table] = []
    for text in [base, ours, theirs] {
      tables.append(try Table(text, delimiter: delimiter))
    }
    try self.init(tables, pair: pair)
  }

  /// Makes the trees of the base, ours and theirs, which have one delimiter.
  init(_ tables: [Table], pair: PairRunner = .oneByOne) throws(FormatRefusal) {
    let filled = tables.filter { $0.rowCount > 0 }
    guard filled.allSatisfy({ $0.columnCount == filled[0].columnCount }) else {
      throw FormatRefusal(at: 0, tr("the same number of columns was expected in all versions"))
    }
    let key = TableKey.shared(by: tables)
    let kind: Node.Kind = key.map { $0.isWholeRow ? .items : .members } ?? .items
    let hasHeader = filled.allSatisfy(\.hasHeader)
    let hasSameNames = hasHeader && filled.allSatisfy { $0.names == filled[0].names }
    // Rows that are found by one cell need nodes for others only where a version differs.
    let common = kind == .members && key?.columns.count == 1 ? CommonRows(tables) : nil
    @Sendable func tree(_ version: Int) -> SyntaxTree {
      let table = tables[version]
      return TableTree(
        table, kind, hasHeader: hasHeader && table.rowCount > 0, keyColumns: key?.columns ?? 0..<0,
        namesColumns: hasSameNames,
        cells: common.map { .ofOthers(than: $0, version: version) } ?? .ofAll
      ).tree
    }
    let trees = pair.run(size: tables[0].rowCount, { [tree(0), tree(1)] }, { [tree(2)] })
    (base, ours, theirs) = (trees.0[0], trees.0[1], trees.1[0])
    self.key = key
    hasRenamedColumns = hasHeader && !hasSameNames
    ids = TableIds(hasHeader ? tables : [], besides: key?.columns ?? 0..<0)
    references = TableReferences(hasHeader ? tables : [], to: key?.columns ?? 0..<0)
    delimiter = tables[0].delimiter
  }
}
