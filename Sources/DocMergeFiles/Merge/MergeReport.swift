import DocMergeCore

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
  let base: Lines
  let ours: Lines
  let theirs: Lines
  let rows: [ReportRow]

  init(
    names: Names, policy: MergePolicy?, merged: Merged,
    texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])
  ) {
    self.names = names
    self.policy = policy
    self.merged = merged
    base = Lines(texts.base)
    ours = Lines(texts.ours)
    theirs = Lines(texts.theirs)
    audit = DocMergeCore.audit(
      of: merged, base: texts.base, ours: texts.ours, theirs: texts.theirs)
    var builder = RowBuilder(
      base: base, ours: ours, theirs: theirs, profile: merged.profile ?? .gitMerge)
    rows = builder.rows(of: merged)
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
