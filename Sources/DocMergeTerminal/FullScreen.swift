package import DocMergeDecisions
import DocMergeLanguage

/// Shows a decision session on the whole screen of a terminal, until the person leaves.
///
///     var screen = FullScreen(session, host: host, stop: file) { bytes, path in
///       try Editor.edit(bytes, like: path)
///     }
///     switch try screen.run() {
///     case .apply: write(screen.session)
///     case .leave: keep(screen.session)
///     }
package struct FullScreen {
  /// Lets a person edit a text in their editor; the path gives the format.
  package typealias Edit = (_ text: [UInt8], _ path: String) throws -> [UInt8]

  /// The session with the decisions and steps.
  package private(set) var session: DecisionSession

  private let host: SessionHost
  private let stop: Int32?
  private let edit: Edit?
  /// A rejected text from the person's editor, with its place: the person continues to edit it.
  private var refused: (position: DecisionSession.Position?, text: [UInt8])?
  /// Whether a message said that nothing can be saved.
  private var cannotKeep = false

  /// Makes a screen; nothing is shown yet.
  ///
  /// - Parameters:
  ///   - session: The session to decide.
  ///   - host: The program's facts about the documents, and its way to save decisions.
  ///   - stop: A file that becomes readable when the program should end, as after a signal.
  ///   - edit: Lets the person edit a text; meanwhile the screen is hidden.
  package init(
    _ session: DecisionSession, host: SessionHost, stop: Int32? = nil, edit: Edit? = nil
  ) {
    self.session = session
    self.host = host
    self.stop = stop
    self.edit = edit
  }

  /// Whether the input and the output are a terminal that can show a screen.
  package static var isPossible: Bool { Curses.isPossible }

  /// Shows the screen until the person leaves, or the program should end.
  ///
  /// - Returns: How the person left; the decisions are in ``session``.
  /// - Throws: ``TerminalError`` where the terminal cannot be used.
  package mutating func run() throws -> SessionEnding {
    let curses = try Curses()
    var state = ScreenState(session, host: host, width: curses.width, height: curses.height)
    while true {
      curses.show(ScreenDrawing.canvas(of: state))
      let effect = state.press(curses.next(until: stop))
      if let ending = carryOut(effect, &state, curses) { return ending }
    }
  }

  private mutating func carryOut(
    _ effect: ScreenState.Effect, _ state: inout ScreenState, _ curses: borrowing Curses
  ) -> SessionEnding? {
    switch effect {
    case .none: break
    case .changed: keep(&state)
    case .edit: edit(&state, curses)
    case .suspend: curses.suspend()
    case .redraw: curses.redrawAll()
    case .ending(let ending):
      session = state.session
      return ending
    }
    return nil
  }

  /// Saves the steps; if that fails, as on a full disk, the person continues and is notified once.
  private mutating func keep(_ state: inout ScreenState) {
    session = state.session
    do {
      try host.keep(session)
    } catch {
      guard !cannotKeep else { return }
      cannotKeep = true
      let reason = "\(error)"
      state.message = tr(
        "What you decide cannot be kept for later (\(reason)); go on, and write it at the end.")
    }
  }

  private mutating func edit(_ state: inout ScreenState, _ curses: borrowing Curses) {
    guard let edit, let path = state.document?.path else {
      state.message = tr("There is no editor here.")
      return
    }
    guard let region = state.openRegion else { return }
    do {
      let start = refused.flatMap { $0.position == state.here ? $0.text : nil }
      let place = state.here
      let bytes = try curses.lend { try edit(start ?? region.editableText, path) }
      refused = (place, bytes)
      guard state.takeEdited(bytes) == .changed else { return }
      refused = nil
      keep(&state)
    } catch {
      let reason = "\(error)"
      state.message = tr("Nothing is decided: \(reason).")
    }
  }
}
