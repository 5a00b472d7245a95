import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

extension ScreenState {
  /// Starts to edit the result of a region on the screen.
  ///
  /// It starts with the decided text, else with the suggestion, else with both sides.
  mutating func startEditing() {
    guard let region = openRegion else {
      message = tr("Only a conflict in a text can be edited.")
      return
    }
    let text = region.decided ?? region.suggestion?.bytes ?? region.text(of: .oursThenTheirs)
    guard let editor = RegionEditor(text ?? []) else {
      message = tr("It is too long, or not UTF-8: e opens your editor.")
      return
    }
    focus = .result
    mode = .editing(editor)
    showCursor()
  }

  mutating func pressEditing(_ key: Key, _ editor: RegionEditor) -> Effect {
    switch key {
    case .control("s"):
      mode = .deciding
      let effect = takeEdited(editor.bytes)
      // A rejected text stays in the editor.
      if effect != .changed { mode = .editing(editor) }
      return effect
    case .escape, .control("c"), .control("d"):
      leaveEditing(editor)
      return .none
    default: break
    }
    var editor = editor
    editor.press(key, page: max(1, (layout.areas[.result]?.height ?? 2) - 2))
    mode = .editing(editor)
    showCursor()
    return .none
  }

  /// Takes the text in the editor, if it can be accepted, since the program should end.
  mutating func keepWritten() {
    guard case .editing(let editor) = mode, editor.isChanged else { return }
    mode = .deciding
    _ = takeEdited(editor.bytes)
  }

  /// Leaves the editor; with unsaved text only at the second request.
  private mutating func leaveEditing(_ editor: RegionEditor) {
    let words = tr("Ctrl-S takes what you wrote; Esc once more drops it.")
    guard editor.isChanged, !isDropping else {
      mode = .deciding
      (isDropping, message) = (false, tr("Nothing is decided."))
      return
    }
    (isDropping, message) = (true, words)
  }

  private mutating func showCursor() {
    guard case .editing(var editor) = mode, let area = layout.areas[.result] else { return }
    isDropping = false
    editor.show(rows: area.height - 1, width: Pane.result.textWidth(in: area))
    mode = .editing(editor)
  }
}

extension RegionEditor {
  /// Handles a key in an editor.
  fileprivate mutating func press(_ key: Key, page: Int) {
    switch key {
    case .character(let character): insert(String(character))
    case .pasted(let text): insert(text)
    case .enter: insert("\n")
    case .tab: insert("\t")
    case .backspace: deleteBackwards()
    case .delete: deleteForwards()
    case .control("k"): deleteLine()
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .up: moveLine(by: -1)
    case .down: moveLine(by: 1)
    case .pageUp: moveLine(by: -page)
    case .pageDown: moveLine(by: page)
    case .wheel(_, _, let rows): moveLine(by: rows)
    case .home, .control("a"): moveToEnd(ofLine: false)
    case .end, .control("e"): moveToEnd(ofLine: true)
    default: break
    }
  }
}
