import DocMergeCore
import DocMergeFormats

/// The regions of a merge, with their lines in the inputs and the names of their places.
struct ReportRows {
  let base: Lines
  let ours: Lines
  let theirs: Lines
  let rows: [ReportRow]
  /// The names of places in ours and in theirs, where the structure is known.
  private let places: (ours: DocumentPlaces?, theirs: DocumentPlaces?)

  /// Finds the lines of each region: those of the contents, in UTF-8, each ended by `\n`.
  init(of merge: LayeredMerge, structure: DocumentStructure?) {
    let texts = merge.texts
    base = Lines(texts.base)
    ours = Lines(texts.ours)
    theirs = Lines(texts.theirs)
    var builder = RowBuilder(
      base: base, ours: ours, theirs: theirs, profile: merge.merged.profile ?? .gitMerge)
    rows = builder.rows(of: merge.outline)
    places = (
      structure.flatMap { DocumentPlaces(of: texts.ours, in: $0) },
      structure.flatMap { DocumentPlaces(of: texts.theirs, in: $0) }
    )
  }

  /// The place of a row in the document, such as `$.scripts.test`; `nil` where the structure is not known.
  func placeName(_ row: ReportRow) -> String? {
    let isInOurs = !row.ours.isEmpty || row.theirs.isEmpty
    let (lines, rows) = isInOurs ? (ours, row.ours) : (theirs, row.theirs)
    return (isInOurs ? places.ours : places.theirs)?.name(of: lines.bytes(of: rows))
  }
}

extension Lines {
  /// The bytes of some lines, without the end of the last one.
  fileprivate func bytes(of lines: Range<Int>) -> Range<Int> {
    let start = lines.lowerBound < count ? self[lines.lowerBound].startIndex : bytes.count
    guard !lines.isEmpty else { return start..<start }
    let last = self[lines.upperBound - 1]
    return start..<Swift.max(start, last.endIndex - (last.last == UInt8(ascii: "\n") ? 1 : 0))
  }
}
