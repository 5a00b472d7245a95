import DocMergeDecisions

/// The state of an open page, and its end.
struct PageLife: Sendable {
  /// How the session ended; `nil` while it is running.
  var end: SessionEnding?
  /// The number of open pages.
  var pageCount = 0
  /// The time when the last page was closed; `nil` before that.
  var lastClosing: SuspendingClock.Instant?
  /// Receives the ending, once.
  let endings = AsyncStream<SessionEnding>.makeStream()
}

/// The model of a page, while one is open.
protocol LivePage: Actor {
  /// The state of its open pages.
  var life: PageLife { get set }
  /// The number of changes; an outdated page is notified.
  var revision: Int { get }

  /// Saves the session before the end.
  func keep()
}

extension LivePage {
  /// Waits for the end; returns `leave` when the task is cancelled.
  func ending() async -> SessionEnding {
    for await ending in life.endings.stream { return ending }
    life.end = life.end ?? .leave
    keep()
    return .leave
  }

  /// Ends it, once.
  func end(_ ending: SessionEnding) {
    guard life.end == nil else { return }
    life.end = ending
    keep()
    life.endings.continuation.yield(ending)
  }

  /// Records that a page was opened.
  func open() {
    life.pageCount += 1
  }

  /// Records that a page was closed.
  func close() {
    life.pageCount -= 1
    life.lastClosing = .now
  }

  /// Leaves when a page was open and none has been open for some time.
  func watch(patience: Duration) async {
    while !Task.isCancelled, life.end == nil {
      // A sleeping computer does not wait, so the clock stops meanwhile.
      if life.pageCount == 0, let closing = life.lastClosing, closing.duration(to: .now) > patience
      {
        return end(.leave)
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}
