import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

extension ScreenState {
  /// Scrolls the help or a preview, or closes it.
  mutating func pressReading(_ key: Key) -> Effect {
    switch key {
    case .escape, .enter, .character("q"), .character("v"), .character("?"), .left:
      mode = .deciding
    case .character("w") where reading.isPreview:
      mode = .deciding
      return write()
    case .character("z"): isWrapped.toggle()
    case .character(" "): moveReading(.pageDown)
    default: moveReading(key)
    }
    return .none
  }

  private mutating func moveReading(_ key: Key) {
    let before = focus
    focus = .reading
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end, .wheel: move(key)
    default: break
    }
    focus = before
  }

  private mutating func read(_ text: Reading) {
    reading = text
    readingTop = Scroll()
    mode = .reading
  }

  mutating func showHelp() {
    read(Reading(title: tr("Keys"), rows: Help.rows))
  }

  /// Shows the whole document with its decisions, and its faults.
  mutating func showPreview() {
    guard let document else {
      message = tr("There is nothing to show.")
      return
    }
    let warnings = host.faults(document).map {
      Row(content: .words(tr("warning: \($0)")), style: .warning)
    }
    let notes = warnings + Self.automatic(document)
    let rows = ResultRows.rows(of: document, hasMarkers: true)
    let gap = notes.isEmpty ? [] : [Row(content: .rule(""), style: .faint)]
    let title = tr("\(document.path), as it would be written")
    read(Reading(title: title, rows: notes + gap + rows, isPreview: true))
  }

  /// The rules that resolved conflicts before the person was asked, with counts.
  private static func automatic(_ document: SessionDocument) -> [Row] {
    let rules = (document.text?.decidedByRules ?? []).map(\.rule)
    let counts = Dictionary(rules.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.sorted { $0.key.name < $1.key.name }.map { rule, count in
      let words = tr("\(counted(count, "conflict")) resolved automatically: \(Words.reason(rule))")
      return Row(content: .words(words), style: Style(.rule), tag: .rule)
    }
  }

  // MARK: - Writing

  /// The open regions, and the faults of the decided text.
  var doubts: [String] {
    let open = outline.openCount
    let faulty = session.documents.filter { $0.isDecided && $0.whole == nil }.flatMap { document in
      host.faults(document).map { "\(document.path): \($0)" }
    }
    let left = tr("\(counted(open, "conflict")) to decide; their documents stay in conflict")
    return (open > 0 ? [left] : []) + faulty
  }

  /// Ends the session to write the decisions; asks first if there are doubts.
  mutating func write() -> Effect {
    let doubts = doubts
    guard !doubts.isEmpty else { return .ending(.apply) }
    let rows = doubts.map { Row(content: .words(tr("warning: \($0)")), style: .warning) }
    read(Reading(title: tr("Write the decisions?"), rows: rows))
    mode = .confirming
    return .none
  }

  mutating func pressConfirming(_ key: Key) -> Effect {
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end, .wheel, .click:
      moveReading(key)
      return .none
    default: mode = .deciding
    }
    if key == .character("y") { return .ending(.apply) }
    message = tr("Nothing is written.")
    return .none
  }
}
