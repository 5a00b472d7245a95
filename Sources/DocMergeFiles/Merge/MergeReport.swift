import DocMergeCore
import DocMergeFormats

/// What a merge did, for people and for programs.
struct MergeReport {
  /// What the report is about; empty names stand for texts that have none.
  struct Names {
    var path: [UInt8]
    var base: [UInt8]
    var ours: [UInt8]
    var theirs: [UInt8]
  }

  let names: Names
  /// How far rules went; `nil` where there were none.
  let policy: MergePolicy?
  let merged: Merged
  let audit: MergeAudit
  /// Where the bytes of the audit come from.
  let auditTexts: AuditReport.Texts
  let base: Lines
  let ours: Lines
  let theirs: Lines
  let rows: [ReportRow]
  /// The layers that a side changed, such as how lines end.
  let layers: [LayerChange]
  /// The names of places in ours and in theirs, where the structure is known.
  private let places: (ours: DocumentPlaces?, theirs: DocumentPlaces?)

  /// Makes a report of a merge and of its audit, which is that of the bytes.
  ///
  /// The lines and words are those that the texts say: in UTF-8, each line ended by `\n`.
  init(
    names: Names, policy: MergePolicy?, merge: LayeredMerge, audit: MergeAudit,
    structure: DocumentStructure? = nil
  ) {
    self.names = names
    self.policy = policy
    merged = merge.merged
    let texts = merge.texts
    layers = texts.changes(in: merged)
    base = Lines(texts.base)
    ours = Lines(texts.ours)
    theirs = Lines(texts.theirs)
    var builder = RowBuilder(
      base: base, ours: ours, theirs: theirs, profile: merged.profile ?? .gitMerge)
    rows = builder.rows(of: merge.outline)
    places = (
      structure.flatMap { DocumentPlaces(of: texts.ours, in: $0) },
      structure.flatMap { DocumentPlaces(of: texts.theirs, in: $0) }
    )
    auditTexts = AuditReport.Texts(base: base, ours: ours, theirs: theirs)
    guard merged.layers != nil else {
      self.audit = audit
      return
    }
    // A doubt about the bytes has to show even if what they say is all there.
    var inWords = DocMergeCore.audit(
      of: merge.contents, base: texts.base, ours: texts.ours, theirs: texts.theirs,
      structure: structure)
    if !audit.isClean, inWords.isClean { inWords.findings = audit.findings }
    self.audit = inWords
  }
}

extension MergeReport {
  /// Where in the document a row is, such as `$.scripts.test`; `nil` where no structure tells.
  func placeName(_ row: ReportRow) -> String? {
    let isInOurs = !row.ours.isEmpty || row.theirs.isEmpty
    let (lines, rows) = isInOurs ? (ours, row.ours) : (theirs, row.theirs)
    return (isInOurs ? places.ours : places.theirs)?.name(of: lines.bytes(of: rows))
  }
}

extension Lines {
  /// Where some lines stand, in bytes, without the end of the last one.
  fileprivate func bytes(of lines: Range<Int>) -> Range<Int> {
    let start = lines.lowerBound < count ? self[lines.lowerBound].startIndex : bytes.count
    guard !lines.isEmpty else { return start..<start }
    let last = self[lines.upperBound - 1]
    return start..<Swift.max(start, last.endIndex - (last.last == UInt8(ascii: "\n") ? 1 : 0))
  }
}

/// Colours of a terminal, where there is one.
struct ReportStyle {
  /// Whether colours are shown.
  var isColoured: Bool

  func callAsFunction(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  func bold(_ text: String) -> String { self(text, "1") }
  func red(_ text: String) -> String { self(text, "31") }
  func green(_ text: String) -> String { self(text, "32") }
  func yellow(_ text: String) -> String { self(text, "33") }
  func cyan(_ text: String) -> String { self(text, "36") }
}
