import Dispatch
import DocMerge
import DocMergeSystem
import Glibc
import Synchronization

/// Shows progress on the terminal after a second.
enum Progress {
  /// Runs `body`; meanwhile, on a terminal, shows `text` and the seconds that have passed.
  ///
  /// - Returns: what `body` returns.
  static func show<Result>(_ text: String, while body: () throws -> Result) rethrows -> Result {
    try show(ProgressLine(text)) { try body() }
  }

  /// The same, with a line whose text `body` may change.
  static func show<Result>(
    _ line: ProgressLine, while body: () throws -> Result
  ) rethrows -> Result {
    guard line.isShown else { return try body() }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "docmerge.progress"))
    timer.schedule(deadline: .now() + 1, repeating: 0.5)
    timer.setEventHandler { line.draw() }
    timer.resume()
    defer {
      timer.cancel()
      line.clear()
    }
    return try body()
  }
}

/// A line on the terminal that is redrawn repeatedly.
final class ProgressLine: Sendable {
  private struct State {
    var words: String
    /// Other text may be on the line: a question of ssh or git, that must stay readable.
    var isHeld = false
    var isDrawn = false
  }

  /// Whether there is a terminal to draw on.
  let isShown: Bool
  private let state: Mutex<State>
  private let start = ContinuousClock.now

  /// Makes a line; if `isQuiet`, it is never shown.
  init(_ words: String, isQuiet: Bool = false) {
    state = Mutex(State(words: words))
    isShown = !isQuiet && StandardFile.error.isTerminal
  }

  /// Changes the text, which the next drawing shows.
  func say(_ words: String) {
    state.withLock {
      $0.words = words
      $0.isHeld = false
    }
  }

  /// Shows text once, and leaves the line to other programs until the next text.
  func sayAndHold(_ words: String) {
    say(words)
    guard isShown else { return }
    draw()
    state.withLock { $0.isHeld = true }
  }

  fileprivate func draw() {
    state.withLock { state in
      guard !state.isHeld else { return }
      let seconds = start.duration(to: .now).components.seconds
      let time = seconds > 0 ? " \(seconds) s" : ""
      // A line that wraps could not be redrawn.
      let words = state.words.prefix(max(ProgressLine.width - time.count - 2, 10))
      Console.prompt("\r\u{1B}[K\(words)…\(time)")
      state.isDrawn = true
    }
  }

  fileprivate func clear() {
    state.withLock { state in
      if state.isDrawn { Console.prompt("\r\u{1B}[K") }
      state.isHeld = true
    }
  }

  private static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
