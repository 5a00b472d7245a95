import DocMerge
import DocMergeOffice

extension JSONText {
  static func markers(_ report: MarkerReport) throws -> String {
    try text(
      Check(
        files: report.files.map(CheckedFile.init), tracked: report.tracked.map(CheckedOffice.init)))
  }

  private struct Check: Encodable {
    var format = "docmerge-markers"
    var version = 1
    var files: [CheckedFile]
    var tracked: [CheckedOffice]
  }

  private struct CheckedOffice: Encodable {
    var path: String
    var changes: Int
    var authors: [String]

    init(_ file: MarkerReport.TrackedFile) {
      (path, changes, authors) = (file.path, file.changes.count, file.changes.authors)
    }
  }

  private struct CheckedFile: Encodable {
    var path: String
    var conflicts: [Found]
    var findings: [Finding]

    init(_ file: MarkerReport.File) {
      path = file.path
      conflicts = file.text.conflicts.map(Found.init)
      findings = file.findings.map(Finding.init)
    }
  }

  private struct Found: Encodable {
    var line: Int
    var lines: Int
    var style: String
    var sides: [String]
    var hasBase: Bool

    init(_ conflict: MarkedConflict) {
      line = conflict.lines.lowerBound
      lines = conflict.lines.count
      style = conflict.style.rawValue
      sides = conflict.sides.map { String(decoding: $0.label ?? [], as: UTF8.self) }
      hasBase = conflict.base != nil
    }
  }

  private struct Finding: Encodable {
    var line: Int
    var marker: String
    var problem: String
    var text: String

    init(_ finding: MarkerFinding) {
      line = finding.line
      marker = String(UnicodeScalar(finding.byte))
      text = MarkerWords.problem(finding)
      problem =
        switch finding.problem {
        case .stray: "stray"
        case .unfinished: "unfinished"
        case .repeated: "repeated"
        case .misplaced: "misplaced"
        case .unreadable: "unreadable"
        case .nested: "nested"
        case .withinLine: "within-line"
        case .unbalanced: "unbalanced"
        case .perforce: "perforce"
        }
    }
  }
}
