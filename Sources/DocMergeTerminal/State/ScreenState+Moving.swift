import DocMergeCore
import DocMergeDecisions

extension ScreenState {
  /// Scrolls, moves to another pane, or handles the mouse.
  mutating func move(_ key: Key) {
    switch key {
    case .up: step(-1)
    case .down: step(1)
    case .pageUp: scroll(focus, by: -page(focus))
    case .pageDown: scroll(focus, by: page(focus))
    case .home: scrollToStart(focus)
    case .end: scrollToEnd(focus)
    case .tab: moveFocus(1, among: Self.panes)
    case .backTab: moveFocus(-1, among: Self.panes)
    case .wheel(let row, let column, let rows):
      if let pane = layout.pane(row: row, column: column) { scroll(pane, by: rows) }
    case .click(let row, let column): click(row, column)
    default: break
    }
  }

  /// The panes that can have the focus, in the order of Tab.
  private static let panes: [Pane] = [.list, .ours, .base, .theirs, .versions, .result]

  /// Gives the focus to another visible pane.
  mutating func moveFocus(_ offset: Int, among panes: [Pane]) {
    let shown = panes.filter(canShow)
    guard !shown.isEmpty else { return }
    guard let index = shown.firstIndex(of: focus) else { return focus = shown[0] }
    focus = shown[(index + offset + shown.count) % shown.count]
  }

  /// Whether a pane is on the screen, or would be with the focus.
  private func canShow(_ pane: Pane) -> Bool {
    ScreenLayout(
      width: width, height: height, kind: kind,
      contents: openRegion.map { .region(hasBase: $0.base != nil) } ?? .versions,
      focus: pane
    ).areas[pane] != nil
  }

  private mutating func step(_ rows: Int) {
    guard focus == .list else { return scroll(focus, by: rows) }
    if let position = outline.position(rows, from: here) { go(to: position) }
  }

  // MARK: - Scrolling

  private func page(_ pane: Pane) -> Int { max(1, (layout.areas[pane]?.height ?? 2) - 2) }

  private mutating func scroll(_ pane: Pane, by rows: Int) {
    switch pane {
    case .list: listTop = min(max(0, listTop + rows), max(0, listCount - 1))
    case .ours, .base, .theirs: sidesTop = moved(sidesTop, by: rows, in: pane)
    case .reading: readingTop = moved(readingTop, by: rows, in: pane)
    case .result, .overview, .versions: resultTop = moved(resultTop, by: rows, in: .result)
    case .heading, .note, .status, .tooSmall: break
    }
  }

  private func moved(_ top: Scroll, by rows: Int, in pane: Pane) -> Scroll {
    let moved = top.moved(by: rows, count: lineCount(of: pane)) { height(of: $0, in: pane) }
    return rows > 0 ? max(top, limited(moved, in: pane)) : moved
  }

  /// The same place, or the last one at which the pane is full.
  func limited(_ top: Scroll, in pane: Pane) -> Scroll {
    let rows = (layout.areas[pane]?.height ?? 2) - 1
    return min(
      top,
      Scroll.last(count: lineCount(of: pane), rows: rows) { height(of: $0, in: pane) })
  }

  private func lineCount(of pane: Pane) -> Int {
    switch pane {
    case .ours, .base, .theirs: max(region.ours.count, region.base.count, region.theirs.count)
    case .reading: reading.rows.count
    default: result.count
    }
  }

  /// The number of rows of a line; for the sides, the most of them.
  private func height(of line: Int, in pane: Pane) -> Int {
    switch pane {
    case .ours, .base, .theirs:
      max(
        height(of: line, region.ours, in: .ours), height(of: line, region.base, in: .base),
        height(of: line, region.theirs, in: .theirs))
    case .reading: height(of: line, reading.rows, in: pane)
    default: height(of: line, result, in: .result)
    }
  }

  private func height(of line: Int, _ rows: [Row], in pane: Pane) -> Int {
    guard rows.indices.contains(line), let area = layout.areas[pane] else { return 1 }
    return rows[line].height(width: pane.textWidth(in: area), isWrapped: isWrapped)
  }

  private mutating func scrollToStart(_ pane: Pane) {
    switch pane {
    case .list: listTop = 0
    case .ours, .base, .theirs: sidesTop = Scroll()
    case .reading: readingTop = Scroll()
    default: resultTop = Scroll()
    }
  }

  private mutating func scrollToEnd(_ pane: Pane) {
    let last = limited(Scroll(line: .max), in: pane == .versions ? .result : pane)
    switch pane {
    case .list: listTop = max(0, listCount - page(.list))
    case .ours, .base, .theirs: sidesTop = last
    case .reading: readingTop = last
    default: resultTop = last
    }
  }

  // MARK: - The mouse

  private mutating func click(_ row: Int, _ column: Int) {
    let layout = layout
    guard let pane = layout.pane(row: row, column: column), let area = layout.areas[pane] else {
      return
    }
    let line = row - area.row - 1
    switch pane {
    case .list:
      focus = pane
      if line >= 0 { choose(listTop + line) }
    case .overview:
      let rows = max(1, area.height - 1)
      let first = min(max(0, line), rows) * result.count / rows
      resultTop = limited(Scroll(line: first), in: .result)
    case .result:
      focus = pane
      if line >= 0 { goToRegion(line, area) }
    case .ours, .base, .theirs, .versions: focus = pane
    case .heading, .note, .status, .reading, .tooSmall: break
    }
  }

  /// Moves to the item in a row of the list.
  private mutating func choose(_ index: Int) {
    switch listRow(index) {
    case .region(let position): go(to: position)
    case .document(let number):
      let positions = outline.positions.filter { $0.document == number }
      if let first = positions.first(where: { !outline.isDecided($0) }) ?? positions.first {
        go(to: first)
      }
    case nil: break
    }
  }

  /// Moves to the region in a row of the result.
  private mutating func goToRegion(_ row: Int, _ area: Area) {
    let place = resultTop.moved(by: row, count: result.count) { [self] line in
      height(of: line, in: .result)
    }
    guard let here, result.indices.contains(place.line),
      let number = result[place.line].region, number != here.region
    else { return }
    let top = resultTop
    go(to: .init(document: here.document, region: number))
    resultTop = top
  }
}

extension Pane {
  /// The number of columns of its text, without its border and the marks of its lines.
  func textWidth(in area: Area) -> Int { max(1, area.width - gutter - border(in: area)) }

  /// The width in columns of the marks of its lines.
  var gutter: Int {
    switch self {
    case .result, .reading: 3
    case .ours, .base, .theirs: 1
    default: 0
    }
  }

  /// The width in columns of the line between it and the pane on its left.
  func border(in area: Area) -> Int { area.column > 0 && self != .overview ? 1 : 0 }
}
