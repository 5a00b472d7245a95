import DocMergeDecisions
import DocMergeLanguage

/// Draws the screen.
struct ScreenDrawing {
  let state: ScreenState
  private let layout: ScreenLayout
  private var canvas: Canvas

  /// The screen.
  static func canvas(of state: ScreenState) -> Canvas {
    var drawing = ScreenDrawing(state)
    for (pane, area) in drawing.layout.areas { drawing.draw(pane, area) }
    return drawing.canvas
  }

  private init(_ state: ScreenState) {
    self.state = state
    layout = state.layout
    canvas = Canvas(width: state.width, height: state.height)
  }

  private mutating func draw(_ pane: Pane, _ area: Area) {
    let inner = border(pane, area)
    let sides = sides
    switch pane {
    case .heading: canvas.bar(BarWords.heading(of: state), in: inner)
    case .note: canvas.line(BarWords.note(of: state), in: inner)
    case .status: canvas.line(BarWords.status(of: state), in: inner)
    case .tooSmall: drawTooSmall(inner)
    case .list: drawList(inner)
    case .ours: drawRows(sides.ours, from: state.sidesTop, pane, inner, title(0, tr("ours")))
    case .theirs: drawRows(sides.theirs, from: state.sidesTop, pane, inner, title(1, tr("theirs")))
    case .base: drawRows(sides.base, from: state.sidesTop, pane, inner, tr("base"))
    case .versions: drawRows(versions, from: Scroll(), pane, inner, tr("versions"))
    case .result: drawResult(inner)
    case .reading: drawReading(inner)
    case .overview: drawOverview(area)
    }
  }

  private mutating func drawResult(_ area: Area) {
    guard case .editing(let editor) = state.mode else {
      return drawRows(state.result, from: state.resultTop, .result, area, tr("result"))
    }
    drawRows(editor.rows, from: Scroll(line: editor.top), .result, area, tr("edit the result"))
  }

  /// The sides of the region, with the place of a split.
  private var sides: RegionRows {
    guard case .splitting(let split) = state.mode else { return state.region }
    return state.region.cut(at: split)
  }

  /// The line between a pane and the one on its left, and the rest of the pane.
  private mutating func border(_ pane: Pane, _ area: Area) -> Area {
    let (line, rest) = area.cut(columns: pane.border(in: area))
    guard !line.isEmpty else { return rest }
    for row in line.row..<line.row + line.height {
      canvas.put(
        [Cell(text: "│", width: 1, style: .faint)], row: row, column: line.column, width: 1)
    }
    return rest
  }

  // MARK: - Bars

  private mutating func drawTooSmall(_ area: Area) {
    let rows = PrintableLine(tr("Make the window larger.")).cells.wrapped(to: max(1, area.width))
    for (index, row) in rows.prefix(area.height).enumerated() {
      canvas.put(row, row: area.row + index, column: area.column, width: area.width)
    }
  }

  /// The name of a side, and its origin.
  private func title(_ number: Int, _ name: String) -> String {
    guard let versions = state.document?.versions, versions.indices.contains(number) else {
      return name
    }
    let version = versions[number]
    return version.origin.isEmpty ? version.name : "\(version.name): \(version.origin)"
  }

  private mutating func drawTitle(_ words: String, _ pane: Pane, _ area: Area) {
    let role: Style.Role = pane == .ours ? .ours : pane == .theirs ? .theirs : .plain
    canvas.title(words, role, isFocused: pane == state.focus, in: area)
  }

  // MARK: - Texts

  private mutating func drawRows(
    _ rows: [Row], from top: Scroll, _ pane: Pane, _ area: Area, _ title: String
  ) {
    drawTitle(title, pane, area)
    let (state, body) = (state, area.cut(rows: 1).1)
    canvas.rows(rows, from: top, in: body, gutter: pane.gutter, isWrapped: state.isWrapped) {
      Self.gutter(of: $0, pane, isFirst: $1, here: state.here?.region)
    }
  }

  /// The marks before a line.
  private static func gutter(of row: Row, _ pane: Pane, isFirst: Bool, here: Int?) -> [Cell] {
    let isHere = row.region != nil && row.region == here
    func cell(_ text: String, _ style: Style) -> Cell { Cell(text: text, width: 1, style: style) }
    switch pane {
    case .result, .reading:
      let tag = row.tag.map { String($0.rawValue) } ?? " "
      let mark = isHere ? cell("▌", Style(.open)) : .blank
      let style = row.tag == .unchanged ? .faint : row.tag?.style ?? .plain
      return [mark, cell(isFirst ? tag : " ", style), .blank]
    case .ours, .base, .theirs: return [isHere ? cell("▌", row.style) : .blank]
    default: return []
    }
  }

  private mutating func drawReading(_ area: Area) {
    drawRows(state.reading.rows, from: state.readingTop, .reading, area, state.reading.title)
  }

  /// The versions of a document that is decided as a whole.
  private var versions: [Row] {
    guard let document = state.document else { return [] }
    let width = document.versions.map(\.name.count).max() ?? 0
    return document.versions.enumerated().map { number, version in
      let name = version.name + String(repeating: " ", count: width - version.name.count)
      let words = [
        "\(number + 1)  \(name)", Words.size(version.size), version.detail, version.origin,
      ]
      let isTaken = document.whole == .version(number)
      return Row(
        content: .words(words.filter { !$0.isEmpty }.joined(separator: "  ")),
        style: isTaken ? Style(.decided, .bold) : .plain)
    }
  }

  // MARK: - The list and the overview

  private mutating func drawList(_ area: Area) {
    let open = state.outline.openCount
    drawTitle(open == 0 ? tr("all decided") : tr("\(open) to decide"), .list, area)
    for line in 0..<max(0, area.height - 1) {
      guard let row = state.listRow(state.listTop + line) else { return }
      let isHere = state.listTop + line == state.listIndex
      let cells = ListWords.cells(of: row, in: state, width: area.width, isHere: isHere)
      canvas.put(cells, row: area.row + 1 + line, column: area.column, width: area.width)
    }
  }

  private mutating func drawOverview(_ area: Area) {
    let rows = area.height - 1
    guard rows > 0, let result = layout.areas[.result] else { return }
    canvas.put(
      [Cell(text: "─", width: 1, style: .faint)], row: area.row, column: area.column, width: 1)
    let marks = Overview.marks(
      of: state.result, rows: rows, visible: state.resultTop.line, height: result.height - 1)
    for (index, mark) in marks.enumerated() {
      canvas.put([mark], row: area.row + 1 + index, column: area.column, width: 1)
    }
  }
}
