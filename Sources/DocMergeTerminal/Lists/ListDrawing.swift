import DocMergeLanguage

/// Draws a list and the details of an item.
enum ListDrawing {
  /// The screen.
  static func canvas(of state: ListState) -> Canvas {
    var canvas = Canvas(width: state.width, height: state.height)
    let layout = state.layout
    canvas.bar(heading(of: state), in: layout.heading)
    if let list = layout.list { draw(list: state, in: list, on: &canvas) }
    if layout.hasBorder { drawBorder(left: layout.details, on: &canvas) }
    let title = state.mode == .reading ? tr("Keys") : state.item?.note ?? ""
    canvas.title(title, .plain, in: layout.details)
    canvas.rows(
      state.rows, from: state.detailTop, in: layout.details.cut(rows: 1).1,
      gutter: ListLayout.gutter, isWrapped: state.isWrapped
    ) { row, isFirst in
      [Cell(text: isFirst ? String(row.sign) : " ", width: 1, style: row.style), .blank]
    }
    canvas.line(status(of: state), in: layout.status)
    return canvas
  }

  private static func heading(of state: ListState) -> String {
    guard !state.items.isEmpty else { return " \(state.title)" }
    return tr(" \(state.title), \(state.here + 1) of \(state.items.count)")
  }

  private static func status(of state: ListState) -> (String, Style) {
    switch state.mode {
    case .searching(let words): return (tr("Search: \(words)▏"), .heading)
    case .confirming: return (tr("\(state.question) y yes  n no"), .heading)
    case .reading: return (tr("↑ ↓ PgUp PgDn scroll  Esc close"), .faint)
    case .moving: break
    }
    guard state.message.isEmpty else { return (state.message, .heading) }
    let action = state.action.map { "  \($0.key) \($0.name)" } ?? ""
    return (tr("n next  p previous  blank read on  / search\(action)  q leave  ? help"), .faint)
  }

  private static func draw(list state: ListState, in area: Area, on canvas: inout Canvas) {
    canvas.title("\(state.items.count)", .plain, in: area)
    for line in 0..<max(0, area.height - 1) {
      guard state.entries.indices.contains(state.listTop + line) else { return }
      var (words, style) = ("", Style.plain)
      switch state.entries[state.listTop + line] {
      case .group(let name): (words, style) = (name, .heading)
      case .item(let number):
        words = "  " + state.items[number].title
        if number == state.here { style = .bar }
      }
      let cells = PrintableLine(words, style: style).cells.shortened(to: area.width)
      let blank = Cell(text: " ", width: 1, style: style)
      let rest = Array(repeating: blank, count: max(0, area.width - cells.width))
      canvas.put(cells + rest, row: area.row + 1 + line, column: area.column, width: area.width)
    }
  }

  private static func drawBorder(left area: Area, on canvas: inout Canvas) {
    for row in area.row..<area.row + area.height {
      canvas.put(
        [Cell(text: "│", width: 1, style: .faint)], row: row, column: area.column - 1, width: 1)
    }
  }
}
