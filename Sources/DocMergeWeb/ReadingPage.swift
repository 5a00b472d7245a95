package import DocMergeDecisions
import DocMergeLanguage

/// Shows changes of documents, or decisions of rules in them, as a page in a browser.
///
///     let page = ReadingPage(readings, title: "docmerge diff")
///     try await page.run { address in print("Open \(address)") }
///
/// Nothing can be changed there except by the caller's action.
package struct ReadingPage: Sendable {
  private let readings: [Reading]
  private let title: String
  private let action: ReadingAction?
  /// The server of the page.
  var server = LoopbackServer()

  /// Describes a page that is not served yet.
  ///
  /// - Parameters:
  ///   - readings: The content, in the order of the list.
  ///   - title: The title, such as `docmerge diff`.
  ///   - action: The action on a decision.
  package init(_ readings: [Reading], title: String, action: ReadingAction? = nil) {
    self.action = action
    self.readings = readings
    self.title = title
  }

  /// Serves the page until the person leaves, or the last page is closed.
  ///
  /// - Parameter announce: Called with the address of the page, once it can be opened.
  /// - Throws: The errors of opening a port, or of serving.
  package func run(announce: @Sendable (String) -> Void) async throws {
    let shared = SharedReadings(readings, title: title, action: action)
    _ = try await server.run(shared, announce: announce) {
      ReadingHandler(access: $0, shared: shared)
    }
  }
}

/// The model of all open pages.
actor SharedReadings: LivePage {
  var life = PageLife()
  private(set) var revision = 0

  private var readings: [Reading]
  private let title: String
  private let action: ReadingAction?
  /// Whether an action is running, which may take a while.
  private var isBusy = false

  init(_ readings: [Reading], title: String, action: ReadingAction?) {
    self.readings = readings
    self.title = title
    self.action = action
  }

  func keep() {}

  /// The list of readings.
  func list() -> ReadingListReport {
    ReadingListReport(
      title: title, action: action?.name, revision: revision,
      readings: readings.map(ReadingSummary.init))
  }

  /// Performs the action on a decision.
  ///
  /// - Parameters:
  ///   - number: The number of the decision.
  ///   - revision: The revision that the person saw; if it is outdated, nothing is done.
  /// - Returns: The result; `nil` where there is no action.
  func act(on number: Int, seen revision: Int) async -> ActionReport? {
    guard let action, isOpen(number) else { return nil }
    guard revision == self.revision, !isBusy else {
      return ActionReport(message: tr("The list has changed. Look at it again."))
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

  /// A reading by its number, with the questions of the action; `nil` where there is none.
  func report(_ number: Int) -> ReadingReport? { reading(number).map { ReadingReport($0, action) } }

  /// A reading by its number; `nil` where there is none.
  func reading(_ number: Int) -> Reading? {
    readings.indices.contains(number) ? readings[number] : nil
  }
}
