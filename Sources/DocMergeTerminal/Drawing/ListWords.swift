import DocMergeCore
import DocMergeDecisions

/// The rows of the list of documents and regions.
enum ListWords {
  /// A row of the list as cells.
  static func cells(of row: ListRow, in state: ScreenState, width: Int, isHere: Bool) -> [Cell] {
    switch row {
    case .document(let number): document(number, state, width, isHere)
    case .region(let position): region(position, state, width, isHere)
    }
  }

  /// `notes.md            3`: the name, and the number of open regions.
  private static func document(
    _ number: Int, _ state: ScreenState, _ width: Int, _ isHere: Bool
  ) -> [Cell] {
    let open = state.outline.documents[number].openCount
    let style = style(isHere, open == 0 ? .decided : .plain).with(.bold)
    let count = PrintableLine(open == 0 ? " ✓" : " \(open)", style: style).cells
    let name = PrintableLine(state.session.documents[number].path, style: style).cells
    return padded(name, to: width - count.width, style) + count
  }

  /// `  2 o first words`: the number, the choice, and the first words.
  private static func region(
    _ position: DecisionSession.Position, _ state: ScreenState, _ width: Int, _ isHere: Bool
  ) -> [Cell] {
    guard let region = state.outline.region(at: position) else { return [] }
    let isWhole = state.outline.documents[position.document].whole != nil
    let tag = isWhole ? nil : region.choice?.tag ?? .open
    let role: Style.Role = tag == .open ? .open : .decided
    let mark = tag.map { String($0.rawValue) } ?? "✓"
    let head = PrintableLine(
      "  \(position.region + 1) \(mark) ", style: style(isHere, role)
    ).cells
    let conflict = region.conflict
    let lines = [conflict.ours, conflict.theirs, conflict.base ?? []].flatMap {
      LineSlices($0).prefix(3)
    }
    let line = lines.first { $0.contains { $0 > UInt8(ascii: " ") } } ?? []
    let words = line.drop { $0 <= UInt8(ascii: " ") }.prefix(max(0, width) * 4)
    let text = PrintableLine(words, style: style(isHere, .faint)).cells
    return padded(head + text, to: width, style(isHere, .faint))
  }

  private static func style(_ isHere: Bool, _ role: Style.Role) -> Style {
    isHere ? Style(.plain, .reversed) : Style(role)
  }

  private static func padded(_ cells: [Cell], to width: Int, _ style: Style) -> [Cell] {
    let cells = cells.shortened(to: max(0, width))
    let blank = Cell(text: " ", width: 1, style: style)
    return cells + Array(repeating: blank, count: max(0, width - cells.width))
  }
}
