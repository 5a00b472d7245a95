import DocMergeDecisions

/// How long a page is open, and how it comes to its end.
struct PageLife: Sendable {
  /// How the session ended; `nil` while it goes on.
  var end: SessionEnding?
  /// How many pages are open.
  var pageCount = 0
  /// When the last page was closed; `nil` before that.
  var lastClosing: SuspendingClock.Instant?
  /// Gets the ending, once.
  let endings = AsyncStream<SessionEnding>.makeStream()
}

/// What a page shows, as long as one is open.
protocol LivePage: Actor {
  /// How long it is open.
  var life: PageLife { get set }
  /// How many changes there were; a page that is behind is told so.
  var revision: Int { get }

  /// Saves what is to be there after the end.
  func keep()
}

extension LivePage {
  /// Waits for the end; leaving, when the task is cancelled.
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

  /// A page was opened.
  func open() {
    life.pageCount += 1
  }

  /// An open page was closed.
  func close() {
    life.pageCount -= 1
    life.lastClosing = .now
  }

  /// Leaves when a page was open and none has been for some time.
  func watch(patience: Duration) async {
    while !Task.isCancelled, life.end == nil {
      // A computer that sleeps does not wait, so the clock stands still meanwhile.
      if life.pageCount == 0, let closing = life.lastClosing, closing.duration(to: .now) > patience
      {
        return end(.leave)
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}
