import Dispatch
import Glibc

/// Tells a waiting person what is going on, once it has taken a second.
enum Progress {
  /// Runs `body`; meanwhile, on a terminal, shows `text` and the seconds that have passed.
  ///
  /// - Returns: what `body` returns.
  static func show<Result>(_ text: String, while body: () throws -> Result) rethrows -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try body() }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "docmerge.progress"))
    timer.schedule(deadline: .now() + 1, repeating: 1)
    let start = ContinuousClock.now
    timer.setEventHandler {
      let seconds = start.duration(to: .now).components.seconds
      Console.prompt("\r\(text)… \(seconds) s")
    }
    timer.resume()
    defer {
      timer.cancel()
      if start.duration(to: .now) > .seconds(1) { Console.prompt("\r\u{1B}[K") }
    }
    return try body()
  }
}
