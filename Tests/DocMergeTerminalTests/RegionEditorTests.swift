import DocMergeDecisions
import Testing

@testable import DocMergeTerminal

/// Editing a region on the screen.
struct RegionEditorTests {
  private func editor(_ text: String) throws -> RegionEditor {
    try #require(RegionEditor(Array(text.utf8)))
  }

  private func text(_ editor: RegionEditor) -> String {
    String(decoding: editor.bytes, as: UTF8.self)
  }

  @Test(arguments: ["", "\n", "a", "a\n", "a\n\nb\n", "日本\r\ne\u{301}\n", "\t\u{1}x"])
  func `a text that is not changed stays as it is`(text: String) throws {
    let editor = try editor(text)
    #expect(Array(text.utf8) == editor.bytes)
    #expect(!editor.isChanged)
  }

  @Test func `invalid UTF-8, or a text too long, is not edited`() {
    #expect(RegionEditor([0xFF]) == nil)
    #expect(RegionEditor(Array(repeating: 0x61, count: RegionEditor.limit + 1)) == nil)
  }

  /// A text with a cursor, as one string, to compare with.
  private struct Model {
    var before: [Character]
    var behind: [Character]

    var text: String { String(before + behind) }
  }

  @Test(arguments: 0..<20)
  func `keys do what they do in one long string`(seed: Int) throws {
    var random = SeededNumbers(UInt64(seed))
    let start = "one\ntwo 日本\n\nlast"
    var editor = try editor(start)
    var model = Model(before: [], behind: Array(start))
    for _ in 0..<300 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let words = ["x", "\n", "ab\ncd", "語", "\t"].randomElement(using: &random) ?? "x"
        editor.insert(words)
        model.before += Array(words)
      case 2:
        editor.deleteBackwards()
        if !model.before.isEmpty { model.before.removeLast() }
      case 3:
        editor.deleteForwards()
        if !model.behind.isEmpty { model.behind.removeFirst() }
      case 4:
        editor.move(by: 1)
        if !model.behind.isEmpty { model.before.append(model.behind.removeFirst()) }
      default:
        editor.move(by: -1)
        if let last = model.before.popLast() { model.behind.insert(last, at: 0) }
      }
      #expect(text(editor) == model.text)
      #expect(editor.row == model.before.count { $0 == "\n" })
      editor.show(rows: 3, width: 10)
      #expect(editor.top <= editor.row)
    }
  }

  @Test func `lines are deleted, and the cursor stays within the text`() throws {
    var editor = try editor("one\ntwo\nthree")
    editor.moveLine(by: 9)
    editor.moveToEnd(ofLine: true)
    #expect(editor.row == 2 && editor.column == 5)
    editor.moveLine(by: -1)
    #expect(editor.row == 1 && editor.column == 3)
    editor.deleteLine()
    #expect(text(editor) == "one\nthree" && editor.row == 1 && editor.column == 0)
    editor.deleteLine()
    editor.deleteLine()
    editor.deleteLine()
    #expect(text(editor).isEmpty)
  }

  // MARK: On the screen

  private func state() throws -> ScreenState {
    Sessions.state(DecisionSession([try Sessions.notes()]), width: 80, height: 24)
  }

  private func result(_ state: ScreenState) -> String? {
    state.session.documents[0].text?.regions[0].decided.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `edited text is taken with Control-S`() throws {
    var state = try state()
    #expect(state.press(.character("i")) == .none)
    #expect(ScreenDrawing.canvas(of: state).line(23).hasPrefix("Edit: Ctrl-S take it"))
    _ = state.press(.end)
    for letter in " Bring tea." { _ = state.press(.character(letter)) }
    #expect(state.press(.control("s")) == .changed)
    #expect(result(state) == "Friday in the barn. Bring tea.\n")
    #expect(state.press(.character("u")) == .changed)
    #expect(result(state) == nil)
  }

  @Test func `letters and pasted text decide nothing while a text is edited`() throws {
    var state = try state()
    _ = state.press(.character("i"))
    #expect(state.press(.pasted("q\nw\ny")) == .none)
    #expect(state.press(.control("c")) == .none)
    #expect(state.message.contains("Esc once more drops it"))
    #expect(state.press(.character("o")) == .none)
    #expect(state.press(.escape) == .none && state.press(.escape) == .none)
    #expect(state.mode == .deciding && result(state) == nil)
    #expect(state.press(.pasted("oooo")) == .none && result(state) == nil)
  }

  @Test func `edited text is kept when the terminal is closed`() throws {
    var state = try state()
    _ = state.press(.character("i"))
    _ = state.press(.character("X"))
    #expect(state.press(.closed) == .ending(.leave))
    #expect(result(state)?.hasPrefix("X") == true)
  }

  @Test func `markers that are left are refused`() throws {
    var state = try state()
    _ = state.press(.character("i"))
    _ = state.press(.pasted("<<<<<<< ours\n=======\n>>>>>>> theirs\n"))
    #expect(state.press(.control("s")) == .none)
    #expect(state.message == "Nothing is decided: there are conflict markers left.")
    // What was written is still there.
    guard case .editing(let editor) = state.mode else {
      Issue.record("the text is gone")
      return
    }
    #expect(text(editor).hasPrefix("<<<<<<< ours\n"))
  }

  @Test func `what was searched for is marked`() throws {
    var state = try state()
    for letter in "/barn" { _ = state.press(.character(letter)) }
    _ = state.press(.enter)
    let marked = ScreenDrawing.canvas(of: state).cells.filter {
      $0.style.emphasis.contains([.bold, .underlined])
    }
    #expect(marked.map(\.text).joined().contains("barn"))
  }
}
