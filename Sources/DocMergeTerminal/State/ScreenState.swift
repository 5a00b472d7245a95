import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

/// The state of the screen, and how keys change it, independent of a terminal.
struct ScreenState: Sendable {
  /// The current meaning of keys.
  enum Mode: Hashable, Sendable {
    case deciding
    /// A region is being cut in two; holds the lines of each text in the first half.
    case splitting(RegionRows.Split)
    /// The result of a region is being edited on the screen.
    case editing(RegionEditor)
    /// Words to search for are being typed.
    case searching(String)
    /// The next key decides the open regions of the document, or of all documents.
    case decidingRest(isAll: Bool)
    /// The person is asked whether to write the decisions.
    case confirming
    /// A text is shown for reading.
    case reading
  }

  /// A text for reading, such as the help.
  struct Reading: Hashable, Sendable {
    var title = ""
    var rows: [Row] = []
    /// Whether it is a preview of the result, from which the result can be written.
    var isPreview = false
  }

  /// The program's next step after a key.
  enum Effect: Hashable, Sendable {
    case none
    /// A decision was made or taken back, and must be saved.
    case changed
    /// The region is edited in the person's editor.
    case edit
    /// The program is suspended.
    case suspend
    /// The whole screen is redrawn.
    case redraw
    case ending(SessionEnding)
  }

  let host: SessionHost
  var session: DecisionSession
  var outline: Outline
  /// The current position; `nil` where there is nothing to decide.
  var here: DecisionSession.Position?
  var mode = Mode.deciding
  var kind = ScreenLayout.Kind.automatic
  var focus = Pane.ours
  var isFolded = true
  var isWrapped = true
  /// The message until the next key.
  var message = ""
  var width: Int
  var height: Int

  /// The place of the region, in words.
  var place = ""
  var region = RegionRows()
  /// The lines of the result, folded or not.
  var result: [Row] = []
  /// The text for reading.
  var reading = Reading()
  /// The last search.
  var searched = ""
  /// Whether the next Esc discards the text in the editor.
  var isDropping = false

  var sidesTop = Scroll()
  var resultTop = Scroll()
  var readingTop = Scroll()
  /// The first visible row of the list.
  var listTop = 0

  init(_ session: DecisionSession, host: SessionHost, width: Int, height: Int) {
    self.session = session
    self.host = host
    self.width = width
    self.height = height
    outline = Outline(session)
    here = outline.nextOpen(after: nil) ?? outline.positions.first
    look()
    if outline.openCount == 0 { message = tr("Everything is decided: w writes it, v shows it.") }
  }

  /// The number of the current document; `nil` where there is none.
  var documentNumber: Int? {
    here?.document ?? (session.documents.isEmpty ? nil : 0)
  }

  var document: SessionDocument? { documentNumber.map { session.documents[$0] } }

  /// The current region; `nil` where the document is decided as a whole.
  var openRegion: OpenRegion? { here.flatMap(outline.region) }

  /// The places of the panes.
  var layout: ScreenLayout {
    ScreenLayout(width: width, height: height, kind: kind, contents: contents, focus: focus)
  }

  private var contents: ScreenLayout.Contents {
    if mode == .reading || mode == .confirming { return .reading }
    guard let region = openRegion else { return .versions }
    return .region(hasBase: region.base != nil)
  }

  /// Moves to a region.
  mutating func go(to position: DecisionSession.Position?) {
    here = position
    look()
  }

  /// Computes everything that is shown of the current position.
  mutating func look() {
    (place, region, result) = ("", RegionRows(), [])
    guard let document else { return }
    if let here, let open = openRegion, let text = document.text {
      place = host.place(document, open)
      region = RegionRows(open, here.region, of: text).marking(searched)
    }
    lookAtResult()
    sidesTop = Scroll()
    showInList()
  }

  /// Computes the lines of the result, and moves to the region in them.
  mutating func lookAtResult() {
    guard let document else { return }
    let rows = ResultRows.rows(of: document).map { $0.marking(searched) }
    result = isFolded ? ResultRows.folded(rows) : rows
    let first = here.flatMap { here in result.firstIndex { $0.region == here.region } } ?? 0
    // A third of the pane shows the text before the region.
    let above = max(0, (layout.areas[.result]?.height ?? 2) - 1) / 3
    resultTop = limited(Scroll(line: max(0, first - above)), in: .result)
  }

  /// Takes a changed session, and moves to a position in it.
  mutating func take(_ changed: DecisionSession, at position: DecisionSession.Position?) {
    session = changed
    outline = Outline(changed)
    let isThere = position.map { outline.index(of: $0) != nil } ?? false
    go(to: isThere ? position : outline.nextOpen(after: nil) ?? outline.positions.first)
  }
}
