public import DocMergeDecisions

/// Shows how documents changed, or what rules decided in them, as a page in a browser.
///
///     let page = ReadingPage(readings, title: "docmerge diff")
///     try await page.run { address in print("Open \(address)") }
///
/// Nothing can be changed there.
public struct ReadingPage: Sendable {
  private let readings: [Reading]
  private let title: String
  /// Serves it.
  var server = LoopbackServer()

  /// Describes a page that is not served yet.
  ///
  /// - Parameters:
  ///   - readings: What is shown, in the order of the list.
  ///   - title: What is shown, such as `docmerge diff`.
  public init(_ readings: [Reading], title: String) {
    self.readings = readings
    self.title = title
  }

  /// Serves the page until the person leaves, or the last page is closed.
  ///
  /// - Parameter announce: Gets the address of the page, once it can be opened.
  /// - Throws: What opening a port, or serving, throws.
  public func run(announce: @Sendable (String) -> Void) async throws {
    let shared = SharedReadings(readings, title: title)
    _ = try await server.run(shared, announce: announce) {
      ReadingHandler(access: $0, shared: shared)
    }
  }
}

/// What all open pages show.
actor SharedReadings: LivePage {
  var life = PageLife()
  /// Nothing changes.
  let revision = 0

  private let readings: [Reading]
  private let title: String

  init(_ readings: [Reading], title: String) {
    self.readings = readings
    self.title = title
  }

  func keep() {}

  /// What there is to read.
  func list() -> ReadingListReport {
    ReadingListReport(title: title, readings: readings.map(ReadingSummary.init))
  }

  /// A reading by its number; `nil` where there is none.
  func reading(_ number: Int) -> Reading? {
    readings.indices.contains(number) ? readings[number] : nil
  }
}
