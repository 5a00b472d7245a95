import DocMergeCore
import DocMergeDecisions
import Testing

@testable import DocMergeTerminal

/// The lines of the screen.
struct ScreenDrawingTests {
  private func lines(_ state: ScreenState) -> [String] {
    let canvas = ScreenDrawing.canvas(of: state)
    return (0..<canvas.height).map { row in
      String(canvas.line(row).reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func `a small screen shows a conflict, its sides and the result`() throws {
    let state = Sessions.state(
      DecisionSession([try Sessions.notes()]), width: 66, height: 20)
    let shown = [
      " notes.md, conflict 1 of 2, at 0; 2 to decide",
      "suggested (m): each side changed different words (words, medium r…",
      " ours: main ──────────│ base ───────────────│ theirs ─────────────",
      "▌Friday in the hall.  │▌Monday in the hall. │▌Monday in the barn.",
      " 0                    │ 0                   │ 0",
      " 1                    │ 1                   │ 1",
      " 2                    │ 2                   │ 2",
      "                      │                     │",
      "                      │                     │",
      " result ──────────────────────────────────────────────────────────",
      "▌? conflict 1, to decide; suggested:                             ?",
      "▌? Friday in the barn.                                           ┃",
      " = 0                                                             ┃",
      " = 1                                                             ┃",
      " = 2                                                             ┃",
      "   ── 14 unchanged lines ────────────────────────────────────────┃",
      " = 17                                                            ┃",
      " = 18                                                            ┃",
      " = 19                                                            ?",
      "? help  q quit  o t b a m i",
    ]
    #expect(lines(state) == shown)
  }

  @Test func `the marks before the lines follow the decisions`() throws {
    var state = Sessions.state(DecisionSession([try Sessions.notes()]), width: 70, height: 24)
    _ = state.press(.character("m"))
    _ = state.press(.character("B"))
    let all = lines(state)
    #expect(
      all[0] == " notes.md, conflict 2 of 2, at 42; all decided" || all[0].hasSuffix("all decided"))
    #expect(all[1] == "taken: both, theirs first")
    for line in ["▌t eins", "▌t zwei", "▌o uno", "▌o due"] {
      #expect(all.contains { $0.hasPrefix(line) })
    }
  }

  @Test func `a document without regions shows its versions`() {
    let state = Sessions.state(DecisionSession([Sessions.whole(versions: 3)]))
    let all = lines(state)
    #expect(all[0] == " logo.png, decided as a whole; 1 to decide")
    #expect(all.contains { $0.contains("1  @1  0 bytes") })
    #expect(all.contains { $0.contains("3  @3  2.0 kB") })
    #expect(all.last?.hasPrefix("1-3 keep one  b both files  m merged  > newest  < oldest") == true)
  }

  @Test func `what rules resolved is said`() throws {
    let document = try Sessions.document(
      base: "Monday in the hall.\n", ours: "Friday in the hall.\n",
      theirs: "Monday in the barn.\n", policy: .balanced)
    var state = Sessions.state(DecisionSession([document]))
    #expect(lines(state)[0] == " notes.md, no conflicts; all decided")
    #expect(lines(state)[1] == "1 conflict resolved automatically; v shows by which rules")
    _ = state.press(.character("v"))
    #expect(lines(state)[3].contains("each side changed different words (words, medium risk)"))
    #expect(state.press(.character("w")) == .ending(.apply))
  }

  @Test func `a window that is too small says so`() throws {
    let state = Sessions.state(try Sessions.mixed(), width: 12, height: 4)
    #expect(lines(state).joined(separator: " ").hasPrefix("Make the window larger."))
  }

  @Test func `without colours, attributes tell the sides apart`() {
    let plain = Palette(colours: 0)
    #expect(Style.Role.allCases.allSatisfy { plain.pair($0) == 0 })
    #expect(plain.attributes(Style(.ours)) != plain.attributes(Style(.theirs)))
    for colours in [8, 16, 256, 1 << 24] {
      #expect(Palette(colours: colours).colour(.ours) != Palette(colours: colours).colour(.theirs))
    }
  }
}
