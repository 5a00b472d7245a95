import DocMergeCore
import DocMergeDecisions

/// The text of the lines at the top and at the bottom.
enum BarWords {
  /// `notes.md, conflict 2 of 7, line 9; 5 to decide`.
  static func heading(of state: ScreenState) -> String {
    guard let document = state.document else { return " Nothing to decide." }
    let open = state.outline.openCount
    let left = open == 0 ? "all decided" : "\(open) to decide"
    guard let here = state.here, state.openRegion != nil else {
      let kind = document.text == nil ? "decided as a whole" : "no conflicts"
      return " \(document.path), \(kind); \(left)"
    }
    let count = state.outline.documents[here.document].count
    let place = state.place.isEmpty ? "" : ", \(state.place)"
    return " \(document.path), conflict \(here.region + 1) of \(count)\(place); \(left)"
  }

  /// The state of the region: taken, suggested or remembered.
  static func note(of state: ScreenState) -> (String, Style) {
    guard let document = state.document else { return ("", .plain) }
    if let whole = document.whole {
      return ("taken: \(whole.words(in: document))", Style(.decided, .bold))
    }
    guard let region = state.openRegion else { return (automatic(document), .faint) }
    if let choice = region.choice {
      return ("taken: \(choice.words)", Style(.decided, .bold))
    }
    let remembered = region.remembered == nil ? "" : "; remembered (r): what you decided before"
    if let suggestion = region.suggestion {
      return ("suggested (m): \(Words.reason(suggestion.rule))\(remembered)", .warning)
    }
    if region.remembered != nil { return (String(remembered.dropFirst(2)), .warning) }
    return (region.conflict.reason ?? automatic(document), .faint)
  }

  /// How much rules decided before the person was asked.
  private static func automatic(_ document: SessionDocument) -> String {
    let count = document.text?.decidedByRules.count ?? 0
    guard count > 0 else { return "" }
    return "\(Words.count(count, "conflict")) resolved automatically; v shows by which rules"
  }

  /// The current message or question, or else the keys.
  static func status(of state: ScreenState) -> (String, Style) {
    switch state.mode {
    case .searching(let words): return ("Search: \(words)▏", .heading)
    case .editing:
      if !state.message.isEmpty { return (state.message, .heading) }
      return ("Edit: Ctrl-S take it  Esc leave  Ctrl-K delete the line", .heading)
    case .decidingRest(let isAll): return (rest(isAll, state.width), .heading)
    case .confirming: return ("Write it? y yes  n no", .heading)
    case .splitting:
      if !state.message.isEmpty { return (state.message, .heading) }
      return ("Split: ↑ ↓ move the cut  Tab other text  Enter split  Esc leave", .heading)
    case .reading:
      let write = state.reading.isPreview ? "  w write" : ""
      return ("↑ ↓ PgUp PgDn scroll\(write)  Esc close", .faint)
    case .deciding: break
    }
    if !state.message.isEmpty { return (state.message, .heading) }
    return (keys(state), .faint)
  }

  private static func rest(_ isAll: Bool, _ width: Int) -> String {
    let (scope, other) = isAll ? ("all documents", "this one") : ("this document", "all")
    return fitting(
      [
        "Rest of \(scope): o t b B a r  suggestions up to l low m medium h high risk  R \(other)",
        "Rest of \(scope): o t b B a r  risk: l low m medium h high  R \(other)",
        "Rest of \(scope): o t b B a r l m h",
      ], width)
  }

  /// The available keys, in as many words as there is room for.
  private static func keys(_ state: ScreenState) -> String {
    let common = "s next  p previous  u undo  v view  w write  q quit  ? help"
    guard let region = state.openRegion else {
      return fitting(["\(wholeKeys(state.document))  \(common)", common], state.width)
    }
    var choices = [("o", "ours"), ("t", "theirs"), ("b", "both")]
    if region.base != nil { choices.append(("a", "base")) }
    if region.suggestion != nil { choices.append(("m", "suggested")) }
    if region.remembered != nil { choices.append(("r", "remembered")) }
    choices.append(("i", "edit"))
    if state.document?.canTake(.tracked) == true { choices.append(("W", "tracked changes")) }
    let words = choices.map { "\($0) \($1)" }.joined(separator: "  ")
    let letters = choices.map(\.0).joined(separator: " ")
    return fitting(
      ["\(words)  \(common)", "\(letters) decide  \(common)", "? help  q quit  \(letters)"],
      state.width)
  }

  /// The first of some texts that there is room for, or the last one.
  private static func fitting(_ texts: [String], _ width: Int) -> String {
    texts.first { $0.count <= width } ?? texts.last ?? ""
  }

  private static func wholeKeys(_ document: SessionDocument?) -> String {
    guard let document else { return "" }
    let count = document.versions.count
    var keys = count == 2 ? ["o ours", "t theirs"] : ["1-\(count) keep one"]
    if document.canTake(.all) { keys.append("b both files") }
    if document.canTake(.merge) { keys.append("m merged") }
    if document.canTake(.newest) { keys.append("> newest  < oldest") }
    if document.canTake(.tracked) { keys.append("W tracked changes") }
    return keys.joined(separator: "  ")
  }
}
