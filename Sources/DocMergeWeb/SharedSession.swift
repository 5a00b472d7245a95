import DocMergeCore
import DocMergeDecisions

/// The session that all open pages show and change, one change after the other.
actor SharedSession {
  /// What is decided.
  private(set) var session: DecisionSession
  /// How many changes there were; a page that is behind is told so.
  private(set) var revision = 0

  private let host: SessionHost
  private let title: String
  private var keepFault: String?
  private var places: [DecisionSession.Position: (region: OpenRegion, words: String)] = [:]
  private var end: SessionEnding?
  private var lastSeen: SuspendingClock.Instant?
  private let endings = AsyncStream<SessionEnding>.makeStream()

  init(_ session: DecisionSession, host: SessionHost, title: String) {
    self.session = session
    self.host = host
    self.title = title
  }

  // MARK: - The end

  /// Waits for the end; leaving, when the task is cancelled.
  func ending() async -> SessionEnding {
    for await ending in endings.stream { return ending }
    end = end ?? .leave
    keep()
    return .leave
  }

  /// Ends the session, once.
  func end(_ ending: SessionEnding) {
    guard end == nil else { return }
    end = ending
    keep()
    endings.continuation.yield(ending)
  }

  /// What an open page asks for again and again.
  func pulse() -> (revision: Int, ending: SessionEnding?) {
    lastSeen = .now
    return (revision, end)
  }

  /// Leaves when a page was open and none has been for some time.
  func watch(patience: Duration) async {
    while !Task.isCancelled, end == nil {
      // A computer that sleeps does not wait, so the clock stands still meanwhile.
      if let lastSeen, lastSeen.duration(to: .now) > patience { return end(.leave) }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  // MARK: - Reports

  /// The documents and what is left of them.
  func state() -> StateReport { state(shown: nil) }

  private func state(
    shown: Int?, position: DecisionSession.Position? = nil, message: String? = nil
  ) -> StateReport {
    StateReport(
      session, title: title, revision: revision, shown: shown, position: position,
      message: message, keepFault: keepFault)
  }

  /// The text of a document by parts; `nil` where there is no such document.
  func document(_ number: Int) -> DocumentReport? {
    guard session.documents.indices.contains(number) else { return nil }
    return DocumentReport(session.documents[number], number: number, revision: revision)
  }

  /// Where a region is, in words; it may take a while, and other requests are answered meanwhile.
  func place(_ document: Int, _ number: Int) async -> PlaceReport? {
    let position = DecisionSession.Position(document: document, region: number)
    guard let region = session.region(at: position) else { return nil }
    if let known = places[position], known.region.conflict == region.conflict {
      return PlaceReport(place: known.words)
    }
    let words = await Self.place(of: region, in: session.documents[document], host)
    places[position] = (region, words)
    return PlaceReport(place: words)
  }

  @concurrent
  private static func place(
    of region: OpenRegion, in document: SessionDocument, _ host: SessionHost
  ) async -> String { host.place(document, region) }

  /// A document as it would be written now, with what is wrong with it.
  func preview(_ number: Int) async -> PreviewReport? {
    guard session.documents.indices.contains(number) else { return nil }
    return await Self.preview(session.documents[number], host)
  }

  @concurrent
  private static func preview(
    _ document: SessionDocument, _ host: SessionHost
  ) async -> PreviewReport? { PreviewReport(document, faults: host.faults(document)) }

  // MARK: - Deciding

  /// Does what a person did in a page.
  ///
  /// - Returns: The state after it; `false` with it where the page showed an older one, and nothing is
  ///   changed then.
  func take(_ command: PageCommand) -> (StateReport, isCurrent: Bool) {
    guard command.revision == revision, end == nil else {
      return (state(shown: command.document), false)
    }
    let before = session
    do throws(CommandRefusal) {
      try session.take(command)
    } catch {
      session = before
      return (state(shown: command.document, message: error.words), true)
    }
    revision += 1
    keep()
    let position = session.firstChange(since: before)
    return (state(shown: position?.document ?? command.document, position: position), true)
  }

  /// Keeps the session; where that fails, as on a full disk, the page says so and the person goes on.
  private func keep() {
    do {
      try host.keep(session)
      keepFault = nil
    } catch {
      keepFault = "\(error)"
    }
  }
}
