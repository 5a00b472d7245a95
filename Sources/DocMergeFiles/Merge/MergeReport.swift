import DocMergeCore
import DocMergeFormats

/// The report on a merge, for people and for programs.
struct MergeReport {
  /// The names of the texts; empty names mean missing texts.
  struct Names {
    var path: [UInt8]
    var base: [UInt8]
    var ours: [UInt8]
    var theirs: [UInt8]
  }

  let names: Names
  /// How far rules went; `nil` where none were applied.
  let policy: MergePolicy?
  let merged: Merged
  let audit: MergeAudit
  /// The texts with the bytes of the audit.
  let auditTexts: AuditReport.Texts
  /// The inputs by lines, and the fates of their lines.
  private let inputs: ReportRows
  /// The layers that a side changed, such as how lines end.
  let layers: [LayerChange]

  /// Makes a report of a merge and of its audit, which is the one of the bytes.
  ///
  /// The lines and words are those of the contents: in UTF-8, each line ended by `\n`.
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
    // A fault of the bytes must be shown even if the contents are complete.
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

  /// The command that generates a lock file again; `nil` for other files, and where nothing had to be merged.
  var regeneration: String? {
    guard merged.conflicts.count > 0 || rows.contains(where: { $0.decided != nil }) else {
      return nil
    }
    return LockFile(path: String(decoding: names.path, as: UTF8.self))?.command
  }

  /// The place of a row in the document, such as `$.scripts.test`; `nil` where the structure is not known.
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
