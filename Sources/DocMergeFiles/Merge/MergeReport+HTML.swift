import DocMergeCore
import DocMergeLanguage
import DocMergeSystem

extension MergeReport {
  /// A self-contained page: base, ours and theirs side by side, with the result below.
  var html: String {
    let title = HTMLText.escape(names.path)
    let count = merged.conflicts.count
    let words = count == 0 ? tr("merged") : tr("\(counted(count, "conflict")) left")
    let state = "<strong>\(words)</strong>"
    let policy = policy?.rawValue ?? tr("none")
    let standing = tr("\(state), policy \(policy)")
    let sums = AuditReport.sum(
      audit, auditTexts.values, ReportStyle(isColoured: false))
    return """
      <!DOCTYPE html>
      <html lang="\(Language.current.tag)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(HTMLText.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      <p>\(standing)</p>
      \(regenerated)
      \((layers.map(\.words) + sums).map { "<p>\($0)</p>" }.joined(separator: "\n"))
      </header>
      <main>
      \(rows.map(section).joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  /// How a lock file is generated again.
  private var regenerated: String {
    guard let regeneration else { return "" }
    let command = "<code>\(HTMLText.escape(Array(regeneration.utf8)))</code>"
    return "<p>\(tr("\(command) writes it anew"))</p>"
  }

  private func section(_ row: ReportRow) -> String {
    let shared = base.text(of: row.base)
    if case .agreed(let agreed) = row.region, agreed.origin == .base {
      let lines = counted(row.result.count, "unchanged line")
      return "<details><summary>\(lines)</summary>\(HTMLText.pre(agreed.bytes))</details>"
    }
    let conflict = row.conflict ?? row.decided?.conflict
    let sides = (
      ours: conflict?.ours ?? ours.text(of: row.ours),
      theirs: conflict?.theirs ?? theirs.text(of: row.theirs)
    )
    let cells = [
      HTMLText.cell("base", AuditReport.lines(row.base), HTMLText.pre(shared)),
      HTMLText.cell(
        "ours", AuditReport.lines(row.ours), HTMLText.pre(sides.ours, comparedWith: shared)),
      HTMLText.cell(
        "theirs", AuditReport.lines(row.theirs), HTMLText.pre(sides.theirs, comparedWith: shared)),
      outcome(row),
    ]
    let name = row.conflict != nil ? "conflict" : row.decided != nil ? "settled" : "changed"
    return
      "<section class=\"\(name)\">\n<h2>\(heading(row))</h2>\n\(notes(row))\(cells.joined(separator: "\n"))\n</section>"
  }

  /// The place of the row, and why it is settled or left.
  private func notes(_ row: ReportRow) -> String {
    let reason = row.conflict?.reason ?? row.decided?.rule.words
    let notes = [placeName(row), reason].compactMap { $0 }
    guard !notes.isEmpty else { return "" }
    let text = notes.map { HTMLText.escape(Array($0.utf8)) }.joined(separator: "<br>")
    return "<p class=\"place wide\">\(text)</p>\n"
  }

  private func heading(_ row: ReportRow) -> String {
    if row.conflict != nil { return tr("Conflict") }
    if let rule = row.decided?.rule {
      return tr("Settled by \(HTMLText.escape(Array(rule.name.utf8))), \(rule.risk.heading)")
    }
    guard case .agreed(let agreed) = row.region else { return tr("Deleted") }
    switch agreed.origin {
    case .ours: return tr("Changed by ours")
    case .theirs: return tr("Changed by theirs")
    case .both: return tr("Changed alike by both")
    default: return tr("Settled")
    }
  }

  private func outcome(_ row: ReportRow) -> String {
    if let conflict = row.conflict {
      guard let suggestion = conflict.suggestion else { return "" }
      return HTMLText.cell(
        "suggestion", tr("by \(HTMLText.escape(Array(suggestion.rule.name.utf8))), not applied"),
        HTMLText.pre(suggestion.bytes[...]), isWide: true)
    }
    guard case .agreed(let agreed) = row.region else {
      return HTMLText.cell(
        "result", AuditReport.lines(row.result), "<p>\(tr("nothing"))</p>", isWide: true)
    }
    return HTMLText.cell(
      "result", AuditReport.lines(row.result),
      HTMLText.pre(agreed.bytes, comparedWith: base.text(of: row.base)), isWide: true)
  }
}

/// Pieces of a page; all text from files is escaped.
enum HTMLText {
  /// Text that stays text: characters with a meaning in HTML are escaped.
  static func escape(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var result = ""
    PrintableText.forEachScalar(in: bytes) { scalar, range in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar ?? " ")
      case .some(let scalar) where !PrintableText.isHidden(scalar):
        result.unicodeScalars.append(scalar)
      default:
        let text = PrintableText.escape(bytes[range])
        result += "<span class=\"hidden\">\(text)</span>"
      }
    }
    return result
  }

  static func pre(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.isEmpty ? "<p>\(tr("nothing"))</p>" : "<pre>\(escape(bytes))</pre>"
  }

  /// A text in which the words that the base lacks are marked.
  static func pre(_ bytes: ArraySlice<UInt8>, comparedWith base: ArraySlice<UInt8>) -> String {
    guard !bytes.isEmpty, !base.isEmpty, bytes.count + base.count < 1 << 18 else {
      return pre(bytes)
    }
    let text = Array(bytes)
    var html = ""
    var position = 0
    for range in wordChanges(old: Array(base), new: text).new {
      html += escape(text[position..<range.lowerBound])
      html += "<mark>\(escape(text[range]))</mark>"
      position = range.upperBound
    }
    return "<pre>\(html)\(escape(text[position...]))</pre>"
  }

  static func cell(
    _ name: String, _ note: String, _ body: String, isWide: Bool = false
  ) -> String {
    "<div class=\"\(name)\(isWide ? " wide" : "")\"><h3>\(VerbInput.words(role: name)) <small>\(note)</small></h3>\(body)</div>"
  }

  static let style = """
    :root { color-scheme: light dark; --line: #8886; --mark: #ffe58a; --text: #1b1b1b; --page: #fff;
      --conflict: #c62828; --settled: #b26a00; --changed: #2e7d32; }
    @media (prefers-color-scheme: dark) { :root { --mark: #6b5900; --text: #e6e6e6; --page: #161616;
      --conflict: #ef9a9a; --settled: #ffb74d; --changed: #81c784; } }
    body { margin: 0 auto; max-width: 90rem; padding: 1rem; color: var(--text);
      background: var(--page); font: 16px/1.45 system-ui, sans-serif; }
    h1 { font-size: 1.3rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; grid-column: 1 / -1; margin: 0; }
    h3 { font-size: .85rem; margin: 0 0 .2rem; } small { font-weight: normal; opacity: .75; }
    header p { margin: .2rem 0; }
    section { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .6rem;
      border-left: .3rem solid var(--changed); margin: 1rem 0; padding: .4rem 0 .4rem .7rem; }
    section.conflict { border-color: var(--conflict); } section.settled { border-color: var(--settled); }
    .wide { grid-column: 1 / -1; }
    pre { margin: 0; padding: .4rem; border: 1px solid var(--line); border-radius: .3rem;
      white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace; }
    mark { background: var(--mark); color: inherit; } .hidden { opacity: .6; }
    section p { margin: 0; opacity: .7; font-style: italic; } summary { cursor: pointer; opacity: .75; }
    @media (max-width: 48rem) { section { grid-template-columns: minmax(0, 1fr); } }
    """
}
