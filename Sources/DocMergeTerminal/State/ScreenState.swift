import DocMergeCore
import DocMergeDecisions

/// Everything that the screen shows, and how keys change it; nothing here knows of a terminal.
struct ScreenState: Sendable {
  /// What keys mean at the moment.
  enum Mode: Hashable, Sendable {
    case deciding
    /// A region is cut in two; the lines of each text that stay in the first half.
    case splitting(RegionRows.Split)
    /// The result of a region is edited on the screen.
    case editing(RegionEditor)
    /// Words to search for are typed.
    case searching(String)
    /// What is left of the document, or of all of them, is decided by the next key.
    case decidingRest(isAll: Bool)
    /// The person is asked whether to write what is decided.
    case confirming
    /// A text is read.
    case reading
  }

  /// A text that is read, such as the help.
  struct Reading: Hashable, Sendable {
    var title = ""
    var rows: [Row] = []
    /// Whether it is what would be written, so that it can be written from there.
    var isPreview = false
  }

  /// What the program does after a key.
  enum Effect: Hashable, Sendable {
    case none
    /// Something was decided, or taken back, and is to be kept.
    case changed
    /// The region is edited in the person's editor.
    case edit
    /// The program goes into the background.
    case suspend
    /// Everything is drawn anew.
    case redraw
    case ending(SessionEnding)
  }

  let host: SessionHost
  var session: DecisionSession
  var outline: Outline
  /// Where one is; `nil` where there is nothing to decide.
  var here: DecisionSession.Position?
  var mode = Mode.deciding
  var kind = ScreenLayout.Kind.automatic
  var focus = Pane.ours
  var isFolded = true
  var isWrapped = true
  /// What is said to the person until the next key.
  var message = ""
  var width: Int
  var height: Int

  /// Where the region is, in words.
  var place = ""
  var region = RegionRows()
  /// The lines of the result, folded or not.
  var result: [Row] = []
  /// The text that is read.
  var reading = Reading()
  /// What was searched for last.
  var searched = ""
  /// Whether the next Esc drops what was written in the editor.
  var isDropping = false

  var sidesTop = Scroll()
  var resultTop = Scroll()
  var readingTop = Scroll()
  /// The first row of the list that is shown.
  var listTop = 0

  init(_ session: DecisionSession, host: SessionHost, width: Int, height: Int) {
    self.session = session
    self.host = host
    self.width = width
    self.height = height
    outline = Outline(session)
    here = outline.nextOpen(after: nil) ?? outline.positions.first
    look()
    if outline.openCount == 0 { message = "Everything is decided: w writes it, v shows it." }
  }

  /// The number of the document that is shown; `nil` where there is none.
  var documentNumber: Int? {
    here?.document ?? (session.documents.isEmpty ? nil : 0)
  }

  var document: SessionDocument? { documentNumber.map { session.documents[$0] } }

  /// The region that one is at; `nil` where the document is decided as a whole.
  var openRegion: OpenRegion? { here.flatMap(outline.region) }

  /// Which pane is where.
  var layout: ScreenLayout {
    ScreenLayout(width: width, height: height, kind: kind, contents: contents, focus: focus)
  }

  private var contents: ScreenLayout.Contents {
    if mode == .reading || mode == .confirming { return .reading }
    guard let region = openRegion else { return .versions }
    return .region(hasBase: region.base != nil)
  }

  /// Goes to a region.
  mutating func go(to position: DecisionSession.Position?) {
    here = position
    look()
  }

  /// Looks up everything that is shown of the place where one is.
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

  /// Looks up the lines of the result, and goes to the region in them.
  mutating func lookAtResult() {
    guard let document else { return }
    let rows = ResultRows.rows(of: document).map { $0.marking(searched) }
    result = isFolded ? ResultRows.folded(rows) : rows
    let first = here.flatMap { here in result.firstIndex { $0.region == here.region } } ?? 0
    // A third of the pane shows what stands before the region.
    let above = max(0, (layout.areas[.result]?.height ?? 2) - 1) / 3
    resultTop = limited(Scroll(line: max(0, first - above)), in: .result)
  }

  /// Takes over a session that something was done in, and goes to a place in it.
  mutating func take(_ changed: DecisionSession, at position: DecisionSession.Position?) {
    session = changed
    outline = Outline(changed)
    let isThere = position.map { outline.index(of: $0) != nil } ?? false
    go(to: isThere ? position : outline.nextOpen(after: nil) ?? outline.positions.first)
  }
}
