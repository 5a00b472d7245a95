import DocMergeCore
import DocMergeLanguage

/// Finds rows that one side added to a table of which the other side changed each row: it may have another unit, order
/// of columns or way to write dates now.
///
///     base   item,g        ours   item,kg       theirs  item,g        fault   item,kg
///            flour,1500           flour,1.5             flour,1500            flour,1.5
///            salt,200             salt,0.2              salt,200              salt,0.2
///                                                       yeast,42              yeast,42
struct RewrittenTableGuard {
  private let texts: Triple<[UInt8]>
  /// The fewest rows below a header that show that a side rewrote the table, and not one row.
  private static let fewestRows = 2

  /// Prepares for the base, ours and theirs.
  init(_ texts: Triple<[UInt8]>) { self.texts = texts }

  /// The rows of a result that are as they were added.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, where a side changed the first row; O(1) elsewhere.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let added =
      rows(addedBy: texts.theirs, besideThoseOf: texts.ours)
      .union(rows(addedBy: texts.ours, besideThoseOf: texts.theirs))
    guard !added.isEmpty else { return [] }
    return Lines(result).places.filter { added.contains(result[$0].trimmed) }.map {
      StructureFault(places: [$0], reason: tr("one side changed each row of the table"))
    }
  }

  /// The rows that one side added to a table that another side rewrote; none where it did not.
  private func rows(
    addedBy other: [UInt8], besideThoseOf side: [UInt8]
  ) -> Set<ArraySlice<UInt8>> {
    // The first row can be a header.
    guard Self.secondRow(of: texts.base) != Self.secondRow(of: side) else { return [] }
    let (base, rows) = (Self.rows(texts.base), Self.rows(side))
    let left = Set(rows)
    // A side that removed most rows rewrote none.
    guard base.count > Self.fewestRows, rows.count >= base.count,
      !base.dropFirst().contains(where: left.contains)
    else { return [] }
    return Set(Self.rows(other)).subtracting(base).subtracting(left)
  }

  private static func secondRow(of text: [UInt8]) -> ArraySlice<UInt8>? {
    text.split(separator: 0x0A, maxSplits: 2).prefix(2).dropFirst().first?.trimmed
  }

  private static func rows(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    Lines(text).lazy.map { text[$0.indices].trimmed }.filter { !$0.isEmpty }
  }
}
