/// Three versions of a table, converted to the shape that a side gave it.
///
///     base  id,name     ours  id,shop,name    theirs  id,name
///           1,tea             1,A,tea                 1,tea
///                                                     2,oil
///     becomes
///     base  id,shop,name      id,shop,name            id,shop,name
///           1,A,tea           1,A,tea                 1,A,tea
///                                                     2,,oil
///
/// A change of a side to all rows is then no longer a change of each row.
package struct TableReshape: Sendable, Hashable {
  /// The common ancestor.
  package private(set) var base: [UInt8]
  /// Our version.
  package private(set) var ours: [UInt8]
  /// Their version.
  package private(set) var theirs: [UInt8]
  /// The delimiter of all three.
  package let delimiter: UInt8

  /// Converts three versions to one shape; `nil` when they already have one.
  ///
  /// - Throws: ``FormatRefusal`` when a text is no table, both sides changed the columns or the delimiter
  ///   differently, a side changed a cell of a column that the other one removed, or the rows have no key.
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  package init?(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(FormatRefusal) {
    guard let shape = try TableShape(base: base, ours: ours, theirs: theirs) else { return nil }
    try self.init(shape)
  }

  /// Converts three versions that have been read to one shape.
  init?(_ shape: TableShape) throws(FormatRefusal) {
    delimiter = try shape.delimiter()
    let changers = try shape.sidesThatChangedColumns()
    let tables = [shape.base, shape.ours, shape.theirs]
    let isAlike = tables.allSatisfy { [delimiter] in $0.delimiter == delimiter }
    guard !isAlike || !changers.isEmpty else { return nil }
    var rewriter = TableRewriter(shape, delimiter: delimiter)
    if let changer = changers.first {
      rewriter.columns = try TableColumns(shape, changer: changer, isShared: changers.count > 1)
    }
    self.base = rewriter.text(of: shape.base)
    self.ours = rewriter.text(of: shape.ours)
    self.theirs = rewriter.text(of: shape.theirs)
  }
}
