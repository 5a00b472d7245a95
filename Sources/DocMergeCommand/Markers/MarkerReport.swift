import DocMerge
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The findings of `markers check`.
struct MarkerReport {
  /// A file with markers.
  struct File {
    var path: String
    var text: ConflictedText
    /// The faults of markers, by line.
    var findings: [MarkerFinding]
  }

  /// An office document with tracked changes of a conflict.
  struct TrackedFile {
    var path: String
    var changes: ConflictChanges
  }

  var files: [File] = []
  var tracked: [TrackedFile] = []

  var isEmpty: Bool { files.isEmpty && tracked.isEmpty }

  /// For example `notes.md:12: conflict in git's merge style, to line 18`.
  var lines: [String] {
    files.flatMap { file in
      let conflicts = file.text.conflicts.map { conflict in
        let (style, last) = (Self.style(conflict.style), conflict.lines.upperBound - 1)
        return (
          line: conflict.lines.lowerBound, text: tr("conflict in \(style) style, to line \(last)")
        )
      }
      let findings = file.findings.map { (line: $0.line, text: MarkerWords.problem($0)) }
      return (conflicts + findings).sorted { $0.line < $1.line }
        .map { "\(PrintableText.escape(file.path)):\($0.line): \($0.text)" }
    }
      + tracked.map { file -> String in
        let changes = counted(file.changes.count, "tracked change")
        let authors = file.changes.authors.map { PrintableText.words($0) }.joined(separator: ", ")
        return tr("\(PrintableText.escape(file.path)): \(changes) of a conflict, by \(authors)")
      }
  }

  private static func style(_ style: MarkerStyle) -> String {
    switch style {
    case .merge, .diff3, .zdiff3, .mergediff: "\(style.rawValue)"
    case .jjDiff: tr("jj's diff")
    case .jjSnapshot: tr("jj's snapshot")
    case .fossil: tr("fossil's")
    }
  }
}
