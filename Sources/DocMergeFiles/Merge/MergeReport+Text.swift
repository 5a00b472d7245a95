import DocMergeCore
import DocMergeLanguage
import DocMergeSystem

extension MergeReport {
  /// Lines for people: each place that a rule settled or that is left, then the audit.
  func text(_ style: ReportStyle) -> String {
    let count = merged.conflicts.count
    let state =
      count == 0
      ? style.green(tr("merged")) : style.red(tr("\(counted(count, "conflict")) left"))
    let name = style.bold(PrintableText.escape(names.path))
    let policy = policy?.rawValue ?? tr("none")
    var lines = [tr("\(name): \(state), policy \(policy)")]
    lines += layers.map { "  " + $0.words }
    if let regeneration { lines.append("  " + tr("`\(regeneration)` writes it anew")) }
    for row in rows {
      if let conflict = row.conflict {
        let reason = conflict.reason.map { ": " + $0 } ?? ""
        lines.append("  \(place(row))  \(style.red(tr("conflict")))\(reason)")
        lines += inDocument(row)
        lines += described(conflict, style)
        if let suggestion = conflict.suggestion {
          let text = ReportText.quote(suggestion.bytes, limit: 60)
          let name = style.cyan(tr("suggestion"))
          lines.append("    " + tr("\(name) (\(suggestion.rule.name), not applied): \(text)"))
        }
      } else if let (rule, conflict) = row.decided {
        let settled = style.yellow(tr("settled"))
        let words = tr("\(settled) by \(rule.name), \(rule.risk.heading)")
        lines.append("  \(place(row))  \(words)")
        lines += inDocument(row) + [tr("    because \(rule.words)")]
        lines += rule.name == "moved-block" ? moved(row, style) : described(conflict, style)
      }
    }
    return (lines + AuditReport.sum(audit, auditTexts.values, style)).joined(separator: "\n") + "\n"
  }

  /// `ours 9-11, base 9, theirs 9`, counted from 1; an empty stretch is named by the line before it.
  private func place(_ row: ReportRow) -> String {
    let (ours, base) = (AuditReport.lines(row.ours), AuditReport.lines(row.base))
    return tr("ours \(ours), base \(base), theirs \(AuditReport.lines(row.theirs))")
  }

  private func inDocument(_ row: ReportRow) -> [String] {
    placeName(row).map { [tr("    in      \(PrintableText.escape(Array($0.utf8)))")] } ?? []
  }

  private func described(_ conflict: Region.Conflict, _ style: ReportStyle) -> [String] {
    [(tr("ours  "), conflict.ours), (tr("theirs"), conflict.theirs)].map { name, side in
      "    \(name)  \(Self.change(from: conflict.base ?? [], to: side, style))"
    }
  }

  /// The side that moved a block, the new place, and the change of the other side to it.
  private func moved(_ row: ReportRow, _ style: ReportStyle) -> [String] {
    guard let conflict = row.decided?.conflict, let base = conflict.base else { return [] }
    return [(tr("ours  "), conflict.ours), (tr("theirs"), conflict.theirs)].map { name, side in
      guard side == base else {
        let change = Self.change(from: base, to: side, style)
        return "    \(name)  " + tr("\(change), and that goes with it")
      }
      let (old, new) = (AuditReport.named(row.base), AuditReport.named(row.result))
      let text = ReportText.quote(base.prefix { $0 != UInt8(ascii: "\n") })
      return "    \(name)  "
        + tr(
          "moves the block that starts with \(text) from \(old) of the base to \(new) of the result"
        )
    }
  }

  /// The change of a side, in words: `removes “Monday”, adds “Friday”`.
  static func change(
    from base: ArraySlice<UInt8>, to side: ArraySlice<UInt8>, _ style: ReportStyle
  ) -> String {
    let (base, side) = (Array(base), Array(side))
    if base == side { return tr("changes nothing") }
    if side.isEmpty { return tr("deletes \(style.red(ReportText.quote(base)))") }
    if base.isEmpty { return tr("adds \(style.green(ReportText.quote(side)))") }
    let changes = wordChanges(old: base, new: side)
    let gone = quoted(changes.old.map { base[$0] }).map(style.red)
    let brought = quoted(changes.new.map { side[$0] }).map(style.green)
    let (removed, added) = (gone.joined(separator: ", "), brought.joined(separator: ", "))
    return [
      gone.isEmpty ? nil : tr("removes \(removed)"),
      brought.isEmpty ? nil : tr("adds \(added)"),
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static func quoted(_ parts: [ArraySlice<UInt8>]) -> [String] {
    let shown = parts.prefix(4).map { ReportText.quote($0) }
    return parts.count > 4 ? shown + [tr("and \(parts.count - 4) more")] : shown
  }
}

extension LayerChange {
  /// `line endings: base CRLF, ours LF, theirs CRLF; result LF`.
  var words: String {
    let texts = [base, ours, theirs].map { $0.map(Self.shown) ?? tr("none") }
    let result = result.map(Self.shown) ?? tr("open")
    return tr("\(name): base \(texts[0]), ours \(texts[1]), theirs \(texts[2]); result \(result)")
  }

  private var name: String {
    switch layer {
    case .encoding: tr("encoding")
    case .byteOrderMark: tr("byte-order mark")
    case .lineEndings: tr("line endings")
    case .finalNewline: tr("final newline")
    }
  }

  /// A value in words; names of encodings and line ends stay as they are.
  private static func shown(_ value: String) -> String {
    switch value {
    case "yes": tr("yes")
    case "no": tr("no")
    default: value
    }
  }
}
