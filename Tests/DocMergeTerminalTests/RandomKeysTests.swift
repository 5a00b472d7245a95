import DocMergeDecisions
import Testing

@testable import DocMergeTerminal

/// Any keys at all.
struct RandomKeysTests {
  private static let letters = Array("otbBamreixjuURkOTM><123spn lfzv?/wq")

  private func key(_ random: inout SeededNumbers) -> Key {
    let named: [Key] = [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backTab,
      .backspace, .delete, .pasted("a\nb"), .control("s"), .control("k"), .control("r"),
      .control("l"), .control("z"),
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return .character(Self.letters.randomElement(using: &random) ?? "o")
    case 5..<8: return named.randomElement(using: &random) ?? .up
    case 8:
      let (row, column) = (
        Int.random(in: 0..<60, using: &random), Int.random(in: 0..<150, using: &random)
      )
      return Bool.random(using: &random)
        ? .click(row: row, column: column)
        : .wheel(row: row, column: column, rows: Bool.random(using: &random) ? 3 : -3)
    default:
      return .resize(
        width: Int.random(in: 0...150, using: &random),
        height: Int.random(in: 0...50, using: &random))
    }
  }

  @Test(arguments: 0..<12)
  func `no keys break the screen or the session`(seed: Int) throws {
    var random = SeededNumbers(UInt64(seed))
    var state = Sessions.state(try Sessions.mixed())
    for _ in 0..<200 {
      let key = key(&random)
      let before = state.session.documents.map(\.steps)
      let effect = state.press(key)
      if effect == .edit { _ = state.takeEdited(Array("edited\n".utf8)) }
      if effect == .none { #expect(state.session.documents.map(\.steps) == before) }
      #expect(state.outline.openCount == state.session.openCount)
      #expect(state.outline.positions == state.session.positions)
      #expect(state.here.map { state.outline.index(of: $0) != nil } ?? true)
      let canvas = ScreenDrawing.canvas(of: state)
      #expect(canvas.cells.count == state.width * state.height)
    }
    while state.session.takeBack() {}
    #expect(state.session.openCount == 5)
  }

  @Test func `a line of the screen is as wide as the screen`() throws {
    var random = SeededNumbers(7)
    var state = Sessions.state(
      DecisionSession([
        try Sessions.document(
          "日本語.txt", base: "日本語\n", ours: "日本語日本語\t日本\n", theirs: "e\u{301}日本語語\u{1B}\n")
      ]))
    for width in 20...130 {
      _ = state.press(.resize(width: width, height: 6 + Int.random(in: 0...30, using: &random)))
      let canvas = ScreenDrawing.canvas(of: state)
      for row in 0..<canvas.height {
        #expect(canvas.cells[row * width..<(row + 1) * width].reduce(0) { $0 + $1.width } == width)
      }
    }
  }
}
