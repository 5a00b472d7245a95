import DocMergeCore
import DocMergeSystem

extension MergeReport {
  /// Lines for people: each place that a rule settled or that is left, then the audit.
  func text(_ style: ReportStyle) -> String {
    let count = merged.conflicts.count
    let state =
      count == 0
      ? style.green("merged") : style.red("\(ReportText.count(count, "conflict")) left")
    var lines = [
      "\(style.bold(PrintableText.escape(names.path))): \(state), policy \(policy?.rawValue ?? "none")"
    ]
    lines += layers.map { "  " + $0.words }
    if let regeneration { lines.append("  `\(regeneration)` writes it anew") }
    for row in rows {
      if let conflict = row.conflict {
        let reason = conflict.reason.map { ": " + $0 } ?? ""
        lines.append("  \(place(row))  \(style.red("conflict"))\(reason)")
        lines += inDocument(row)
        lines += described(conflict, style)
        if let suggestion = conflict.suggestion {
          let text = ReportText.quote(suggestion.bytes, limit: 60)
          lines.append(
            "    \(style.cyan("suggestion")) (\(suggestion.rule.name), not applied): \(text)")
        }
      } else if let (rule, conflict) = row.decided {
        lines.append(
          "  \(place(row))  \(style.yellow("settled")) by \(rule.name), risk \(rule.risk.rawValue)")
        lines += inDocument(row) + ["    because \(rule.words)"]
        lines += rule.name == "moved-block" ? moved(row, style) : described(conflict, style)
      }
    }
    return (lines + AuditReport.sum(audit, auditTexts.values, style)).joined(separator: "\n") + "\n"
  }

  /// `ours 9-11, base 9, theirs 9`, counted from 1; an empty stretch is named by the line before it.
  private func place(_ row: ReportRow) -> String {
    [("ours", row.ours), ("base", row.base), ("theirs", row.theirs)]
      .map { "\($0) \(AuditReport.lines($1))" }.joined(separator: ", ")
  }

  private func inDocument(_ row: ReportRow) -> [String] {
    placeName(row).map { ["    in      \(PrintableText.escape(Array($0.utf8)))"] } ?? []
  }

  private func described(_ conflict: Region.Conflict, _ style: ReportStyle) -> [String] {
    [("ours  ", conflict.ours), ("theirs", conflict.theirs)].map { name, side in
      "    \(name)  \(Self.change(from: conflict.base ?? [], to: side, style))"
    }
  }

  /// The side that moved a block, the new place, and the change of the other side to it.
  private func moved(_ row: ReportRow, _ style: ReportStyle) -> [String] {
    guard let conflict = row.decided?.conflict, let base = conflict.base else { return [] }
    return [("ours  ", conflict.ours), ("theirs", conflict.theirs)].map { name, side in
      guard side == base else {
        return "    \(name)  \(Self.change(from: base, to: side, style)), and that goes with it"
      }
      let (old, new) = (AuditReport.named(row.base), AuditReport.named(row.result))
      let text = ReportText.quote(base.prefix { $0 != UInt8(ascii: "\n") })
      return
        "    \(name)  moves the block that starts with \(text) from \(old) of the base to \(new) of the result"
    }
  }

  /// The change of a side, in words: `removes “Monday”, adds “Friday”`.
  static func change(
    from base: ArraySlice<UInt8>, to side: ArraySlice<UInt8>, _ style: ReportStyle
  ) -> String {
    let (base, side) = (Array(base), Array(side))
    if base == side { return "changes nothing" }
    if side.isEmpty { return "deletes \(style.red(ReportText.quote(base)))" }
    if base.isEmpty { return "adds \(style.green(ReportText.quote(side)))" }
    let changes = wordChanges(old: base, new: side)
    let gone = quoted(changes.old.map { base[$0] }).map(style.red)
    let brought = quoted(changes.new.map { side[$0] }).map(style.green)
    return [
      gone.isEmpty ? nil : "removes " + gone.joined(separator: ", "),
      brought.isEmpty ? nil : "adds " + brought.joined(separator: ", "),
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static func quoted(_ parts: [ArraySlice<UInt8>]) -> [String] {
    let shown = parts.prefix(4).map { ReportText.quote($0) }
    return parts.count > 4 ? shown + ["and \(parts.count - 4) more"] : shown
  }
}

extension LayerChange {
  /// `line endings: base CRLF, ours LF, theirs CRLF; result LF`.
  var words: String {
    let sides = [("base", base), ("ours", ours), ("theirs", theirs)].map { name, value in
      "\(name) \(value ?? "none")"
    }.joined(separator: ", ")
    return "\(layer.rawValue): \(sides); result \(result ?? "open")"
  }
}
