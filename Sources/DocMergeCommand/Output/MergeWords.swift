import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// Messages about a merge that is not clean.
enum MergeWords {
  /// Why a document was not merged, in a form that follows a comma.
  static func reason(_ reason: MergeAttempt.Reason) -> String {
    switch reason {
    case .nothingToMerge: tr("there is only one version")
    case .deletedOnOneSide: tr("one version is a deletion")
    case .notFiles: tr("links and packages are only kept whole")
    case .modes: tr("the versions disagree whether it may be run")
    case .binary: tr("it is not text")
    case .damaged: tr("one version is not in the encoding that its first bytes announce")
    case .encodings: tr("the versions are in encodings that do not fit together")
    case .orderMatters: tr("the result depends on which versions are merged first")
    case .office(let refusal): OfficeWords.reason(refusal)
    case .unaccounted: tr("the result would not account for every change")
    }
  }

  /// For example `2 regions changed on both sides: lines 3–5, line 9 of @2`.
  ///
  /// - Parameters:
  ///   - merge: the merge.
  ///   - ours: the name of the text with the lines.
  /// - Returns: the words, without a full stop.
  static func regions(_ merge: UnfinishedMerge, of ours: String) -> String {
    let regions = counted(merge.merged.conflicts.count, "region")
    guard !merge.lines.isEmpty else { return tr("\(regions) changed on both sides") }
    return tr("\(regions) changed on both sides: \(lines(merge.lines)) of \(ours)")
  }

  /// The suggestions of rules for the conflicts, one line for each.
  static func suggestions(_ merge: UnfinishedMerge) -> [String] {
    merge.merged.conflicts.enumerated().prefix(10).compactMap { index, conflict in
      conflict.suggestion.map { suggestion in
        let text = PrintableText.escape(suggestion.bytes.prefix(60))
        let rest = suggestion.bytes.count > 60 ? "…" : ""
        return tr(
          "  Suggested for region \(index + 1) (\(suggestion.rule.name)): “\(text)\(rest)”")
      }
    }
  }

  /// For example `lines 3–5, line 9`; the rest is counted after ten.
  static func lines(_ lines: [Range<Int>]) -> String {
    let shown = lines.prefix(10).map { range in
      switch range.count {
      case 0: tr("before line \(range.lowerBound)")
      case 1: tr("line \(range.lowerBound)")
      default: tr("lines \(range.lowerBound)–\(range.upperBound - 1)")
      }
    }
    let rest = lines.count > 10 ? tr(" and \(lines.count - 10) more") : ""
    return shown.joined(separator: ", ") + rest
  }
}
