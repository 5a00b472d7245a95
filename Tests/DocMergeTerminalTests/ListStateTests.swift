import Testing

@testable import DocMergeTerminal

/// A list with details: the effects of keys, and the lines of the screen.
struct ListStateTests {
  private static let items = (1...30).map { number in
    ListItem(
      group: number <= 10 ? "first" : "second", title: "item \(number)", note: "note \(number)",
      lines: [.init(.heading, "Line \(number)")]
        + (0..<number).map { .init($0 % 2 == 0 ? .removed : .added, "text \(number).\($0)\n") })
  }

  private func state(width: Int = 100, height: Int = 20, items: [ListItem] = items) -> ListState {
    ListState(
      title: "Things", items: items, action: .init(key: "x", name: "take back"), width: width,
      height: height)
  }

  private func press(_ keys: String, _ state: inout ListState) -> [ListState.Effect] {
    keys.map { state.press($0 == "\n" ? .enter : .character($0)) }
  }

  private func lines(_ state: ListState) -> [String] {
    let canvas = ListDrawing.canvas(of: state)
    return (0..<canvas.height).map { row in
      String(canvas.line(row).reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func `an item is shown with its details`() {
    let shown = [
      " Things, 2 of 3",
      " 3 ───────────────────────────────────── │ note 2 ─────────────────────────────────────────────────",
      "first                                   │  Line 2",
      "  item 1                                │- text 2.0",
      "  item 2                                │+ text 2.1",
      "  item 3                                │",
      "                                        │",
      "n next  p previous  blank read on  / search  x take back  q leave  ? help",
    ]
    var state = state(height: 8, items: Array(Self.items.prefix(3)))
    #expect(press("n", &state) == [.none])
    let drawn = lines(state)
    #expect(drawn.count == shown.count && drawn[0] == shown[0] && drawn.last == shown.last)
    #expect(drawn[1].contains(" note 2 ─"))
    #expect(drawn[2].hasPrefix("first ") && drawn[2].hasSuffix("  Line 2"))
    #expect(drawn[3].hasSuffix("- text 2.0") && drawn[4].hasSuffix("+ text 2.1"))
    #expect(drawn[4].hasPrefix("  item 2"))
  }

  @Test func `the list follows the item`() {
    var state = state()
    _ = press("G", &state)
    #expect(state.here == 29)
    #expect(lines(state).contains { $0.hasPrefix("  item 30") })
    #expect(press("n", &state) == [.none])
    #expect(state.here == 29 && state.message == "This is the last one.")
    _ = press("gp", &state)
    #expect(state.here == 0 && state.message == "This is the first one.")
    _ = state.press(.click(row: 5, column: 3))
    #expect(state.here == 2)
  }

  @Test func `an action is asked about first`() {
    var state = state()
    #expect(press("nx", &state) == [.none, .ask(1)])
    state.question = "Really?"
    #expect(lines(state).last == "Really? y yes  n no")
    #expect(press("n", &state) == [.none])
    #expect(state.message == "Nothing is changed.")
    #expect(press("xy", &state) == [.ask(1), .act(1)])
    state.take(Array(Self.items.prefix(1)), "Done.")
    #expect(state.here == 0 && lines(state).last == "Done.")
  }

  @Test func `a search goes to the next item that holds the words`() {
    var state = state()
    _ = press("/text 20.19\n", &state)
    #expect(state.here == 19)
    #expect(lines(state).contains { $0.hasSuffix("+ text 20.19") })
    _ = press("/nowhere\n", &state)
    #expect(state.here == 19 && state.message == "Nothing holds “nowhere”.")
    #expect(press("?", &state) == [.none] && state.mode == .reading)
    #expect(press("q", &state) == [.none] && state.mode == .moving)
    #expect(press("q", &state) == [.end])
  }

  @Test(arguments: 0..<8)
  func `no keys and no size break it`(seed: Int) {
    var random = SeededNumbers(UInt64(seed))
    var state = state(items: seed == 0 ? [] : Self.items)
    let letters = Array("npjkgGxyz/? q")
    let keys: [Key] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backspace,
      .wheel(row: 3, column: 60, rows: 3), .click(row: 5, column: 5), .click(row: 0, column: 0),
    ]
    for _ in 0..<300 {
      let key: Key =
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: .character(letters.randomElement(using: &random) ?? "n")
        case 2, 3: keys.randomElement(using: &random) ?? .up
        default:
          .resize(
            width: Int.random(in: 0...140, using: &random),
            height: Int.random(in: 0...40, using: &random))
        }
      _ = state.press(key)
      #expect(state.here >= 0 && (state.items.isEmpty || state.items.indices.contains(state.here)))
      let canvas = ListDrawing.canvas(of: state)
      #expect(canvas.cells.count == state.width * state.height)
    }
  }
}
