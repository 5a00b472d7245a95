import ArgumentParser
import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeTerminal

/// The ways to show sessions to a person.
enum SessionFace {
  /// Line by line.
  case prompt
  /// The whole screen of the terminal.
  case screen
  /// A page in the browser.
  case page

  /// Shows a session until the person leaves.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - file: The file to which each step is saved; steps that are already in it are taken first.
  ///   - title: The name of the command, such as `docmerge resolve`.
  /// - Returns: How the person left, and the decisions.
  /// - Throws: The errors of the terminal, or of the page's server.
  func show(
    _ session: DecisionSession, goingOnWith file: SessionFile?, title: String
  ) throws -> (SessionEnding, DecisionSession) {
    Interruption.listen()
    var session = session
    if let file { session.resume(with: file) }
    switch self {
    case .prompt:
      var prompt = SessionPrompt(session) { try file?.keep($0) }
      let ending = try prompt.run()
      return (ending, prompt.session)
    case .screen:
      var screen = FullScreen(session, host: Self.host(file), stop: Interruption.file) {
        try Editor.edit($0, like: $1)
      }
      let ending = try screen.run()
      return (ending, screen.session)
    case .page:
      return try Pages.chosen().decide(session, host: Self.host(file), title: title)
    }
  }

  private static func host(_ file: SessionFile?) -> SessionHost {
    SessionHost(
      place: { document, region in document.place(of: region) },
      faults: { $0.faults },
      keep: { try file?.keep($0) })
  }
}

/// The options that choose a face.
struct FaceOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      tr(
        """
        Decide on the whole screen of the terminal (the default where the terminal can show one).
        """)))
  var tui = false
  @Flag(help: ArgumentHelp(tr("Decide line by line, in the text of the terminal.")))
  var plain = false
  @Flag(
    help: ArgumentHelp(tr("Decide on a page in the browser, which only this computer can open.")))
  var web = false

  func validate() throws {
    guard [tui, plain, web].count(where: { $0 }) <= 1 else {
      throw ValidationError(tr("Give one of --tui, --plain and --web."))
    }
    try Self.checkScreen(isWanted: tui)
  }

  /// Rejects a full screen on a terminal that cannot show one.
  static func checkScreen(isWanted: Bool) throws {
    guard !isWanted || FullScreen.isPossible else {
      throw ValidationError(tr("--tui needs a terminal on which a cursor can move."))
    }
  }

  /// Whether a face was requested.
  var isGiven: Bool { tui || plain || web }

  /// The requested face, or the one that fits the terminal.
  var face: SessionFace {
    if web { return .page }
    return tui || !plain && FullScreen.isPossible ? .screen : .prompt
  }
}
