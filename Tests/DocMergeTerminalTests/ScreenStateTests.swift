import DocMergeCore
import DocMergeDecisions
import Testing

@testable import DocMergeTerminal

/// What keys do.
struct ScreenStateTests {
  /// Presses keys one after the other.
  private func press(_ keys: String, _ state: inout ScreenState) -> [ScreenState.Effect] {
    keys.map { state.press($0 == "\n" ? .enter : .character($0)) }
  }

  private func result(_ state: ScreenState, _ document: Int = 0) -> String? {
    state.session.documents[document].text?.merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a choice goes on to the next conflict that is open`() throws {
    var state = Sessions.state(try Sessions.mixed())
    #expect(state.here == .init(document: 0, region: 0))
    #expect(press("o", &state) == [.changed])
    #expect(state.here == .init(document: 0, region: 1))
    #expect(press("t", &state) == [.changed])
    #expect(state.here == .init(document: 1))
    #expect(result(state)?.hasPrefix("Friday in the hall.\n") == true)
    #expect(result(state)?.hasSuffix("eins\nzwei\n") == true)
  }

  @Test(arguments: [
    (key: "o", text: "uno\ndue\n"), (key: "t", text: "eins\nzwei\n"),
    (key: "a", text: "one\ntwo\n"),
    (key: "b", text: "uno\ndue\neins\nzwei\n"), (key: "B", text: "eins\nzwei\nuno\ndue\n"),
    (key: "1", text: "uno\ndue\n"), (key: "2", text: "eins\nzwei\n"),
  ])
  func `letters take what the prompt takes by them`(key: String, text: String) throws {
    var state = Sessions.state(DecisionSession([try Sessions.notes()]))
    _ = press("ms" + "p" + "s", &state)
    state.go(to: .init(document: 0, region: 1))
    #expect(press(key, &state) == [.changed])
    #expect(result(state)?.hasSuffix("19\n" + text) == true)
    #expect(result(state)?.hasPrefix("Friday in the barn.\n") == true)
  }

  @Test func `what rules decided is opened by a letter, and closed again by undo`() throws {
    let base = "Monday in the hall.\n"
    var state = Sessions.state(
      DecisionSession([
        try Sessions.document(
          base: base, ours: base.replacing("Monday", with: "Friday"),
          theirs: base.replacing("hall", with: "barn"), policy: .balanced)
      ]))
    #expect(state.session.openCount == 0)
    #expect(press("D", &state) == [.changed])
    #expect(state.session.openCount == 1)
    #expect(press("m", &state) == [.changed])
    #expect(result(state) == "Friday in the barn.\n")
    #expect(press("uu", &state) == [.changed, .changed])
    #expect(state.session.openCount == 0)
    #expect(press("DD", &state) == [.changed, .none])
    #expect(state.message == "Rules decided nothing in this document.")
  }

  @Test func `a choice that there is not changes nothing`() throws {
    var state = Sessions.state(try Sessions.mixed())
    #expect(press("r", &state) == [.none])
    #expect(state.message == "There is no such text here: as remembered.")
    #expect(state.session.openCount == 5)
  }

  @Test func `a document without regions is decided as a whole`() throws {
    var state = Sessions.state(DecisionSession([Sessions.whole(versions: 3)]))
    #expect(press("3", &state) == [.changed])
    #expect(state.session.documents[0].whole == .version(2))
    #expect(press("9", &state) == [.none])
    for (key, choice) in [("m", WholeChoice.merge), ("b", .all), (">", .newest), ("<", .oldest)] {
      #expect(press(key, &state) == [.changed])
      #expect(state.session.documents[0].whole == choice)
    }
  }

  @Test func `a step is undone and done again where it was`() throws {
    var state = Sessions.state(try Sessions.mixed())
    _ = press("ot", &state)
    #expect(press("u", &state) == [.changed])
    #expect(state.here == .init(document: 0, region: 1))
    #expect(state.openRegion?.choice == nil)
    #expect(state.press(.control("r")) == .changed)
    #expect(state.openRegion?.choice == .theirs)
    #expect(press("uuu", &state) == [.changed, .changed, .none])
    #expect(state.message == "There is nothing to undo.")
  }

  @Test func `the rest is decided in one step`() throws {
    var state = Sessions.state(try Sessions.mixed())
    #expect(press("Ro", &state) == [.none, .changed])
    #expect(state.session.openCount == 3)
    #expect(press("RRt", &state) == [.none, .none, .changed])
    #expect(state.session.openCount == 0)
    _ = press("u", &state)
    #expect(state.session.openCount == 3)
    _ = press("u", &state)
    #expect(press("RRh", &state) == [.none, .none, .changed])
    #expect(state.session.documents[0].text?.regions[0].choice == .suggestion)
  }

  @Test func `a region is split where the person says, and joined again`() throws {
    var state = Sessions.state(DecisionSession([try Sessions.notes()]))
    state.go(to: .init(document: 0, region: 1))
    _ = press("x", &state)
    #expect(state.mode == .splitting(.init(ours: 1, base: 1, theirs: 1)))
    _ = state.press(.down)
    #expect(state.mode == .splitting(.init(ours: 2, base: 1, theirs: 1)))
    _ = state.press(.down)
    _ = state.press(.up)
    #expect(press("\n", &state) == [.changed])
    #expect(state.outline.positions.count == 3)
    #expect(press("ot", &state) == [.changed, .changed])
    #expect(result(state) == nil)
    state.go(to: .init(document: 0, region: 1))
    #expect(press("j", &state) == [.changed])
    #expect(state.outline.positions.count == 2)
    #expect(press("j", &state) == [.none])
  }

  @Test func `words are found in the conflicts`() throws {
    var state = Sessions.state(try Sessions.mixed())
    _ = press("/zwei\n", &state)
    #expect(state.here == .init(document: 0, region: 1))
    #expect(state.message == "1 conflict holds “zwei”; / Enter goes to the next.")
    _ = press("/none at all\n", &state)
    #expect(state.message == "No conflict holds “none at all”.")
  }

  @Test func `writing asks where something is open or wrong`() throws {
    let host = SessionHost(
      place: { _, _ in "" }, faults: { _ in ["key “a” stands twice"] }, keep: { _ in })
    var state = Sessions.state(DecisionSession([try Sessions.notes()]), host: host)
    #expect(press("w", &state) == [.none])
    #expect(state.doubts == ["2 conflicts to decide; their documents stay in conflict"])
    #expect(press("n", &state) == [.none])
    #expect(press("oowy", &state) == [.changed, .changed, .none, .ending(.apply)])
    #expect(state.doubts == ["notes.md: key “a” stands twice"])
  }

  @Test func `the help writes nothing`() throws {
    var state = Sessions.state(DecisionSession([try Sessions.notes()]))
    #expect(press("oo?w", &state).last == ScreenState.Effect.none)
    #expect(state.mode == .reading)
    #expect(press("?vw", &state).last == .ending(.apply))
  }

  @Test func `nothing is asked where all is well, and leaving writes nothing`() throws {
    var state = Sessions.state(DecisionSession([try Sessions.notes()]))
    #expect(press("oow", &state).last == .ending(.apply))
    #expect(press("q", &state) == [.ending(.leave)])
    #expect(state.press(.closed) == .ending(.leave))
    #expect(state.press(.control("c")) == .ending(.leave))
  }

  @Test(arguments: [
    (text: "mine\n", effect: ScreenState.Effect.changed, message: nil as String?),
    (
      text: "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", effect: .none,
      message: "Nothing is decided: there are conflict markers left."
    ),
    (
      text: "a\0b", effect: .none,
      message: "Nothing is decided: it is not UTF-8 text."
    ),
  ])
  func `what an editor wrote is checked`(
    text: String, effect: ScreenState.Effect, message: String?
  ) throws {
    var state = Sessions.state(DecisionSession([try Sessions.notes()]))
    #expect(press("e", &state) == [.edit])
    #expect(
      String(decoding: try #require(state.openRegion).editableText, as: UTF8.self)
        .contains("||||||| base"))
    #expect(state.takeEdited(Array(text.utf8)) == effect)
    if let message { #expect(state.message == message) }
    #expect(state.session.openCount == (effect == .changed ? 1 : 2))
  }

  @Test func `a click in the list goes there`() throws {
    var state = Sessions.state(try Sessions.mixed())
    _ = state.press(.click(row: 5, column: 2))
    #expect(state.here == .init(document: 0, region: 1))
    _ = state.press(.click(row: 6, column: 2))
    #expect(state.here == .init(document: 1))
  }

  @Test func `a session without documents is shown and left`() {
    var state = Sessions.state(DecisionSession([]))
    _ = press("otbamrexjuURvk/s\nspfzl?q", &state)
    _ = ScreenDrawing.canvas(of: state)
    #expect(press("q", &state) == [.ending(.leave)])
  }
}
