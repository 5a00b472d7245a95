package import DocMergeDecisions
import Synchronization

/// What serves a page in the browser, for a program that waits for it.
package protocol PageServer: Sendable {
  /// Serves a decision session until the person leaves.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - host: What the page asks of the command.
  ///   - title: The name of the command, such as `docmerge resolve`.
  /// - Returns: How the person left, and what they decided.
  /// - Throws: What the server throws, such as an address that is taken.
  func decide(
    _ session: DecisionSession, host: SessionHost, title: String
  ) throws -> (SessionEnding, DecisionSession)

  /// Serves a page that shows how documents changed, or what rules decided, until the person leaves.
  ///
  /// - Parameters:
  ///   - readings: The documents, with their differences or decisions.
  ///   - title: The name of the command, such as `docmerge diff`.
  ///   - action: What can be done with a decision; `nil` where nothing can be changed.
  /// - Throws: What the server throws.
  func show(_ readings: [Reading], title: String, action: ReadingAction?) throws
}

/// What serves pages in this program.
enum Pages {
  private static let server = Mutex<(any PageServer)?>(nil)

  /// Says what serves pages; `nil` where nothing does.
  static func serve(by pages: (any PageServer)?) { server.withLock { $0 = pages } }

  /// What serves pages.
  ///
  /// - Throws: ``CommandError`` where nothing does.
  static func chosen() throws -> any PageServer {
    guard let pages = server.withLock({ $0 }) else {
      throw CommandError(description: "this program has no pages: run docmerge with --web")
    }
    return pages
  }

  /// Shows readings until the person leaves.
  ///
  /// - Parameters:
  ///   - readings: The comparisons or decisions that the page shows.
  ///   - title: The name of the command, such as `docmerge diff`.
  ///   - action: What can be done with a decision.
  /// - Throws: What the server throws.
  static func show(
    _ readings: [Reading], title: String, action: ReadingAction? = nil
  ) throws {
    Interruption.listen()
    try chosen().show(readings, title: title, action: action)
  }
}
