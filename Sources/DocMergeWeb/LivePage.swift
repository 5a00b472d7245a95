import DocMergeDecisions

/// How long a page is open, and how it comes to its end.
struct PageLife: Sendable {
  /// How the session ended; `nil` while it goes on.
  var end: SessionEnding?
  /// When an open page last asked for something; `nil` before the first one did.
  var lastSeen: SuspendingClock.Instant?
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

  /// What an open page asks for again and again.
  func pulse() -> (revision: Int, ending: SessionEnding?) {
    life.lastSeen = .now
    return (revision, life.end)
  }

  /// Leaves when a page was open and none has been for some time.
  func watch(patience: Duration) async {
    while !Task.isCancelled, life.end == nil {
      // A computer that sleeps does not wait, so the clock stands still meanwhile.
      if let seen = life.lastSeen, seen.duration(to: .now) > patience { return end(.leave) }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}
