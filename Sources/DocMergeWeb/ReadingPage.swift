public import DocMergeDecisions

/// Shows how documents changed, or what rules decided in them, as a page in a browser.
///
///     let page = ReadingPage(readings, title: "docmerge diff")
///     try await page.run { address in print("Open \(address)") }
///
/// Nothing can be changed there but by the action that the caller gives.
public struct ReadingPage: Sendable {
  private let readings: [Reading]
  private let title: String
  private let action: ReadingAction?
  /// Serves it.
  var server = LoopbackServer()

  /// Describes a page that is not served yet.
  ///
  /// - Parameters:
  ///   - readings: What is shown, in the order of the list.
  ///   - title: What is shown, such as `docmerge diff`.
  ///   - action: What can be done with a decision.
  public init(_ readings: [Reading], title: String, action: ReadingAction? = nil) {
    self.action = action
    self.readings = readings
    self.title = title
  }

  /// Serves the page until the person leaves, or the last page is closed.
  ///
  /// - Parameter announce: Gets the address of the page, once it can be opened.
  /// - Throws: What opening a port, or serving, throws.
  public func run(announce: @Sendable (String) -> Void) async throws {
    let shared = SharedReadings(readings, title: title, action: action)
    _ = try await server.run(shared, announce: announce) {
      ReadingHandler(access: $0, shared: shared)
    }
  }
}

/// What all open pages show.
actor SharedReadings: LivePage {
  var life = PageLife()
  private(set) var revision = 0

  private var readings: [Reading]
  private let title: String
  private let action: ReadingAction?
  /// Whether something is being done, which takes its time.
  private var isBusy = false

  init(_ readings: [Reading], title: String, action: ReadingAction?) {
    self.readings = readings
    self.title = title
    self.action = action
  }

  func keep() {}

  /// What there is to read.
  func list() -> ReadingListReport {
    ReadingListReport(
      title: title, action: action?.name, revision: revision,
      readings: readings.map(ReadingSummary.init))
  }

  /// Does what can be done with a decision.
  ///
  /// - Parameters:
  ///   - number: The number of the decision.
  ///   - revision: What the person saw; where that is older, nothing is done.
  /// - Returns: What became of it; `nil` where nothing can be done.
  func act(on number: Int, seen revision: Int) async -> ActionReport? {
    guard let action, isOpen(number) else { return nil }
    guard revision == self.revision, !isBusy else {
      return ActionReport(message: "The list has changed. Look at it again.")
    }
    isBusy = true
    let (message, readings) = await Self.perform(action, number)
    isBusy = false
    self.readings = readings
    self.revision += 1
    return ActionReport(message: message)
  }

  @concurrent
  private static func perform(
    _ action: ReadingAction, _ number: Int
  ) async -> (message: String, readings: [Reading]) { action.perform(number) }

  /// Whether there is such a decision, and it is not taken back.
  private func isOpen(_ number: Int) -> Bool {
    readings.contains { reading in
      guard case .decisions(let decisions) = reading.content else { return false }
      return decisions.contains { $0.number == number && !$0.isTakenBack }
    }
  }

  /// A reading by its number, with the questions of what can be done; `nil` where there is none.
  func report(_ number: Int) -> ReadingReport? { reading(number).map { ReadingReport($0, action) } }

  /// A reading by its number; `nil` where there is none.
  func reading(_ number: Int) -> Reading? {
    readings.indices.contains(number) ? readings[number] : nil
  }
}
