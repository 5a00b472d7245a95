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
  /// The inputs by lines, and what became of them.
  private let inputs: ReportRows
  /// The layers that a side changed, such as how lines end.
  let layers: [LayerChange]

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
    inputs = ReportRows(of: merge, structure: structure)
    var auditTexts = AuditReport.Texts(
      base: inputs.base, ours: inputs.ours, theirs: inputs.theirs)
    auditTexts.values = structure.flatMap { structure in
      StructureAudit(
        base: texts.base, ours: texts.ours, theirs: texts.theirs,
        result: ResultTexts(merge.contents), structure: structure, isAccounted: audit.isClean)
    }
    self.auditTexts = auditTexts
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
  var base: Lines { inputs.base }
  var ours: Lines { inputs.ours }
  var theirs: Lines { inputs.theirs }
  var rows: [ReportRow] { inputs.rows }

  /// The command that writes a lock file anew; `nil` for other files, and where nothing was to be merged.
  var regeneration: String? {
    guard merged.conflicts.count > 0 || rows.contains(where: { $0.decided != nil }) else {
      return nil
    }
    return LockFile(path: String(decoding: names.path, as: UTF8.self))?.command
  }

  /// Where in the document a row is, such as `$.scripts.test`; `nil` where no structure tells.
  func placeName(_ row: ReportRow) -> String? { inputs.placeName(row) }
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
