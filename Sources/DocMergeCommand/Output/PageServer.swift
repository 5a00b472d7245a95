package import DocMergeDecisions
import DocMergeLanguage
import Synchronization

/// A server of a page in the browser, for a program that waits for it.
package protocol PageServer: Sendable {
  /// Serves a decision session until the person leaves.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - host: The services of the command for the page.
  ///   - title: The name of the command, such as `docmerge resolve`.
  /// - Returns: How the person left, and the decisions.
  /// - Throws: The errors of the server, such as an address in use.
  func decide(
    _ session: DecisionSession, host: SessionHost, title: String
  ) throws -> (SessionEnding, DecisionSession)

  /// Serves a page that shows changes of documents, or decisions of rules, until the person leaves.
  ///
  /// - Parameters:
  ///   - readings: The documents, with their differences or decisions.
  ///   - title: The name of the command, such as `docmerge diff`.
  ///   - action: The action on a decision; `nil` where nothing can be changed.
  /// - Throws: The errors of the server.
  func show(_ readings: [Reading], title: String, action: ReadingAction?) throws
}

/// The server of pages in this program.
enum Pages {
  private static let server = Mutex<(any PageServer)?>(nil)

  /// Sets the server of pages; `nil` for a program without one.
  static func serve(by pages: (any PageServer)?) { server.withLock { $0 = pages } }

  /// The server of pages.
  ///
  /// - Throws: ``CommandError`` where there is none.
  static func chosen() throws -> any PageServer {
    guard let pages = server.withLock({ $0 }) else {
      throw CommandError(description: tr("this program has no pages: run docmerge with --web"))
    }
    return pages
  }

  /// Shows readings until the person leaves.
  ///
  /// - Parameters:
  ///   - readings: The comparisons or decisions that the page shows.
  ///   - title: The name of the command, such as `docmerge diff`.
  ///   - action: The action on a decision.
  /// - Throws: The errors of the server.
  static func show(
    _ readings: [Reading], title: String, action: ReadingAction? = nil
  ) throws {
    Interruption.listen()
    try chosen().show(readings, title: title, action: action)
  }
}
