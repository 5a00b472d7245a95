import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

/// The text of the lines at the top and at the bottom.
enum BarWords {
  /// `notes.md, conflict 2 of 7, line 9; 5 to decide`.
  static func heading(of state: ScreenState) -> String {
    guard let document = state.document else { return tr(" Nothing to decide.") }
    let open = state.outline.openCount
    let left = open == 0 ? tr("all decided") : tr("\(open) to decide")
    guard let here = state.here, state.openRegion != nil else {
      let kind = document.text == nil ? tr("decided as a whole") : tr("no conflicts")
      return " \(document.path), \(kind); \(left)"
    }
    let count = state.outline.documents[here.document].count
    let place = state.place.isEmpty ? "" : ", \(state.place)"
    return tr(" \(document.path), conflict \(here.region + 1) of \(count)\(place); \(left)")
  }

  /// The state of the region: taken, suggested or remembered.
  static func note(of state: ScreenState) -> (String, Style) {
    guard let document = state.document else { return ("", .plain) }
    if let whole = document.whole {
      return (tr("taken: \(whole.words(in: document))"), Style(.decided, .bold))
    }
    guard let region = state.openRegion else { return (automatic(document), .faint) }
    if let choice = region.choice {
      return (tr("taken: \(choice.words)"), Style(.decided, .bold))
    }
    let remembered =
      region.remembered == nil ? nil : tr("remembered (r): what you decided before")
    if let suggestion = region.suggestion {
      let words = tr("suggested (m): \(Words.reason(suggestion.rule))")
      return (words + (remembered.map { "; " + $0 } ?? ""), .warning)
    }
    if let remembered { return (remembered, .warning) }
    return (region.conflict.reason ?? automatic(document), .faint)
  }

  /// How much rules decided before the person was asked.
  private static func automatic(_ document: SessionDocument) -> String {
    let count = document.text?.decidedByRules.count ?? 0
    guard count > 0 else { return "" }
    return tr("\(counted(count, "conflict")) resolved automatically; v shows by which rules")
  }

  /// The current message or question, or else the keys.
  static func status(of state: ScreenState) -> (String, Style) {
    switch state.mode {
    case .searching(let words): return (tr("Search: \(words)▏"), .heading)
    case .editing:
      if !state.message.isEmpty { return (state.message, .heading) }
      return (tr("Edit: Ctrl-S take it  Esc leave  Ctrl-K delete the line"), .heading)
    case .decidingRest(let isAll): return (rest(isAll, state.width), .heading)
    case .confirming: return (tr("Write it? y yes  n no"), .heading)
    case .splitting:
      if !state.message.isEmpty { return (state.message, .heading) }
      return (tr("Split: ↑ ↓ move the cut  Tab other text  Enter split  Esc leave"), .heading)
    case .reading:
      let write = state.reading.isPreview ? tr("  w write") : ""
      return (tr("↑ ↓ PgUp PgDn scroll\(write)  Esc close"), .faint)
    case .deciding: break
    }
    if !state.message.isEmpty { return (state.message, .heading) }
    return (keys(state), .faint)
  }

  private static func rest(_ isAll: Bool, _ width: Int) -> String {
    let (scope, other) =
      isAll ? (tr("all documents"), tr("this one")) : (tr("this document"), tr("all"))
    return fitting(
      [
        tr(
          "Rest of \(scope): o t b B a r  suggestions up to l low m medium h high risk  R \(other)"),
        tr("Rest of \(scope): o t b B a r  risk: l low m medium h high  R \(other)"),
        tr("Rest of \(scope): o t b B a r l m h"),
      ], width)
  }

  /// The available keys, in as many words as there is room for.
  private static func keys(_ state: ScreenState) -> String {
    let common = tr("s next  p previous  u undo  v view  w write  q quit  ? help")
    guard let region = state.openRegion else {
      return fitting(["\(wholeKeys(state.document))  \(common)", common], state.width)
    }
    var choices = [("o", tr("ours")), ("t", tr("theirs")), ("b", tr("both"))]
    if region.base != nil { choices.append(("a", tr("base"))) }
    if region.suggestion != nil { choices.append(("m", tr("suggested"))) }
    if region.remembered != nil { choices.append(("r", tr("remembered"))) }
    choices.append(("i", tr("edit")))
    if state.document?.canTake(.tracked) == true { choices.append(("W", tr("tracked changes"))) }
    let words = choices.map { "\($0) \($1)" }.joined(separator: "  ")
    let letters = choices.map(\.0).joined(separator: " ")
    return fitting(
      [
        "\(words)  \(common)", tr("\(letters) decide  \(common)"), tr("? help  q quit  \(letters)"),
      ],
      state.width)
  }

  /// The first of some texts that there is room for, or the last one.
  private static func fitting(_ texts: [String], _ width: Int) -> String {
    texts.first { $0.count <= width } ?? texts.last ?? ""
  }

  private static func wholeKeys(_ document: SessionDocument?) -> String {
    guard let document else { return "" }
    let count = document.versions.count
    var keys = count == 2 ? [tr("o ours"), tr("t theirs")] : [tr("1-\(count) keep one")]
    if document.canTake(.all) { keys.append(tr("b both files")) }
    if document.canTake(.merge) { keys.append(tr("m merged")) }
    if document.canTake(.newest) { keys.append(tr("> newest  < oldest")) }
    if document.canTake(.tracked) { keys.append(tr("W tracked changes")) }
    return keys.joined(separator: "  ")
  }
}
