import DocMergeNcurses
import Glibc

/// The terminal, controlled by ncurses during the life of this value.
struct Curses: ~Copyable {
  private let screen: UnsafeMutableRawPointer
  private let palette: Palette
  /// The character set that the program had before.
  private let locale: String

  /// Takes control of the terminal.
  ///
  /// - Throws: ``TerminalError`` where this is not possible.
  init() throws(TerminalError) {
    guard Self.isPossible else { throw TerminalError() }
    let before = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    Self.chooseCharacterSet()
    var screen: UnsafeMutableRawPointer?
    guard docmerge_curses_start(&screen) == 1, let screen else {
      setlocale(LC_CTYPE, before)
      throw TerminalError()
    }
    self.screen = screen
    locale = before
    let isPlain = !Self.variable("NO_COLOR").isEmpty
    palette = Palette(colours: isPlain ? 0 : Int(docmerge_curses_colours()))
    palette.install()
    Self.bracketPaste(true)
  }

  deinit {
    Self.bracketPaste(false)
    docmerge_curses_finish(screen)
    setlocale(LC_CTYPE, locale)
  }

  /// The user's character set; UTF-8 where only ASCII is set, as texts are in UTF-8.
  private static func chooseCharacterSet() {
    setlocale(LC_CTYPE, "")
    guard let name = nl_langinfo(nl_item(CODESET)) else { return }
    if String(cString: name) == "ANSI_X3.4-1968" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Lets the terminal mark pasted text, so that its letters decide nothing (xterm, mode 2004); other terminals
  /// ignore this.
  private static func bracketPaste(_ isOn: Bool) {
    let sequence = Array("\u{1B}[?2004\(isOn ? "h" : "l")".utf8)
    _ = write(STDOUT_FILENO, sequence, sequence.count)
  }

  /// Whether the input and the output are a terminal that terminfo knows, and a screen can be drawn on it.
  static var isPossible: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    let terminal = variable("TERM")
    return !terminal.isEmpty && docmerge_curses_is_usable(terminal) == 1
  }

  static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  var width: Int { Int(docmerge_curses_width()) }
  var height: Int { Int(docmerge_curses_height()) }

  /// Shows a screen.
  func show(_ canvas: Canvas) {
    docmerge_curses_erase()
    for run in canvas.runs {
      // ncurses reads the character after the last one as well, in spite of the count.
      let text = run.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
      docmerge_curses_put(
        Int32(run.row), Int32(run.column), text, Int32(text.count - 1),
        palette.attributes(run.style), palette.pair(run.style.role))
    }
    docmerge_curses_refresh(Int32(max(0, canvas.height - 1)))
  }

  /// Makes the next screen draw every cell, since another program may have written over it.
  func redrawAll() { docmerge_curses_redraw_all() }

  /// Lends the terminal to another program; the next screen takes it back.
  func lend<T>(_ body: () throws -> T) rethrows -> T {
    Self.bracketPaste(false)
    endwin()
    defer {
      Self.bracketPaste(true)
      redrawAll()
    }
    return try body()
  }

  /// Suspends the program, as Control-Z does, until it is resumed.
  func suspend() {
    Self.bracketPaste(false)
    raise(SIGTSTP)
    Self.bracketPaste(true)
    redrawAll()
  }
}
